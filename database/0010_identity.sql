-- needs: text_grams.sql

-- The merchant and everything that proves who is there.
create table merchant (
  merchant_id uuid primary key,
  user_no text not null,
  invitation_code text not null,
  source text not null check (source in ('website', 'invitation', 'partner', 'openApi', 'bigCustomer')),
  contact_name text,
  contact_title text,
  province text,
  city text,
  area text,
  address text,
  registered_at timestamptz not null,
  closes_at timestamptz,
  closed_at timestamptz
);
create index merchant_closing_due on merchant (closes_at) where closes_at is not null and closed_at is null;
-- The console looks merchants up by any part of a number, an address or a name, over all of them. Merchants come one at
-- a time: each goes into the index at once, so that no search has to read what is still pending.
create index merchant_search on merchant
  using gin (text_grams(user_no), text_grams(contact_name)) with (fastupdate = off);
create index merchant_registered on merchant (registered_at desc);
grant select, insert, update on merchant to coralhub_app;

-- The people of a merchant: who signs in, and with what. Every merchant has one owner; others are members of the same
-- kind, each with a name, a password, factors, devices and sessions of their own.
create table merchant_user (
  merchant_id uuid not null references merchant (merchant_id),
  person_id uuid not null,
  role text not null check (role in ('owner', 'member')),
  -- What timelines call the person; null until they say.
  name text,
  mobile text,
  email text,
  password_hash text not null,
  password_changed_at timestamptz not null,
  totp_secret bytea,
  totp_pending bytea,
  totp_bound_at timestamptz,
  totp_last_used_at timestamptz,
  -- The last time step a code was accepted for: a code works once.
  totp_last_step bigint,
  -- No SMS at night, security notices aside.
  quiet_nights boolean not null default true,
  joined_at timestamptz not null,
  -- Left, or the account was closed: what identified the person is gone.
  left_at timestamptz,
  primary key (merchant_id, person_id),
  check (mobile is not null or email is not null or left_at is not null),
  check ((totp_secret is null) = (totp_bound_at is null))
);
create unique index merchant_user_owner on merchant_user (merchant_id) where role = 'owner';
create index merchant_user_search on merchant_user
  using gin (text_grams(mobile), text_grams(email)) with (fastupdate = off);
grant select, insert, update on merchant_user to coralhub_app;

-- What must be unique over all merchants, keyed by the very thing that is unique.
create table merchant_directory (
  kind text not null check (kind in ('mobile', 'email', 'userNo', 'invitation', 'openUser')),
  name text not null,
  owner_id uuid not null,
  -- Whose sign-in name it is; null where the merchant itself is named.
  person_id uuid,
  primary key (kind, name),
  check ((kind in ('mobile', 'email')) = (person_id is not null))
);
grant select, insert, delete on merchant_directory to coralhub_app;

create table merchant_recovery_code (
  merchant_id uuid not null,
  person_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (merchant_id, person_id, code_hash),
  foreign key (merchant_id, person_id) references merchant_user (merchant_id, person_id)
);
grant select, insert, update, delete on merchant_recovery_code to coralhub_app;

-- A browser that signed in before. It keeps a secret of which we know the hash.
create table merchant_device (
  merchant_id uuid not null,
  person_id uuid not null,
  device_id uuid not null,
  secret_hash bytea not null,
  label text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null until the person says "this was me"; the very first device needs no answer.
  confirmed_at timestamptz,
  primary key (merchant_id, person_id, device_id),
  foreign key (merchant_id, person_id) references merchant_user (merchant_id, person_id)
);
grant select, insert, update, delete on merchant_device to coralhub_app;

create table merchant_device_session (
  merchant_id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  device_id uuid not null,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, person_id, device_id)
    references merchant_device (merchant_id, person_id, device_id) on delete cascade
);
grant select, insert, delete on merchant_device_session to coralhub_app;

create table merchant_sign_in (
  merchant_id uuid not null,
  person_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('signedIn', 'wrongPassword', 'wrongSecondFactor')),
  device text not null,
  address text not null,
  primary key (merchant_id, person_id, id),
  foreign key (merchant_id, person_id) references merchant_user (merchant_id, person_id)
);
grant select, insert on merchant_sign_in to coralhub_app;

create table merchant_consent (
  merchant_id uuid not null references merchant (merchant_id),
  legal_text text not null check (legal_text in ('agreement', 'privacy')),
  version text not null,
  agreed_at timestamptz not null,
  address text not null,
  primary key (merchant_id, legal_text, version)
);
grant select, insert on merchant_consent to coralhub_app;

-- Who invited whom: the effect (a coupon for both) is granted from these rows.
create table merchant_invitation (
  merchant_id uuid not null references merchant (merchant_id),
  invited_merchant_id uuid not null,
  invited_at timestamptz not null,
  primary key (merchant_id, invited_merchant_id)
);
grant select, insert on merchant_invitation to coralhub_app;

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
  merchant_id uuid not null,
  person_id uuid not null,
  id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (merchant_id, person_id, id),
  foreign key (merchant_id, person_id) references merchant_user (merchant_id, person_id)
);
grant select, insert, update, delete on merchant_passkey to coralhub_app;

create table passkey_directory (
  credential_id text primary key,
  owner_id uuid not null,
  person_id uuid not null,
  passkey_id uuid not null
);
grant select, insert, delete on passkey_directory to coralhub_app;

create table passkey_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'signIn', 'stepUp')),
  -- The person it was made for; null at the door, where nobody is named.
  person_id uuid,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to coralhub_app;

-- Things a merchant asks for that take their time.

-- A new phone or e-mail without the old one: waits, and the old address is told.
create table merchant_factor_change (
  merchant_id uuid not null,
  person_id uuid not null,
  factor text not null check (factor in ('mobile', 'email')),
  new_value text not null,
  requested_at timestamptz not null,
  effective_at timestamptz not null,
  primary key (merchant_id, person_id, factor),
  foreign key (merchant_id, person_id) references merchant_user (merchant_id, person_id)
);
create index merchant_factor_change_due on merchant_factor_change (effective_at);
grant select, insert, update, delete on merchant_factor_change to coralhub_app;

create table merchant_data_export (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  -- Sealed: everything we know about one person in one place.
  content bytea,
  primary key (merchant_id, id)
);
grant select, insert, update on merchant_data_export to coralhub_app;

create table merchant_closing (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  requested_at timestamptz not null,
  reason text not null,
  cancelled_at timestamptz,
  primary key (merchant_id, id)
);
grant select, insert, update on merchant_closing to coralhub_app;

-- The lost phone. An operator's queue, not a merchant's table: the account may not even exist.
create table account_recovery (
  id uuid primary key,
  owner_id uuid,
  person_id uuid,
  username text not null,
  new_mobile text not null,
  contact_name text not null,
  story text not null,
  state text not null check (state in ('requested', 'proposed', 'accepted', 'declined')),
  created_at timestamptz not null,
  proposed_by uuid,
  proposed_accept boolean,
  proposal_note text,
  proposed_at timestamptz,
  decided_by uuid,
  decision_note text,
  decided_at timestamptz,
  check (decided_by is null or decided_by <> proposed_by)
);
create index account_recovery_queue on account_recovery (created_at desc, id desc);
create index account_recovery_waiting on account_recovery (created_at) where state in ('requested', 'proposed');
grant select, insert, update on account_recovery to coralhub_app;

-- Who has left us; money for them is nobody's.
create view merchant_closed as
  select merchant_id, closed_at from merchant where closed_at is not null;
grant select on merchant_closed to coralhub_app;
