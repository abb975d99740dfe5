-- Things a merchant asks for that take their time.

-- A new phone or e-mail without the old one: waits, and the old address is told.
create table merchant_factor_change (
  merchant_id uuid not null references merchant (merchant_id),
  factor text not null check (factor in ('mobile', 'email')),
  new_value text not null,
  requested_at timestamptz not null,
  effective_at timestamptz not null,
  primary key (merchant_id, factor)
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
grant select, insert, update on account_recovery to coralhub_app;
