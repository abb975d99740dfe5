-- needs: orders.sql

-- A delivery of orders: one file, one form, or one reading of a store.
create table order_upload (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  way text not null check (way in ('file', 'typed', 'store')),
  -- The catalogue's code.
  platform text not null,
  store_id uuid,
  -- What its orders must be in; null where each row says it.
  currency text,
  -- Which report it is.
  sheet text not null,
  file_id uuid,
  -- Of its content: the same file again is no new delivery.
  file_hash bytea,
  file_name text not null,
  -- Where the shop is, as the merchant gave it with the file.
  url text not null default '',
  -- The delivery whose refused rows this one mends.
  corrects uuid,
  state text not null check (state in ('analysing', 'waiting', 'reviewing', 'passed', 'partlyPassed', 'failed', 'cancelled')),
  -- Why it could not be read at all.
  problem text,
  rows_total integer not null default 0,
  rows_done integer not null default 0,
  rows_passed integer not null default 0,
  rows_failed integer not null default 0,
  rows_waiting integer not null default 0,
  -- The last sign of life of whoever analyses it.
  seen_at timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, corrects) references order_upload (merchant_id, id),
  check ((ended_at is not null) or state in ('analysing', 'waiting', 'reviewing')),
  check (rows_done <= rows_total)
);
create index order_upload_by_time on order_upload (merchant_id, created_at desc, id desc);
-- The desk and the resuming job look at all merchants, at what is open.
create index order_upload_by_hash on order_upload (merchant_id, file_hash) where file_hash is not null;
create index order_upload_waiting on order_upload (created_at) where state in ('waiting', 'reviewing');
create index order_upload_analysing on order_upload (seen_at) where state = 'analysing';
create index order_upload_all_by_time on order_upload (created_at desc, id desc);
grant select, insert, update on order_upload to coralhub_app;

-- Contract, invoice, logistics of trade without a platform.
create table order_paper (
  merchant_id uuid not null,
  upload_id uuid not null,
  file_id uuid not null,
  kind text not null check (kind in ('contract', 'invoice', 'logistics')),
  file_name text not null,
  primary key (merchant_id, upload_id, file_id),
  foreign key (merchant_id, upload_id) references order_upload (merchant_id, id)
);
grant select, insert on order_paper to coralhub_app;

-- One order as it was delivered, with what was found about it.
create table trade_order (
  merchant_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  line integer not null,
  platform text not null,
  store_id uuid,
  order_number text,
  ordered_at timestamptz,
  currency text,
  amount_minor bigint,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  goods text,
  quantity integer,
  country text,
  buyer text,
  carrier text,
  tracking text,
  serial text,
  -- The cells as they came: what is mended in the page begins with them.
  given jsonb not null,
  findings text[] not null,
  -- A person's reason, from the list.
  reason text,
  state text not null check (state in ('waiting', 'reviewing', 'passed', 'partlyPassed', 'failed', 'replaced')),
  -- What it has granted by now, refunds taken off, and how much of that payments have used.
  granted_minor bigint not null default 0 check (granted_minor >= 0),
  used_minor bigint not null default 0 check (used_minor >= 0),
  decided_by uuid,
  decided_name text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, upload_id, line),
  foreign key (merchant_id, upload_id) references order_upload (merchant_id, id),
  check (granted_minor = 0 or state in ('passed', 'partlyPassed')),
  check (state in ('failed', 'replaced')
    or order_number is not null and ordered_at is not null and currency is not null and amount_minor > 0)
);
create index trade_order_by_time on trade_order (merchant_id, created_at desc, id desc);
create index trade_order_by_number on trade_order (merchant_id, order_number);
create index trade_order_by_day on trade_order (merchant_id, ordered_at desc);
create index trade_order_open on trade_order (merchant_id, upload_id) where state in ('waiting', 'reviewing');
-- What payments use next: the oldest that has something left.
create index trade_order_unused on trade_order (merchant_id, currency, ordered_at, id)
  where granted_minor > used_minor;
-- The desk looks at all merchants, at what waits.
create index trade_order_waiting on trade_order (created_at, id) where state in ('waiting', 'reviewing');
create index trade_order_decided on trade_order (changed_at) where reason is not null;
grant select, insert, update on trade_order to coralhub_app;

-- Whose an order of a platform is. The number stands for one order within its scope (the platform, or one shop where shops
-- count for themselves): a second one is refused here, whoever brings it.
create table order_claim (
  scope text not null,
  order_number text not null,
  owner_id uuid not null,
  order_id uuid not null,
  primary key (scope, order_number)
);
grant select, insert, delete on order_claim to coralhub_app;

-- Which orders are behind which income, and why. An order stands behind one income only.
create table order_match (
  merchant_id uuid not null,
  id uuid not null,
  income_id uuid not null,
  order_id uuid not null,
  ground text not null check (ground in ('serial', 'sum', 'person')),
  explanation text not null,
  bound_by text,
  bound_at timestamptz not null,
  unbound_at timestamptz,
  unbound_reason text,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references trade_order (merchant_id, id),
  check ((unbound_at is null) = (unbound_reason is null))
);
create unique index order_match_once on order_match (merchant_id, order_id) where unbound_at is null;
create index order_match_of_income on order_match (merchant_id, income_id) where unbound_at is null;
grant select, insert, update on order_match to coralhub_app;

-- Quota one move of money into CNY takes, under that move's id.
create table quota_use (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('payout', 'conversion')),
  reference text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('reserved', 'consumed', 'released')),
  -- A payment whose price has to be agreed on anew takes it anew.
  attempt integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id)
);
create index quota_use_by_time on quota_use (merchant_id, created_at desc, id desc);
grant select, insert, update on quota_use to coralhub_app;

-- The orders behind a payment, oldest first.
create table order_use (
  merchant_id uuid not null,
  use_id uuid not null,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (merchant_id, use_id, order_id),
  foreign key (merchant_id, use_id) references quota_use (merchant_id, id),
  foreign key (merchant_id, order_id) references trade_order (merchant_id, id)
);
create index order_use_of_order on order_use (merchant_id, order_id);
grant select, insert, delete on order_use to coralhub_app;

-- How much each platform has paid in so far: kept with every credit, so that a payment need not add up years of income.
create table order_demand (
  merchant_id uuid not null references merchant (merchant_id),
  currency text not null,
  -- Empty where it was credited without one.
  platform text not null,
  credited_minor bigint not null,
  primary key (merchant_id, currency, platform)
);
grant select on order_demand to coralhub_app;
create trigger order_demand_grown after insert or update on income
  for each row execute function order_demand_of_income();
insert into order_demand (merchant_id, currency, platform, credited_minor)
  select merchant_id, currency, coalesce(platform, ''), sum(amount_minor - fee_minor) from income where state = 'credited' group by 1, 2, 3;

-- How far each connected store has been read.
create table order_sync (
  merchant_id uuid not null references merchant (merchant_id),
  store_id uuid not null,
  read_until timestamptz not null,
  -- Not before: what the platform asked for, or the next turn.
  next_at timestamptz not null,
  problem text,
  changed_at timestamptz not null,
  primary key (merchant_id, store_id)
);
create index order_sync_due on order_sync (next_at);
grant select, insert, update on order_sync to coralhub_app;
