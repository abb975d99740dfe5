-- Money on its way to a merchant, one row for each payment the bank announces.
create table income (
  merchant_id uuid not null,
  -- Carries the time at which it was first heard of, so the id alone orders a list.
  id uuid not null,
  receiving_account_id uuid not null,
  -- Known once a store of the account fits the payer, or the merchant has said which.
  store_id uuid,
  -- The catalogue's code.
  platform text,
  payer_name text not null,
  payer_country text,
  payer_account text,
  remittance text not null default '',
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- Taken from the amount when it is credited.
  fee_minor bigint not null default 0 check (fee_minor >= 0 and fee_minor <= amount_minor),
  rail text not null,
  rail_reference text not null,
  state text not null check (state in ('announced', 'lapsed', 'reviewing', 'credited', 'needsEvidence', 'abnormal',
    'returned')),
  -- The rule that holds it; while it is under review without one, the rules have not looked yet.
  hold text,
  -- What a person asks for beyond the rule's own words.
  hold_note text,
  evidence_due_at timestamptz,
  -- Shown away by the merchant, and shown first.
  hidden boolean not null default false,
  pinned_at timestamptz,
  announced_at timestamptz not null,
  expected_at timestamptz,
  arrived_at timestamptz,
  credited_at timestamptz,
  returned_at timestamptz,
  changed_at timestamptz not null,
  -- The posting whose hold keeps the money, and the one that ended it.
  hold_posting_id uuid,
  final_posting_id uuid,
  -- The merchant would rather have it sent back.
  return_wish text,
  -- Money is sent back, and what a screening list holds is credited, by two different people: one proposal says which.
  proposal_reason text,
  proposed_by uuid,
  proposed_name text,
  proposed_at timestamptz,
  decided_by uuid,
  proposed text,
  primary key (merchant_id, id),
  foreign key (merchant_id, receiving_account_id) references receiving_account (merchant_id, id),
  constraint income_arrived check ((arrived_at is null) = (state in ('announced', 'lapsed'))),
  constraint income_posted check ((hold_posting_id is null) = (state in ('announced', 'lapsed'))),
  check ((credited_at is not null) = (state = 'credited')),
  check ((returned_at is not null) = (state = 'returned')),
  check ((final_posting_id is not null) = (state in ('credited', 'returned'))),
  check (state not in ('needsEvidence', 'abnormal') or hold is not null),
  check (decided_by is null or decided_by <> proposed_by),
  check (proposed in ('credit', 'return') and proposed_by is not null or proposed is null and proposed_by is null),
  constraint income_screened_by_two
    check (state <> 'credited' or hold is distinct from 'payerScreened' or decided_by is not null and proposed_by is not null)
);
grant select, insert, update on income to coralhub_app;
-- Open ones: what a store's removal, the home page and the desk ask about.
create index income_open on income (merchant_id, receiving_account_id) where state not in ('credited', 'returned');
-- When money last came to an account, and how much this month.
create index income_by_account on income (merchant_id, receiving_account_id, arrived_at desc);
-- The desk and the watch look at all merchants, mostly at what waits.
create index income_waiting on income (state, announced_at desc, id desc)
  where state in ('reviewing', 'needsEvidence', 'abnormal');
create index income_by_time on income (announced_at desc, id desc);
-- The watch looks for those that are due, of all merchants.
create index income_announced on income (announced_at) where state = 'announced';
-- What became a merchant's since a day, by account or by store, however long it had been held: read from the index alone.
create index income_credited on income (merchant_id, credited_at)
  include (receiving_account_id, store_id, currency, amount_minor, fee_minor) where credited_at is not null;
-- A merchant's income list, however long. Each hot filter has an index in the list's own order, so that a page is a few
-- steps and its capped count never touches the rows; the first one carries the columns that filters combine.
create index income_shown on income (merchant_id, announced_at desc, id desc)
  include (state, currency, platform, store_id, receiving_account_id) where not hidden;
create index income_shown_by_state on income (merchant_id, state, announced_at desc, id desc) where not hidden;
create index income_shown_by_currency on income (merchant_id, currency, announced_at desc, id desc) where not hidden;
create index income_shown_by_platform on income (merchant_id, platform, announced_at desc, id desc) where not hidden;
create index income_shown_by_account on income (merchant_id, receiving_account_id, announced_at desc, id desc) where not hidden;
create index income_shown_by_store on income (merchant_id, store_id, announced_at desc, id desc) where not hidden;
-- Also read as the list of a merchant's payers, for the search box.
create index income_shown_by_payer on income (merchant_id, payer_name, announced_at desc, id desc) where not hidden;
create index income_by_reference on income (merchant_id, rail_reference);
create index income_put_away on income (merchant_id, announced_at desc, id desc) where hidden;
create index income_pinned on income (merchant_id, announced_at desc, id desc) where pinned_at is not null;

-- A rail's reference stands for one payment, however often it is announced.
create table income_reference (
  rail text not null,
  reference text not null,
  -- Null while nobody's account is named: then it is an unclaimed one.
  owner_id uuid,
  income_id uuid not null,
  primary key (rail, reference)
);
grant select, insert, update on income_reference to coralhub_app;

create table income_evidence (
  merchant_id uuid not null,
  income_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  note text not null default '',
  at timestamptz not null,
  primary key (merchant_id, income_id, file_id),
  foreign key (merchant_id, income_id) references income (merchant_id, id)
);
grant select, insert on income_evidence to coralhub_app;

-- Paid to a number that is nobody's: in the house's own books until two operators agree whose it is, or send it back.
create table unclaimed_income (
  id uuid primary key,
  rail text not null,
  rail_reference text not null,
  account_number text not null,
  payer_name text not null,
  payer_country text,
  payer_account text,
  remittance text not null default '',
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('waiting', 'proposed', 'assigned', 'returned')),
  arrived_at timestamptz not null,
  changed_at timestamptz not null,
  proposal text check (proposal in ('assign', 'return')),
  proposed_owner_id uuid,
  proposed_account_id uuid,
  proposed_by uuid,
  proposed_name text,
  proposed_at timestamptz,
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  posting_id uuid not null,
  unique (rail, rail_reference),
  check (decided_by is null or decided_by <> proposed_by),
  check ((state = 'waiting') = (proposal is null))
);
create index unclaimed_income_by_time on unclaimed_income (arrived_at desc, id desc);
create index unclaimed_income_waiting on unclaimed_income (arrived_at) where state in ('waiting', 'proposed');
grant select, insert, update on unclaimed_income to coralhub_app;

-- Filters a merchant gave a name.
create table saved_view (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 20),
  selection jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);
grant select, insert, update, delete on saved_view to coralhub_app;

-- What others read of payments: when money came, by account and store.
create view income_arrival as
  select merchant_id, id, receiving_account_id, store_id, announced_at, arrived_at, hidden from income
  where arrived_at is not null;
grant select on income_arrival to coralhub_app;
