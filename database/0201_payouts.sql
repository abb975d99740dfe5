-- Money on its way out, by any way. What it moved is in the ledger under `payout:<id>:…`.
create table payout (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('withdrawal', 'supplier', 'service', 'seller')),
  way text not null,
  state text not null check (state in ('unverified', 'scheduled', 'awaitingApproval', 'submitted', 'processing', 'completed',
    'failed', 'returned', 'cancelled')),
  -- The accounts of the books it is taken from, with what of each; the money is held on the first one.
  source_code text not null,
  sources jsonb not null,
  -- What was agreed on at the confirmation, whatever becomes of the payee: name, bank and details; the number sealed.
  beneficiary_id uuid not null,
  payee_name text not null,
  payee_bank text not null,
  payee_last_four text not null,
  payee_country text not null,
  payee jsonb not null,
  payee_sealed_number bytea not null,
  -- Which of the payee's versions that was.
  payee_version integer not null,
  -- All that leaves the account, the fee included.
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The same by round figures in cents of a dollar: limits are sums over currencies.
  weight_cents bigint not null check (weight_cents >= 0),
  -- The price that was agreed on, with its fee lines, as the quote said; and when.
  quote_id uuid,
  price jsonb,
  priced_at timestamptz,
  -- How far the rate may move against the merchant before it is asked again.
  tolerance_basis_points integer not null default 50 check (tolerance_basis_points between 0 and 1000),
  arrives_currency text not null,
  arrives_minor bigint check (arrives_minor > 0),
  -- Banks on the way took so much.
  short_minor bigint check (short_minor > 0),
  arrives_on text,
  category integer,
  purpose text,
  remittance text not null default '',
  related_id uuid,
  -- A mail that goes out with the payment advice.
  advice_email text,
  scheduled_for date,
  batch_id uuid,
  batch_line integer,
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
  foreign key (merchant_id, beneficiary_id) references beneficiary (merchant_id, id),
  check ((price is null) = (arrives_minor is null) and (price is null) = (priced_at is null)),
  check ((hold_posting_id is null) or (price is not null and confirmed_at is not null)),
  -- Money is held from the confirmation on; what ends, ends the hold.
  check (state in ('unverified', 'scheduled', 'cancelled') or hold_posting_id is not null),
  check (state not in ('unverified', 'scheduled') or hold_posting_id is null),
  check ((finished_at is not null) = (state in ('completed', 'failed', 'returned', 'cancelled'))),
  check ((final_posting_id is not null) = (hold_posting_id is not null and finished_at is not null)),
  check ((return_posting_id is not null) = (state = 'returned')),
  check ((batch_id is null) = (batch_line is null)),
  check (state <> 'scheduled' or scheduled_for is not null)
);
create index payout_by_time on payout (merchant_id, created_at desc, id desc);
-- Sums over the last day, of a payee and of the merchant.
create index payout_lately on payout (merchant_id, confirmed_at desc) include (beneficiary_id, weight_cents, state)
  where hold_posting_id is not null;
create index payout_by_beneficiary on payout (merchant_id, beneficiary_id, created_at desc);
create index payout_by_source on payout (merchant_id, source_code)
  where state in ('unverified', 'scheduled', 'awaitingApproval', 'submitted', 'processing');
create index payout_by_batch on payout (merchant_id, batch_id, batch_line) where batch_id is not null;
-- The desk and the watch look at all merchants, mostly at what is open.
create index payout_open on payout (state, created_at desc, id desc)
  where state in ('unverified', 'scheduled', 'awaitingApproval', 'submitted', 'processing');
create index payout_all_by_time on payout (created_at desc, id desc);
grant select, insert, update on payout to coralhub_app;

-- What has been paid or is on its way to each payee: for whoever says what is left of a maximum.
create view payee_payment as
  select merchant_id, beneficiary_id, arrives_currency, arrives_minor, confirmed_at from payout
  where state in ('awaitingApproval', 'submitted', 'processing', 'completed');
grant select on payee_payment to coralhub_app;

-- Whoever counts a merchant's sums holds this row until the money is held: two at once cannot both pass under a limit.
create table payout_meter (
  merchant_id uuid primary key references merchant (merchant_id)
);
grant select, insert, update on payout_meter to coralhub_app;

-- Whose payment a reference is: the bank names nothing else.
create table payout_reference (
  rail text not null,
  reference text not null,
  owner_id uuid not null,
  payout_id uuid not null,
  primary key (rail, reference)
);
grant select, insert on payout_reference to coralhub_app;

-- Invoices and contracts given with one payment.
create table payout_paper (
  merchant_id uuid not null,
  payout_id uuid not null,
  file_id uuid not null,
  primary key (merchant_id, payout_id, file_id),
  foreign key (merchant_id, payout_id) references payout (merchant_id, id)
);
grant select, insert on payout_paper to coralhub_app;

-- A payment the bank does not answer for, ended by two people with the bank's written word.
create table payout_resolution (
  merchant_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  state text not null check (state in ('proposed', 'carriedOut', 'turnedDown')),
  resolution text not null check (resolution in ('settle', 'fail', 'resend')),
  note text not null,
  evidence_file_id uuid not null,
  -- What the bank's statement said when it was proposed.
  statement jsonb not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, payout_id) references payout (merchant_id, id),
  check (decided_by is null or decided_by <> proposed_by),
  check ((decided_by is null) = (state = 'proposed') and (decided_at is null) = (state = 'proposed'))
);
create unique index payout_resolution_open on payout_resolution (merchant_id, payout_id) where state = 'proposed';
grant select, insert, update on payout_resolution to coralhub_app;

-- The sandbox's paying banks keep books of their own: what they were asked to pay, and what they have to tell.
create table sandbox_payout (
  bank text not null,
  reference text not null,
  payee text not null,
  bank_name text not null,
  bank_code text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('taken', 'paid', 'refused', 'returned')),
  reason text,
  -- What banks on the way took.
  short_minor bigint not null default 0,
  -- The same instruction again is the same payment.
  instructed integer not null default 1,
  at timestamptz not null,
  primary key (bank, reference)
);
create index sandbox_payout_by_time on sandbox_payout (at desc);
grant select, insert, update on sandbox_payout to coralhub_app;

-- What a bank does later, and how often it tells of it.
create table sandbox_payout_plan (
  id uuid primary key,
  bank text not null,
  reference text not null,
  decision text not null check (decision in ('pay', 'refuse', 'return')),
  times integer not null check (times between 0 and 20),
  due_at timestamptz not null,
  done_at timestamptz,
  foreign key (bank, reference) references sandbox_payout (bank, reference)
);
create index sandbox_payout_plan_due on sandbox_payout_plan (due_at, id) where done_at is null;
grant select, insert, update on sandbox_payout_plan to coralhub_app;

create table sandbox_payout_settings (
  bank text primary key,
  plan text not null check (plan in ('pay', 'refuse', 'silent', 'lost', 'repeat', 'short', 'double')),
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_payout_settings to coralhub_app;
