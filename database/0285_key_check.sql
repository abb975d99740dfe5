-- A word sealed with the key this database was set up with: a server whose key does not open it does not start. Being
-- ready means that it can be written, too.
create table key_check (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null,
  checked_at timestamptz not null
);
grant select, insert, update on key_check to coralhub_app;
