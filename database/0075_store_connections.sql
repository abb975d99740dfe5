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
