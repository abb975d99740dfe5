-- Money of several receiving accounts brought together in one. A preview becomes a record when it is confirmed; what it
-- moved is in the ledger under `pool:<id>`.
create table funds_merger (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  currency text not null,
  target_id uuid not null,
  total_minor bigint not null check (total_minor > 0),
  state text not null check (state in ('previewed', 'merged', 'lapsed')),
  -- The target's balance when it was shown, and then as the ledger's receipt says.
  target_before_minor bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  merged_at timestamptz,
  posting_id uuid,
  primary key (merchant_id, id),
  foreign key (merchant_id, target_id) references receiving_account (merchant_id, id),
  check ((state = 'merged') = (merged_at is not null) and (state = 'merged') = (posting_id is not null))
);
create index funds_merger_by_time on funds_merger (merchant_id, merged_at desc, id desc) where state = 'merged';
grant select, insert, update on funds_merger to coralhub_app;

create table funds_merger_line (
  merchant_id uuid not null,
  merger_id uuid not null,
  line integer not null,
  account_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  before_minor bigint not null,
  primary key (merchant_id, merger_id, line),
  unique (merchant_id, merger_id, account_id),
  foreign key (merchant_id, merger_id) references funds_merger (merchant_id, id),
  foreign key (merchant_id, account_id) references receiving_account (merchant_id, id)
);
grant select, insert, update on funds_merger_line to coralhub_app;
