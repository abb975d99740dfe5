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
