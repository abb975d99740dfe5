-- needs: cards.sql
-- Virtual cards. What they have is in the ledger: card_wallet:CUR, card:CUR:<card>, hold:CUR:card:<card>.

-- A merchant's card wallet. `owed_minor`: what settlements took beyond the money there was, until it is made good.
create table card_account (
  merchant_id uuid not null references merchant (merchant_id),
  currency text not null,
  id uuid not null,
  owed_minor bigint not null default 0 check (owed_minor >= 0),
  created_at timestamptz not null,
  primary key (merchant_id, currency)
);
grant select, insert, update on card_account to coralhub_app;

-- Cards that share limits.
create table card_book (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 30),
  day_minor bigint check (day_minor >= 0),
  month_minor bigint check (month_minor >= 0),
  life_minor bigint check (life_minor >= 0),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);
grant select, insert, update, delete on card_book to coralhub_app;

create table card (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('applying', 'active', 'frozen', 'closing', 'closed', 'expired', 'failed')),
  name text not null,
  purpose text not null,
  bin text not null,
  currency text not null,
  face text not null check (face in ('navy', 'green', 'violet')),
  label text,
  owner text,
  note text,
  cardholder text not null,
  issuer text not null,
  -- The issuer's name for it. The number is in card_vault, and nowhere else.
  token text,
  last_four text check (last_four ~ '^\d{4}$'),
  controls jsonb not null,
  -- The first shop it paid; what a lock holds it to.
  first_shop text,
  used boolean not null default false,
  book_id uuid,
  backup_card_id uuid,
  -- Why we have stopped it; the merchant cannot undo that.
  blocked_reason text,
  -- Why it was not made.
  reason text,
  replaces uuid,
  opening_fee_minor bigint not null check (opening_fee_minor >= 0),
  first_load_minor bigint not null check (first_load_minor >= 0),
  -- The month of Beijing the automatic top-ups are counted for.
  top_up_month text,
  top_up_count integer not null default 0,
  -- Told that it is low; empty again once it is not.
  warned_at timestamptz,
  -- Changes with everything a decision looks at.
  version integer not null default 1,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, book_id) references card_book (merchant_id, id),
  foreign key (merchant_id, backup_card_id) references card (merchant_id, id),
  check ((token is null) = (last_four is null)),
  check (state in ('applying', 'failed') or token is not null),
  check (deleted_at is null or state in ('closed', 'failed')),
  check (blocked_reason is null or state in ('frozen', 'closing', 'closed', 'expired'))
);
create index card_by_time on card (merchant_id, created_at desc, id desc) where deleted_at is null;
create index card_open on card (state, changed_at) where state in ('applying', 'closing');
create index card_all_by_time on card (created_at desc, id desc);
create index card_by_last_four on card (last_four, created_at desc);
grant select, insert, update on card to coralhub_app;

-- Whose card the issuer means.
create table card_token (
  issuer text not null,
  token text not null,
  owner_id uuid not null,
  card_id uuid not null,
  primary key (issuer, token)
);
grant select, insert on card_token to coralhub_app;

-- What a card, or a group of cards, has spent in a day, a month, its life. What is held counts; what is given back does not.
create table card_spend (
  merchant_id uuid not null,
  subject_id uuid not null,
  period text not null check (period in ('day', 'month', 'life')),
  bucket text not null,
  used_minor bigint not null,
  primary key (merchant_id, subject_id, period, bucket)
);
grant select, insert, update on card_spend to coralhub_app;

-- One purchase or refund: what the issuer's messages about it have added up to.
create table card_payment (
  merchant_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  kind text not null check (kind in ('purchase', 'refund')),
  state text not null check (state in ('authorised', 'verified', 'declined', 'reversed', 'expired', 'settled', 'refunded')),
  issuer text not null,
  -- The network's name for all messages about it.
  network_id text not null,
  shop_id text not null,
  shop_name text not null,
  shop_key text not null,
  shop_code text not null,
  shop_country text not null,
  category text not null,
  currency text not null,
  original_currency text not null,
  original_minor bigint not null,
  -- All of these with the foreign fee.
  asked_minor bigint not null,
  authorised_minor bigint not null default 0,
  held_minor bigint not null default 0 check (held_minor >= 0),
  settled_minor bigint not null default 0 check (settled_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  held_fee_minor bigint not null default 0 check (held_fee_minor between 0 and held_minor),
  -- What was taken back before it was heard of.
  early_minor bigint not null default 0 check (early_minor >= 0),
  -- What of it is in the limits, under which book and day.
  counted_minor bigint not null default 0,
  counted_day text not null,
  book_id uuid,
  hold_posting_id uuid,
  hold_until timestamptz,
  -- The decision: every rule in its order, and what it said.
  trace jsonb,
  rule text,
  code text,
  sentence text,
  remedies jsonb,
  stand_in boolean not null default false,
  -- As they were then: spend by label and owner does not change with the card.
  label text,
  owner text,
  created_at timestamptz not null,
  settled_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, issuer, network_id),
  foreign key (merchant_id, card_id) references card (merchant_id, id),
  check ((hold_posting_id is null) = (held_minor = 0)),
  check (held_minor = 0 or state in ('authorised', 'settled'))
);
create index card_payment_by_time on card_payment (merchant_id, created_at desc, id desc);
create index card_payment_by_card on card_payment (merchant_id, card_id, created_at desc, id desc);
create index card_payment_held on card_payment (hold_until) where hold_posting_id is not null;
grant select, insert, update on card_payment to coralhub_app;

-- Every message of the issuer takes effect once; asked again, the answer is the same. Together they are a purchase's timeline.
create table card_message (
  issuer text not null,
  message_id text not null,
  owner_id uuid not null,
  payment_id uuid,
  kind text not null,
  outcome text not null,
  code text not null,
  -- What it moved, or what was asked for.
  amount_minor bigint not null,
  note text,
  at timestamptz not null,
  primary key (issuer, message_id)
);
create index card_message_by_payment on card_message (owner_id, payment_id, at);
grant select, insert on card_message to coralhub_app;

create table card_recharge (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null,
  state text not null check (state in ('pending', 'processing', 'succeeded', 'failed')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  serial text not null,
  card_id uuid,
  -- The receiving account it came from.
  account_id uuid,
  payer text,
  rail_reference text,
  reason text,
  posting_id uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, serial),
  foreign key (merchant_id, card_id) references card (merchant_id, id),
  check ((posting_id is not null) = (state = 'succeeded'))
);
create index card_recharge_by_time on card_recharge (merchant_id, created_at desc, id desc);
create index card_recharge_open on card_recharge (created_at) where state in ('pending', 'processing');
grant select, insert, update on card_recharge to coralhub_app;

create table card_withdrawal (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('unverified', 'completed', 'cancelled')),
  target text not null check (target in ('wallet', 'collection')),
  target_id uuid,
  target_name text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  serial text not null,
  posting_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, serial),
  check ((target = 'wallet') = (target_id is null)),
  check ((posting_id is not null) = (state = 'completed'))
);
create index card_withdrawal_by_time on card_withdrawal (merchant_id, created_at desc, id desc);
create index card_withdrawal_open on card_withdrawal (created_at) where state = 'unverified';
grant select, insert, update on card_withdrawal to coralhub_app;

-- Serial numbers given out, and whose they are: a remittance names nothing else.
create table card_serial (
  serial text primary key,
  owner_id uuid not null,
  business text not null,
  given_at timestamptz not null
);
grant select, insert on card_serial to coralhub_app;

-- Money that came to the card wallets' account at the bank. Without a serial number it waits for a person.
create table card_transfer (
  id uuid primary key,
  rail text not null,
  reference text not null unique,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  payer text not null,
  remittance text not null,
  owner_id uuid,
  recharge_id uuid,
  arrived_at timestamptz not null,
  matched_at timestamptz,
  check ((owner_id is null) = (recharge_id is null) and (owner_id is null) = (matched_at is null))
);
create index card_transfer_by_time on card_transfer (arrived_at desc, id desc);
grant select, insert, update on card_transfer to coralhub_app;

create table card_contact (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null,
  address text not null,
  kind text not null check (kind in ('mobile', 'email')),
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
grant select, insert, update, delete on card_contact to coralhub_app;

create table card_dispute (
  merchant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  state text not null check (state in ('submitted', 'asked', 'chargeback', 'representment', 'preArbitration', 'arbitration',
    'won', 'lost', 'withdrawn', 'declined')),
  reason text not null,
  statement text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What the desk or the network said last, as the merchant reads it.
  note text,
  -- The network's provisional credit, held until the end.
  hold_posting_id uuid,
  due_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, payment_id) references card_payment (merchant_id, id),
  check (hold_posting_id is null or state not in ('submitted', 'asked', 'withdrawn', 'declined'))
);
create unique index card_dispute_open on card_dispute (merchant_id, payment_id) where state not in ('withdrawn', 'declined');
create index card_dispute_by_time on card_dispute (created_at desc, id desc);
create index card_dispute_waiting on card_dispute (created_at)
  where state in ('submitted', 'asked', 'representment', 'preArbitration');
grant select, insert, update on card_dispute to coralhub_app;

-- Whose dispute the network answers.
create table card_dispute_reference (
  dispute_id uuid primary key,
  owner_id uuid not null
);
grant select, insert on card_dispute_reference to coralhub_app;

-- Receipts of a purchase, evidence of a dispute.
create table card_file (
  merchant_id uuid not null,
  payment_id uuid not null,
  file_id uuid not null,
  dispute_id uuid,
  file_name text not null,
  at timestamptz not null,
  primary key (merchant_id, payment_id, file_id),
  foreign key (merchant_id, payment_id) references card_payment (merchant_id, id)
);
grant select, insert on card_file to coralhub_app;

create table card_programme (
  only_row boolean primary key default true check (only_row),
  per_transaction_minor bigint not null check (per_transaction_minor > 0),
  day_minor bigint not null check (day_minor > 0),
  cards_per_merchant integer not null check (cards_per_merchant > 0),
  attempts_per_hour integer not null check (attempts_per_hour > 0),
  changed_at timestamptz not null
);
grant select, insert, update on card_programme to coralhub_app;

create table card_blocked_shop (
  shop_key text primary key,
  reason text not null,
  since timestamptz not null,
  blocked_by uuid not null
);
grant select, insert, update, delete on card_blocked_shop to coralhub_app;

-- Leave to look at one number once, for a minute. Only a hash of the ticket is here.
create table card_reveal (
  ticket_hash bytea primary key,
  owner_id uuid not null,
  card_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index card_reveal_old on card_reveal (expires_at);
grant select, insert, update, delete on card_reveal to coralhub_app;

-- Numbers and expiry dates, sealed under a key of their own. Only the vault's role comes in; the application's does not.
create schema card_vault;
create table card_vault.card_number (
  merchant_id uuid not null,
  card_id uuid not null,
  sealed bytea not null,
  kept_at timestamptz not null,
  primary key (merchant_id, card_id)
);
grant usage on schema card_vault to coralhub_vault;
grant select, insert, delete on card_vault.card_number to coralhub_vault;

-- The sandbox's issuer keeps books of its own. It knows numbers only as long as it makes them: they follow from the token.
create table sandbox_issuer_card (
  token text primary key,
  reference text not null unique,
  bin text not null,
  last_four text not null,
  holder text not null,
  state text not null check (state in ('applying', 'active', 'frozen', 'closed', 'refused', 'expired')),
  expires_at timestamptz not null,
  at timestamptz not null
);
grant select, insert, update on sandbox_issuer_card to coralhub_app;

create table sandbox_issuer_payment (
  network_id text primary key,
  token text not null references sandbox_issuer_card (token),
  shop_id text not null,
  shop_name text not null,
  shop_code text not null,
  shop_country text not null,
  currency text not null,
  billed_minor bigint not null,
  original_currency text not null,
  original_minor bigint not null,
  authorised_minor bigint not null default 0,
  settled_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  approved boolean not null,
  code text not null,
  stand_in boolean not null default false,
  last_message jsonb,
  at timestamptz not null
);
create index sandbox_issuer_payment_by_time on sandbox_issuer_payment (at desc);
grant select, insert, update on sandbox_issuer_payment to coralhub_app;

-- What the issuer does later.
create table sandbox_issuer_plan (
  id uuid primary key,
  what jsonb not null,
  due_at timestamptz not null,
  done_at timestamptz
);
create index sandbox_issuer_plan_due on sandbox_issuer_plan (due_at, id) where done_at is null;
grant select, insert, update on sandbox_issuer_plan to coralhub_app;

create table sandbox_issuer_settings (
  only_row boolean primary key default true check (only_row),
  plan text not null check (plan in ('normal', 'double', 'late', 'silent', 'refuseCards')),
  opening_seconds integer not null check (opening_seconds between 0 and 86400),
  settle_after_seconds integer check (settle_after_seconds between 0 and 2592000),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_issuer_settings to coralhub_app;
