-- What a coupon is worth, where it counts and how merchants come to have it. The terms stay as two people agreed on them.
create table coupon_plan (
  id uuid primary key,
  state text not null check (state in ('proposed', 'active', 'rejected', 'stopped')),
  name text not null,
  kind text not null check (kind in ('percent', 'amount', 'quota')),
  percent integer check (percent between 1 and 100),
  currency text,
  amount_minor bigint check (amount_minor > 0),
  most_minor bigint check (most_minor > 0),
  quota_minor bigint check (quota_minor > 0),
  minimum_minor bigint check (minimum_minor > 0),
  businesses text[] not null check (cardinality(businesses) > 0),
  stackable boolean not null,
  valid_days integer not null check (valid_days between 1 and 366),
  way text not null check (way in ('bulk', 'claim', 'code', 'prize')),
  -- What it is claimed by: the portal's own offer, or a code typed by the merchant.
  claim text,
  audience text not null check (audience in ('all', 'certified', 'listed')),
  -- The names on the list as they were typed.
  listed jsonb not null default '[]',
  stock integer not null check (stock between 1 and 1000000),
  issued integer not null default 0 check (issued between 0 and stock),
  made_by uuid not null references operator (id),
  made_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  changed_at timestamptz not null,
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'amount') = (amount_minor is not null)),
  check ((kind = 'quota') = (quota_minor is not null)),
  check (currency is not null or (amount_minor is null and most_minor is null and quota_minor is null and minimum_minor is null)),
  check ((way in ('claim', 'code')) = (claim is not null)),
  check (decided_by is null or decided_by <> made_by or state in ('rejected', 'stopped'))
);
create unique index coupon_plan_claim on coupon_plan (claim) where state in ('proposed', 'active');
create index coupon_plan_by_time on coupon_plan (made_at desc);
grant select, insert, update on coupon_plan to coralhub_app;

create table coupon (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  plan_id uuid not null references coupon_plan (id),
  state text not null check (state in ('unused', 'reserved', 'used', 'expired')),
  -- What it was given for: one merchant gets one for each cause.
  cause text not null,
  -- Of a free quota: what is not spoken for.
  left_minor bigint check (left_minor >= 0),
  received_at timestamptz not null,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, plan_id, cause)
);
create index coupon_by_state on coupon (merchant_id, state, expires_at);
-- What ends soon, over all merchants.
create index coupon_ending on coupon (expires_at) where state = 'unused';
grant select, insert, update on coupon to coralhub_app;

-- What a payment took of a coupon: reserved with its price, used when it is done, returned when it fails.
create table coupon_use (
  merchant_id uuid not null,
  id uuid not null,
  coupon_id uuid not null,
  used_for text not null,
  business text not null,
  state text not null check (state in ('reserved', 'used', 'returned')),
  currency text not null,
  saved_minor bigint not null check (saved_minor > 0),
  covered_minor bigint check (covered_minor > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, coupon_id) references coupon (merchant_id, id)
);
create index coupon_use_of_coupon on coupon_use (merchant_id, coupon_id);
create unique index coupon_use_once on coupon_use (merchant_id, used_for, coupon_id) where state <> 'returned';
grant select, insert, update on coupon_use to coralhub_app;
