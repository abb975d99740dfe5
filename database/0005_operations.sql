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

-- Who an operator is and what they may do changes by two admins. Confirmed rows are also what says how long an account
-- rests, and who may not check whose work.
create table operator_change (
  id uuid primary key,
  kind text not null check (kind in ('appoint', 'enable', 'changeRoles', 'resetPassword', 'resetTotp')),
  -- Null while the operator has yet to be made.
  operator_id uuid references operator (id),
  email text not null check (email = lower(email)),
  name text not null,
  roles text[] check (cardinality(roles) > 0 and roles <@ array['reviewer', 'finance', 'admin']),
  reason text not null,
  state text not null check (state in ('pending', 'confirmed', 'declined', 'withdrawn', 'lapsed')),
  -- Null: appointed by whoever holds the server.
  proposed_by uuid references operator (id),
  proposed_at timestamptz not null,
  -- Null for a confirmed one: the first admin appointed the second alone, or the server's holder did.
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  check ((kind in ('appoint', 'changeRoles')) = (roles is not null)),
  check (kind = 'appoint' or operator_id is not null),
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'confirmed' or (operator_id is not null and decided_by is distinct from proposed_by) or proposed_by is null)
);
create unique index operator_change_pending on operator_change (email, kind) where state = 'pending';
create index operator_change_confirmed on operator_change (operator_id, decided_at desc) where state = 'confirmed';
create index operator_change_recent on operator_change (proposed_at desc, id desc);
grant select, insert, update on operator_change to coralhub_app;

-- Browsers and addresses an operator signed in from: their attempts are counted apart from those of strangers.
create table operator_place (
  operator_id uuid not null references operator (id),
  place bytea not null,
  last_used_at timestamptz not null,
  primary key (operator_id, place)
);
create index operator_place_age on operator_place (last_used_at);
grant select, insert, update, delete on operator_place to coralhub_app;

-- Keyed by what was typed, known or not, so that a lock says nothing about whether the account exists; and by the place,
-- where it is one the operator signed in from before (empty for strangers).
create table operator_sign_in_attempt (
  email text not null,
  place bytea not null,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (email, place)
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

-- What others read of an operator.
create view operator_brief as
  select id, name, email from operator;
grant select on operator_brief to coralhub_app;
