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
