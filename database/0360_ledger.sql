-- needs: ledger_rules.sql

-- The inner nodes of each sealed day's tree over the merchants: a proof reads one for each level.
create table ledger_seal_node (
  day date not null,
  -- One above the merchants' seals, and up to the root.
  level integer not null,
  place integer not null,
  digest bytea not null,
  primary key (day, level, place),
  constraint ledger_seal_node_digest check (length(digest) = 32)
);
create trigger ledger_seal_node_forever before update or delete on ledger_seal_node
  for each row execute function ledger_refuse_change();
create trigger ledger_seal_node_whole before truncate on ledger_seal_node
  for each statement execute function ledger_refuse_change();
grant select on ledger_seal_node to coralhub_app;
