-- needs: money_events.sql

-- Campaigns as operators make them. The seed decides every draw; its hash is public from the start, the seed itself after the end.
create table campaign (
  id uuid primary key,
  page text not null check (page in ('ganen', 'treasure', 'sunrise', 'friends', 'draw', 'fu', 'fiveone')),
  name text not null,
  state text not null check (state in ('draft', 'scheduled', 'running', 'paused', 'ended')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  audience jsonb not null,
  chances jsonb not null,
  content jsonb not null,
  currency text not null,
  budget_minor bigint not null check (budget_minor >= 0),
  spent_minor bigint not null default 0 check (spent_minor between 0 and budget_minor),
  draws integer not null default 0 check (draws >= 0),
  sealed_seed bytea not null,
  seed_hash text not null,
  made_by uuid not null references operator (id),
  made_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz not null,
  check (ends_at > starts_at)
);
create index campaign_due on campaign (starts_at) where state in ('scheduled', 'running');
create index campaign_of_page on campaign (page, starts_at desc);
grant select, insert, update on campaign to coralhub_app;

create table campaign_prize (
  campaign_id uuid not null references campaign (id),
  position integer not null,
  name text not null,
  kind text not null check (kind in ('money', 'coupon', 'goods', 'card', 'nothing')),
  amount_minor bigint check (amount_minor > 0),
  coupon_plan_id uuid,
  -- What one costs us, in the campaign's currency.
  cost_minor bigint not null check (cost_minor >= 0),
  weight integer not null check (weight between 0 and 1000000),
  -- Null: as many as are drawn.
  stock integer check (stock >= 0),
  given integer not null default 0 check (given >= 0),
  -- Given for a full collection, never drawn.
  is_grand boolean not null default false,
  primary key (campaign_id, position),
  check (given <= stock),
  check ((kind = 'money') = (amount_minor is not null)),
  check ((kind = 'coupon') = (coupon_plan_id is not null)),
  check (kind <> 'money' or cost_minor = amount_minor)
);
grant select, insert, update, delete on campaign_prize to coralhub_app;

-- One chance is one row, named by what it was given for; a draw takes it.
create table campaign_chance (
  merchant_id uuid not null references merchant (merchant_id),
  campaign_id uuid not null references campaign (id),
  cause text not null,
  id uuid not null,
  granted_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, campaign_id, cause)
);
create index campaign_chance_open on campaign_chance (merchant_id, campaign_id) where used_at is null;
grant select, insert, update on campaign_chance to coralhub_app;

create table campaign_draw (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  campaign_id uuid not null references campaign (id),
  -- The how-manieth draw of the campaign; null for a full collection.
  number integer,
  cause text not null,
  chances_before integer not null,
  chances_after integer not null,
  random text,
  commitment text not null,
  -- Where the random value pointed, what was given, and what of it was left.
  drawn_position integer not null,
  position integer not null,
  stock_before integer,
  stock_after integer,
  state text not null check (state in ('given', 'toSend', 'sent')),
  note text,
  decided_by uuid references operator (id),
  drawn_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (campaign_id, position) references campaign_prize (campaign_id, position),
  unique (merchant_id, campaign_id, cause)
);
create index campaign_draw_by_time on campaign_draw (merchant_id, drawn_at desc, id desc);
create index campaign_draw_to_send on campaign_draw (drawn_at) where state = 'toSend';
grant select, insert, update on campaign_draw to coralhub_app;

create table campaign_application (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  campaign_id uuid not null references campaign (id),
  state text not null check (state in ('waiting', 'accepted', 'declined')),
  company text not null,
  contact text not null,
  mobile text not null,
  platform text not null,
  monthly_dollars integer not null check (monthly_dollars >= 0),
  note text not null,
  reason text,
  decided_by uuid references operator (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, campaign_id)
);
create index campaign_application_waiting on campaign_application (created_at) where state = 'waiting';
grant select, insert, update on campaign_application to coralhub_app;

-- Who looked and drew, by day and by the version they read.
create table campaign_count (
  campaign_id uuid not null references campaign (id),
  day date not null,
  variant text not null check (variant in ('a', 'b')),
  visits integer not null default 0,
  draws integer not null default 0,
  primary key (campaign_id, day, variant)
);
grant select, insert, update on campaign_count to coralhub_app;

-- Money the house gives away: a prize, a reward.
create table promotion_reward (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  cause text not null,
  title text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  posting_id uuid not null,
  paid_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, cause)
);
grant select, insert on promotion_reward to coralhub_app;

create trigger money_event_kept after insert on promotion_reward
  for each row execute function money_event_of_reward();
