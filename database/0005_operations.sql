-- Operators: the staff behind the console. Few rows, no merchant owns them.
create table operator (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  -- Set by someone else: must be changed before the account's roles count.
  password_initial boolean not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['reviewer', 'finance', 'admin']),
  totp_secret bytea,
  totp_pending bytea,
  totp_pending_at timestamptz,
  -- The last time step a code was accepted for: a code works once.
  totp_last_step bigint,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null
);
grant select, insert, update on operator to coralhub_app;

create table operator_recovery_code (
  operator_id uuid not null references operator (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);
grant select, insert, update, delete on operator_recovery_code to coralhub_app;

-- Keyed by what was typed, known or not, so that a lock says nothing about whether the account exists.
create table operator_sign_in_attempt (
  email text primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null
);
create index operator_sign_in_attempt_age on operator_sign_in_attempt (updated_at);
grant select, insert, update, delete on operator_sign_in_attempt to coralhub_app;

-- A flag without a row is off.
create table feature_flag (
  flag text primary key,
  mode text not null check (mode in ('off', 'list', 'percentage', 'on')),
  percentage integer not null check (percentage between 0 and 100),
  reason text not null,
  changed_at timestamptz not null,
  changed_by uuid references operator (id)
);
grant select, insert, update on feature_flag to coralhub_app;

create table feature_flag_merchant (
  merchant_id uuid not null,
  flag text not null,
  primary key (merchant_id, flag)
);
grant select, insert, delete on feature_flag_merchant to coralhub_app;

-- How each simulated rail behaves right now; a rail without a row behaves normally.
create table sandbox_rail_mode (
  rail text primary key,
  mode text not null check (mode in ('normal', 'slow', 'down')),
  changed_at timestamptz not null,
  changed_by uuid not null references operator (id)
);
grant select, insert, update on sandbox_rail_mode to coralhub_app;
