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

-- How the sandbox's own reviewer of stores behaves; one row, absent until somebody changes it.
create table sandbox_store_reviewer (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null,
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_store_reviewer to coralhub_app;

-- What a platform gave us for a store: tokens or keys, sealed. The store's `authorisation` says where it stands; here is
-- until when it holds, when it must be renewed, and whether it works.
create table store_connection (
  merchant_id uuid not null,
  store_id uuid not null,
  connector text not null,
  -- The shop's or seller's number on the platform: another one may not take its place.
  account text,
  sealed bytea not null,
  last_four text not null check (length(last_four) <= 4),
  authorised_at timestamptz not null,
  -- When the merchant must agree anew; null: not by time.
  ends_at timestamptz,
  -- When a fresh access token is due; null: never, or no longer.
  refresh_after timestamptz,
  -- One server refreshes at a time: many platforms take a refresh token once.
  leased_until timestamptz,
  checked_at timestamptz not null,
  last_success_at timestamptz,
  failing_since timestamptz,
  problem text,
  primary key (merchant_id, store_id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
-- The jobs and the operators look at all merchants.
create index store_connection_refresh on store_connection (refresh_after) where refresh_after is not null;
create index store_connection_ends on store_connection (ends_at) where ends_at is not null;
create index store_connection_checked on store_connection (checked_at);
create index store_connection_by_time on store_connection (authorised_at desc, store_id desc);
grant select, insert, update, delete on store_connection to coralhub_app;

-- A journey to a platform and back. Only the hash of what the browser carries is kept; it counts once, soon, for the
-- merchant, session and store it was made for.
create table oauth_state (
  state_hash bytea primary key,
  owner_id uuid not null,
  session_id uuid not null,
  store_id uuid not null,
  connector text not null,
  -- Of PKCE, sealed.
  verifier bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_state_expiry on oauth_state (expires_at);
grant select, insert, update, delete on oauth_state to coralhub_app;

-- What the sandbox's stand-in for the platforms remembers of consents and keys; only hashes of what it handed out.
create table sandbox_authorisation (
  id uuid primary key,
  connector text not null,
  account text not null,
  code_hash bytea unique,
  code_ends_at timestamptz,
  exchanged_at timestamptz,
  access_hash bytea,
  access_ends_at timestamptz,
  refresh_hash bytea,
  refreshes integer not null default 0,
  ends_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null
);
grant select, insert, update on sandbox_authorisation to coralhub_app;

-- What others read of a store.
create view store_brief as
  select merchant_id, id, name, platform, url, state, receiving_account_id, bound_at, created_at from store;
grant select on store_brief to coralhub_app;
