-- One row per idempotent call, written in the transaction of its effect. Kept for good: money must never move twice.
-- The answer is sealed, because answers carry what the caller may see and the database need not.
create table idempotency (
  scope text not null,
  key text not null check (length(key) between 8 and 128),
  fingerprint text not null,
  answer bytea,
  created_at timestamptz not null,
  primary key (scope, key)
);
grant select, insert, update on idempotency to coralhub_app;

-- Counters that may be lost with a crash, and are written on every limited call: unlogged, room for in-page updates,
-- and no index besides the key so that those updates stay in the page.
create unlogged table rate_limit (
  key bytea primary key,
  taken integer not null,
  window_ends_at timestamptz not null
) with (fillfactor = 50);
grant select, insert, update, delete on rate_limit to coralhub_app;
