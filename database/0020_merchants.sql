-- The merchant and everything that proves who is there.
create table merchant (
  merchant_id uuid primary key,
  user_no text not null,
  invitation_code text not null,
  source text not null check (source in ('website', 'invitation', 'partner', 'openApi', 'bigCustomer')),
  mobile text,
  email text,
  password_hash text not null,
  password_changed_at timestamptz not null,
  contact_name text,
  contact_title text,
  province text,
  city text,
  area text,
  address text,
  totp_secret bytea,
  totp_pending bytea,
  totp_bound_at timestamptz,
  totp_last_used_at timestamptz,
  -- The last time step a code was accepted for: a code works once.
  totp_last_step bigint,
  -- No SMS at night, security notices aside.
  quiet_nights boolean not null default true,
  registered_at timestamptz not null,
  closes_at timestamptz,
  closed_at timestamptz,
  check (mobile is not null or email is not null or closed_at is not null),
  check ((totp_secret is null) = (totp_bound_at is null))
);
create index merchant_closing_due on merchant (closes_at) where closes_at is not null and closed_at is null;
grant select, insert, update on merchant to coralhub_app;

-- What must be unique over all merchants, keyed by the very thing that is unique.
create table merchant_directory (
  kind text not null check (kind in ('mobile', 'email', 'userNo', 'invitation', 'openUser')),
  name text not null,
  owner_id uuid not null,
  primary key (kind, name)
);
grant select, insert, delete on merchant_directory to coralhub_app;

create table merchant_recovery_code (
  merchant_id uuid not null references merchant (merchant_id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (merchant_id, code_hash)
);
grant select, insert, update, delete on merchant_recovery_code to coralhub_app;

-- A browser that signed in before. It keeps a secret of which we know the hash.
create table merchant_device (
  merchant_id uuid not null references merchant (merchant_id),
  device_id uuid not null,
  secret_hash bytea not null,
  label text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null until the merchant says "this was me"; the very first device needs no answer.
  confirmed_at timestamptz,
  primary key (merchant_id, device_id)
);
grant select, insert, update, delete on merchant_device to coralhub_app;

create table merchant_device_session (
  merchant_id uuid not null,
  session_id uuid not null,
  device_id uuid not null,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, device_id) references merchant_device (merchant_id, device_id) on delete cascade
);
grant select, insert, delete on merchant_device_session to coralhub_app;

create table merchant_sign_in (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('signedIn', 'wrongPassword', 'wrongSecondFactor')),
  device text not null,
  address text not null,
  primary key (merchant_id, id)
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
