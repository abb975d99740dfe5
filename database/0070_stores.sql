-- Shops of merchants on the platforms of the catalogue. `fields` holds what was answered and may be shown; secrets have a
-- table of their own.
create table store (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- The catalogue's code.
  platform text not null,
  name text not null check (length(name) between 1 and 60),
  -- In the directory's one spelling; empty where there is none (yet).
  url text not null default '',
  country text,
  state text not null check (state in ('pending', 'bound', 'declined', 'removed')),
  -- Grows with every change a reviewer has to look at.
  version integer not null default 1 check (version >= 1),
  authorisation text not null default 'none' check (authorisation in ('none', 'authorised', 'expiring', 'lapsed')),
  authorised_until timestamptz,
  hidden boolean not null default false,
  remark text not null default '' check (length(remark) <= 100),
  -- The account asked for: its option in the catalogue, and the name it is to carry.
  account_option text not null,
  holder_name text not null,
  -- Where it is paid into, from its first approval on.
  receiving_account_id uuid,
  fields jsonb not null default '{}',
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by text not null default '',
  decline_reason text not null default '',
  created_at timestamptz not null,
  bound_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, id),
  check ((state = 'removed') = (removed_at is not null)),
  check (state <> 'bound' or (bound_at is not null and receiving_account_id is not null)),
  check (state <> 'declined' or decline_reason <> '')
);
create index store_by_time on store (merchant_id, created_at desc, id desc) where state <> 'removed';
create index store_by_account on store (merchant_id, receiving_account_id) where state <> 'removed';
-- The desk looks at all merchants, and first at what waits.
create index store_waiting on store (due_at, id) where state = 'pending';
grant select, insert, update on store to coralhub_app;

-- An address belongs to one store, whoever's it is.
create table store_url (
  url text primary key,
  owner_id uuid not null,
  store_id uuid not null
);
create index store_url_by_store on store_url (owner_id, store_id);
grant select, insert, update, delete on store_url to coralhub_app;

create table store_secret (
  merchant_id uuid not null,
  store_id uuid not null,
  -- The name of the answer.
  field text not null,
  sealed bytea not null,
  last_four text not null check (length(last_four) <= 4),
  primary key (merchant_id, store_id, field),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
-- Secrets leave with their store.
grant select, insert, update, delete on store_secret to coralhub_app;

-- What happened to a store, in the words its owner reads.
create table store_event (
  merchant_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('merchant', 'operator', 'system')),
  actor text not null,
  what text not null,
  detail text not null default '',
  primary key (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
grant select, insert on store_event to coralhub_app;
