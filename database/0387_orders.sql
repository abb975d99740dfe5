-- How the simulated platforms give their orders; one row at most, absent: as they were sold.
create table sandbox_market_settings (
  only_one boolean primary key default true check (only_one),
  plan text not null,
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_market_settings to coralhub_app;
