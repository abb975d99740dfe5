-- How far the sandbox's clock is ahead of the real one. One row; production never reads it.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into sandbox_clock default values;
grant select, update on sandbox_clock to coralhub_app;
