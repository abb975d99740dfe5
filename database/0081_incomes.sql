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
  state text not null check (state in ('announced', 'reviewing', 'credited', 'needsEvidence', 'abnormal', 'returned')),
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
  -- Money leaves by two different people.
  return_reason text,
  return_proposed_by uuid,
  return_proposed_name text,
  return_proposed_at timestamptz,
  return_decided_by uuid,
  primary key (merchant_id, id),
  foreign key (merchant_id, receiving_account_id) references receiving_account (merchant_id, id),
  check ((arrived_at is null) = (state = 'announced')),
  check ((hold_posting_id is null) = (state = 'announced')),
  check ((credited_at is not null) = (state = 'credited')),
  check ((returned_at is not null) = (state = 'returned')),
  check ((final_posting_id is not null) = (state in ('credited', 'returned'))),
  check (state not in ('needsEvidence', 'abnormal') or hold is not null),
  check (return_decided_by is null or return_decided_by <> return_proposed_by)
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

create table income_event (
  merchant_id uuid not null,
  income_id uuid not null,
  id uuid not null,
  action text not null check (action in ('announce', 'arrive', 'credit', 'askEvidence', 'flag', 'supplement', 'claim',
    'wishReturn', 'proposeReturn', 'rejectReturn', 'giveBack', 'assign', 'recheck')),
  -- In the words the merchant reads; what operators tell each other is in the audit log.
  note text,
  actor text,
  at timestamptz not null,
  primary key (merchant_id, income_id, id),
  foreign key (merchant_id, income_id) references income (merchant_id, id)
);
grant select, insert on income_event to coralhub_app;

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
grant select, insert, update on unclaimed_income to coralhub_app;
