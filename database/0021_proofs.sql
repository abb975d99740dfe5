-- Short-lived proofs: captchas, one-time codes, passkey challenges, and the counters that slow guessing down.
-- They belong to whoever is at the door, who may not be a merchant yet.
create table captcha (
  id uuid primary key,
  kind text not null check (kind in ('slider', 'normal')),
  answer text not null,
  expires_at timestamptz not null,
  -- One answer per captcha, right or wrong.
  answered_at timestamptz,
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  ticket_used_at timestamptz
);
create index captcha_expiry on captcha (expires_at);
grant select, insert, update, delete on captcha to coralhub_app;

create table verification_code (
  recipient text not null,
  purpose text not null,
  id uuid not null,
  -- Payee and amount for money, the merchant for everything that is theirs.
  binding text not null,
  -- Null for a decoy: asked for an account that does not exist.
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (recipient, purpose, id)
);
create index verification_code_age on verification_code (created_at);
grant select, insert, update, delete on verification_code to coralhub_app;

-- Times of the last attempts under one key, for limits over a sliding window.
create table attempt_window (
  key bytea primary key,
  times timestamptz[] not null,
  last_at timestamptz not null
) with (fillfactor = 50);
create index attempt_window_age on attempt_window (last_at);
grant select, insert, update, delete on attempt_window to coralhub_app;

create table merchant_passkey (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (merchant_id, id)
);
grant select, insert, update, delete on merchant_passkey to coralhub_app;

create table passkey_directory (
  credential_id text primary key,
  owner_id uuid not null,
  passkey_id uuid not null
);
grant select, insert, delete on passkey_directory to coralhub_app;

create table passkey_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'signIn', 'stepUp')),
  owner_id uuid,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to coralhub_app;
