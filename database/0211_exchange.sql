-- Hours an operator has set for a market; the newest counts, and where there is none the product's own table does.
create table fx_market_hours (
  id uuid primary key,
  market text not null,
  hours jsonb not null,
  keeps_holidays boolean not null,
  reason text not null,
  made_by uuid not null references operator (id),
  made_at timestamptz not null
);
create index fx_market_hours_choice on fx_market_hours (market, made_at desc);
grant select, insert on fx_market_hours to coralhub_app;

-- Terms an operator has set for a pair; the newest counts.
create table fx_pair_terms (
  id uuid primary key,
  sell text not null,
  buy text not null,
  terms jsonb not null,
  reason text not null,
  made_by uuid not null references operator (id),
  made_at timestamptz not null
);
create index fx_pair_terms_choice on fx_pair_terms (sell, buy, made_at desc);
grant select, insert on fx_pair_terms to coralhub_app;

-- What the whole house has sold of a pair on a day in Beijing: one row, raised with each conversion and never above the cap.
create table fx_pair_day (
  sell text not null,
  buy text not null,
  day date not null,
  sold_minor bigint not null check (sold_minor > 0),
  primary key (day, sell, buy)
);
grant select, insert, update on fx_pair_day to coralhub_app;

-- All rates of one moment, units for one dollar: what charts and averages are drawn from.
create table fx_rate_board (
  grain text not null check (grain in ('minutes', 'hours', 'days')),
  at timestamptz not null,
  source text not null,
  per_dollar jsonb not null,
  primary key (grain, at)
);
grant select, insert, delete on fx_rate_board to coralhub_app;

-- The last rate of each currency that was taken as right: what the next one is compared with.
create table fx_rate_baseline (
  currency text primary key,
  per_dollar text not null,
  source text not null,
  at timestamptz not null
);
grant select, insert, update on fx_rate_baseline to coralhub_app;

-- A rate that moved further than its currency may: nothing is quoted with it until a person has looked.
create table fx_rate_jump (
  id uuid primary key,
  currency text not null,
  before_rate text not null,
  after_rate text not null,
  source text not null,
  noticed_at timestamptz not null,
  state text not null check (state in ('open', 'accepted', 'refused')),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create unique index fx_rate_jump_open on fx_rate_jump (currency) where state = 'open';
create index fx_rate_jump_by_time on fx_rate_jump (noticed_at desc);
grant select, insert, update on fx_rate_jump to coralhub_app;

-- What a merchant left with us to happen later. A target's money is held under `standing:<id>:placed`.
create table standing_order (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('alert', 'target', 'arrivals')),
  state text not null check (state in ('waiting', 'filled', 'cancelled', 'lapsed', 'stopped')),
  sell text not null,
  buy text not null,
  amount_minor bigint check (amount_minor > 0),
  target text,
  direction text check (direction in ('up', 'down')),
  until_at timestamptz,
  hold_posting_id uuid,
  -- Arrivals: the last entry of the wallet that was looked at, and what arrived and is not exchanged yet.
  seen_micros bigint,
  pending_minor bigint not null default 0 check (pending_minor >= 0),
  tries int not null default 0,
  problem text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  check ((kind = 'target') = (amount_minor is not null) and (kind = 'target') = (hold_posting_id is not null)
    and (kind = 'target') = (until_at is not null)),
  check ((kind = 'arrivals') = (target is null) and (kind = 'arrivals') = (seen_micros is not null)),
  check ((kind = 'alert') = (direction is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create unique index standing_order_arrivals on standing_order (merchant_id, sell)
  where kind = 'arrivals' and state = 'waiting';
-- The watch looks at all merchants.
create index standing_order_waiting on standing_order (created_at, id) where state = 'waiting';
grant select, insert, update on standing_order to coralhub_app;

-- One exchange between two wallets of a merchant. What it moved is in the ledger under `conversion:<id>`.
create table conversion (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('pending', 'settled', 'failed')),
  origin text not null check (origin in ('merchant', 'target', 'arrivals')),
  order_id uuid,
  quote_id uuid,
  sell text not null,
  buy text not null,
  -- All that leaves the wallet, the fee included.
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  bought_minor bigint check (bought_minor > 0),
  -- The house's earning, in the bought currency.
  margin_minor bigint,
  mid text,
  rate text,
  price jsonb,
  rate_at timestamptz,
  rate_source text,
  posting_id uuid,
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, id),
  -- A quote is used once.
  unique (merchant_id, quote_id),
  foreign key (merchant_id, order_id) references standing_order (merchant_id, id),
  check ((origin = 'merchant') = (order_id is null)),
  check ((state = 'settled') = (posting_id is not null) and (state = 'settled') = (settled_at is not null)),
  check ((state <> 'settled') or (price is not null and bought_minor is not null and rate is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index conversion_by_time on conversion (merchant_id, created_at desc, id desc);
create index conversion_by_pair on conversion (merchant_id, sell, buy, created_at) where state = 'settled';
-- The desk looks at all merchants.
create index conversion_all_by_time on conversion (created_at desc, id desc);
grant select, insert, update on conversion to coralhub_app;

