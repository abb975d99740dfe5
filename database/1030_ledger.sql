-- needs: ledger_rules.sql

-- Until when the books are closed, all of them at once: closing a day writes this row and no account. Who writes postings
-- reads it under a lock that is held until the commit; whoever began before it was raised is waited for.
create table ledger_closed (
  one boolean primary key default true check (one),
  until timestamptz not null,
  -- the transaction that raised it
  closed_in xid8 not null,
  -- until when nobody who may not have known is still writing
  quiet_until timestamptz not null
);
insert into ledger_closed (until, closed_in, quiet_until)
select coalesce(max(sealed_until), 'epoch'), pg_current_xact_id(), coalesce(max(sealed_until), 'epoch') from ledger_day;
create trigger ledger_closed_forever before delete on ledger_closed
  for each row execute function ledger_refuse_change();
create trigger ledger_closed_whole before truncate on ledger_closed
  for each statement execute function ledger_refuse_change();

-- How far the sealing of a day has come: whoever was stopped goes on from here. Gone when the day is sealed.
create table ledger_sealing (
  day date primary key,
  -- the last merchant whose seal is written
  reached uuid not null,
  seals integer not null,
  entries bigint not null
);
create table ledger_sealing_total (
  day date not null,
  kind text not null,
  currency text not null,
  debits numeric not null,
  credits numeric not null,
  primary key (day, kind, currency)
);

-- Inner nodes of a merchant's own tree where a day has many entries, from the level on that stands for 64 of them: a proof
-- reads those 64 and one node for each level. The lowest say where their first entry stands.
create table ledger_entry_node (
  merchant_id uuid not null,
  day date not null,
  level integer not null,
  place integer not null,
  digest bytea not null,
  first_code text collate "C",
  first_at timestamptz,
  primary key (merchant_id, day, level, place),
  constraint ledger_entry_node_digest check (length(digest) = 32),
  constraint ledger_entry_node_first check ((first_code is null) = (first_at is null))
);
create index ledger_entry_node_first on ledger_entry_node (merchant_id, day, first_code, first_at) where first_code is not null;
create trigger ledger_entry_node_forever before update or delete on ledger_entry_node
  for each row execute function ledger_refuse_change();
create trigger ledger_entry_node_whole before truncate on ledger_entry_node
  for each statement execute function ledger_refuse_change();

grant select on ledger_closed, ledger_sealing, ledger_sealing_total, ledger_entry_node to coralhub_app;

-- A day was closed account by account and sealed at once.
drop function if exists ledger_close_day(date, timestamptz, uuid, int);
drop function if exists ledger_seal_day(date, timestamptz, bytea, uuid[], bytea[], bigint[], text[], text[], numeric[], numeric[]);
drop function if exists ledger_sum_credits(ledger_day);
