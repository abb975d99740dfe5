-- A transfer made at a bank's counter, announced with its proof; found among unclaimed money by two people.
create table offline_transfer (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('waiting', 'matching', 'matched', 'declined', 'cancelled')),
  serial text not null,
  receiving_account_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  payer_name text not null,
  sent_on date not null,
  bank_reference text not null,
  note text not null,
  -- The unclaimed payment somebody found, and the payment it became.
  unclaimed_id uuid,
  income_id uuid,
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check ((state in ('matching', 'matched')) = (unclaimed_id is not null)),
  check ((state = 'matched') = (income_id is not null))
);
create index offline_transfer_by_time on offline_transfer (merchant_id, created_at desc, id desc);
create index offline_transfer_all_by_time on offline_transfer (created_at desc, id desc);
-- The desk counts what waits; whoever decides on unclaimed money finds what it was proposed for.
create index offline_transfer_open on offline_transfer (state, created_at) where state in ('waiting', 'matching');
create index offline_transfer_by_unclaimed on offline_transfer (unclaimed_id) where state = 'matching';
grant select, insert, update on offline_transfer to coralhub_app;

create table offline_transfer_proof (
  merchant_id uuid not null,
  transfer_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  primary key (merchant_id, transfer_id, file_id),
  foreign key (merchant_id, transfer_id) references offline_transfer (merchant_id, id)
);
grant select, insert on offline_transfer_proof to coralhub_app;
