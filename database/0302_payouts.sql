-- The same payment again and again, agreed on once.
create table payout_series (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('supplier', 'service')),
  way text not null,
  state text not null check (state in ('unverified', 'active', 'paused', 'ended', 'cancelled')),
  source_code text not null,
  beneficiary_id uuid not null,
  -- Which of the payee's versions was agreed on: a changed account is agreed on anew.
  payee_version integer not null,
  payee_name text not null,
  payee_bank text not null,
  payee_last_four text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  arrives_currency text not null,
  -- What would have arrived when it was agreed on; how much less may arrive at a run.
  agreed_minor bigint not null check (agreed_minor > 0),
  tolerance_basis_points integer not null check (tolerance_basis_points between 0 and 1000),
  rhythm text not null check (rhythm in ('weekly', 'monthly', 'quarterly')),
  first_on date not null,
  most_runs integer check (most_runs between 1 and 60),
  next_on date,
  runs integer not null default 0,
  missed integer not null default 0,
  category integer,
  purpose text,
  remittance text not null default '',
  related_id uuid,
  advice_email text,
  papers uuid[] not null default '{}',
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, beneficiary_id) references beneficiary (merchant_id, id),
  check ((state = 'active') <= (next_on is not null))
);
create index payout_series_by_time on payout_series (merchant_id, created_at desc, id desc);
create index payout_series_due on payout_series (next_on) where state = 'active';
create index payout_series_unverified on payout_series (expires_at) where state = 'unverified';
grant select, insert, update on payout_series to coralhub_app;

-- The series a payment belongs to, and the least that must arrive where it is priced later than agreed.
alter table payout add column series_id uuid;
alter table payout add column floor_minor bigint check (floor_minor > 0);
create index payout_by_series on payout (merchant_id, series_id, created_at desc) where series_id is not null;
