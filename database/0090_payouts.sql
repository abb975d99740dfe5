-- A merchant's own accounts at other banks. The number is sealed; rows are never changed but for which one is in use.
create table own_bank_account (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  country text not null,
  currency text not null,
  -- The certified name at that time: money goes to nobody else.
  holder_name text not null check (length(holder_name) between 1 and 140),
  bank_name text not null,
  bank_code text not null,
  sealed_number bytea not null,
  last_four text not null check (length(last_four) = 4),
  in_use boolean not null default true,
  bound_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index own_bank_account_in_use on own_bank_account (merchant_id, country, currency) where in_use;
grant select, insert on own_bank_account to coralhub_app;
grant update (in_use) on own_bank_account to coralhub_app;

-- Money on its way out. What it moved is in the ledger under `payout:<id>:…`.
create table payout (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null,
  channel text not null,
  state text not null check (state in ('unverified', 'awaitingApproval', 'submitted', 'processing', 'completed', 'failed',
    'returned', 'cancelled')),
  -- The account in the books it is taken from.
  receiving_account_id uuid not null,
  bank_account_id uuid not null,
  payee_name text not null,
  payee_bank text not null,
  payee_last_four text not null,
  -- All that leaves the account, the fee included.
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The price that was agreed on, with its fee lines, as the quote said.
  quote_id uuid,
  price jsonb,
  arrives_currency text not null,
  arrives_minor bigint check (arrives_minor > 0),
  rail text not null,
  -- Known before the bank is called for the first time: it is one payment however often that happens.
  rail_reference text not null,
  -- Why a person looks first, or why it ended as it did; in the merchant's words.
  reason text,
  decided_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  finished_at timestamptz,
  changed_at timestamptz not null,
  -- The bank was asked last.
  asked_at timestamptz,
  hold_posting_id uuid,
  final_posting_id uuid,
  return_posting_id uuid,
  primary key (merchant_id, id),
  unique (merchant_id, quote_id),
  foreign key (merchant_id, receiving_account_id) references receiving_account (merchant_id, id),
  foreign key (merchant_id, bank_account_id) references own_bank_account (merchant_id, id),
  check ((quote_id is null) = (price is null) and (quote_id is null) = (arrives_minor is null)
    and (quote_id is null) = (hold_posting_id is null) and (quote_id is null) = (confirmed_at is null)),
  -- Money is held from the confirmation on; what ends, ends the hold.
  check (state in ('unverified', 'cancelled') or hold_posting_id is not null),
  check (state <> 'unverified' or hold_posting_id is null),
  check ((finished_at is not null) = (state in ('completed', 'failed', 'returned', 'cancelled'))),
  check ((final_posting_id is not null) = (hold_posting_id is not null and finished_at is not null)),
  check ((return_posting_id is not null) = (state = 'returned'))
);
create index payout_by_time on payout (merchant_id, created_at desc, id desc);
-- The desk and the watch look at all merchants, mostly at what is open.
create index payout_open on payout (state, created_at desc, id desc)
  where state in ('unverified', 'awaitingApproval', 'submitted', 'processing');
create index payout_all_by_time on payout (created_at desc, id desc);
grant select, insert, update on payout to coralhub_app;

-- Whose payment a reference is: the bank names nothing else.
create table payout_reference (
  rail text not null,
  reference text not null,
  owner_id uuid not null,
  payout_id uuid not null,
  primary key (rail, reference)
);
grant select, insert on payout_reference to coralhub_app;

create table payout_event (
  merchant_id uuid not null,
  payout_id uuid not null,
  id uuid not null,
  action text not null check (action in ('apply', 'confirm', 'askApproval', 'approve', 'reject', 'send', 'settle', 'fail',
    'giveBack', 'cancel', 'lapse')),
  -- In the words the merchant reads; what operators tell each other is in the audit log.
  note text,
  at timestamptz not null,
  primary key (merchant_id, payout_id, id),
  foreign key (merchant_id, payout_id) references payout (merchant_id, id)
);
grant select, insert on payout_event to coralhub_app;

-- The sandbox's paying bank keeps books of its own: what it was asked to pay, and what it has to tell.
create table sandbox_payout (
  reference text primary key,
  payee text not null,
  bank_name text not null,
  bank_code text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('taken', 'paid', 'refused', 'returned')),
  reason text,
  -- The same instruction again is the same payment.
  instructed integer not null default 1,
  at timestamptz not null
);
create index sandbox_payout_by_time on sandbox_payout (at desc);
grant select, insert, update on sandbox_payout to coralhub_app;

-- What the bank does later, and how often it tells of it.
create table sandbox_payout_plan (
  id uuid primary key,
  reference text not null references sandbox_payout (reference),
  decision text not null check (decision in ('pay', 'refuse', 'return')),
  times integer not null check (times between 0 and 20),
  due_at timestamptz not null,
  done_at timestamptz
);
create index sandbox_payout_plan_due on sandbox_payout_plan (due_at, id) where done_at is null;
grant select, insert, update on sandbox_payout_plan to coralhub_app;

create table sandbox_payout_settings (
  only_row boolean primary key default true check (only_row),
  plan text not null check (plan in ('pay', 'refuse', 'silent', 'lost', 'repeat')),
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_payout_settings to coralhub_app;
