-- How the sandbox's own reviewer of stores behaves; one row, absent until somebody changes it.
create table sandbox_store_reviewer (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null,
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_store_reviewer to coralhub_app;
