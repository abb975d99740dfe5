-- Every finished day is sealed: a Merkle root for each merchant's entries, one root over all merchants, and a chain
-- over the days. Whoever keeps one chain value can later prove that nothing before it was changed.

create table ledger_day (
  day date primary key,
  -- first moment after the day, in Beijing; no entry may be added before it any more
  sealed_until timestamptz not null,
  entries bigint not null,
  root bytea not null,
  previous bytea not null,
  chain bytea not null,
  sealed_at timestamptz not null,
  constraint ledger_day_chain check (chain = sha256(previous || root)),
  constraint ledger_day_root check (length(root) = 32 and length(previous) = 32),
  constraint ledger_day_end check (sealed_until = (day + 1)::timestamp at time zone 'Asia/Shanghai')
);

create table ledger_seal (
  merchant_id uuid not null,
  day date not null,
  -- where the merchant's root stands among the leaves of the day's tree
  place integer not null,
  entries bigint not null,
  root bytea not null,
  primary key (merchant_id, day),
  constraint ledger_seal_root check (length(root) = 32)
);
create index ledger_seal_day on ledger_seal (day, place);

create trigger ledger_day_forever before update or delete on ledger_day
  for each row execute function ledger_refuse_change();
create trigger ledger_day_whole before truncate on ledger_day
  for each statement execute function ledger_refuse_change();
create trigger ledger_seal_forever before update or delete on ledger_seal
  for each row execute function ledger_refuse_change();
create trigger ledger_seal_whole before truncate on ledger_seal
  for each statement execute function ledger_refuse_change();

-- Lets nobody write into a day any more: waits for postings under way, then moves every account past the day's end.
create function ledger_close_day(closing date, now_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := (closing + 1)::timestamp at time zone 'Asia/Shanghai';
begin
  -- The clock of the sandbox may run ahead of the database's, but never ahead of what is already in the books.
  if until > greatest(now(), (select max(a.latest_at) from public.ledger_account a)) or until > now_at then
    raise exception 'ledger: the day is not over' using errcode = 'CL002';
  end if;
  perform pg_advisory_xact_lock(hashtext('ledger_seal'));
  update public.ledger_account set latest_at = until - interval '1 microsecond'
   where latest_at < until - interval '1 microsecond';
end $$;

-- Adds the next day to the chain. The roots can be computed again by anyone who can read the entries.
create function ledger_seal_day(
  sealing date, now_at timestamptz, day_root bytea, s_merchant uuid[], s_root bytea[], s_entries bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last_day public.ledger_day;
  until timestamptz := (sealing + 1)::timestamp at time zone 'Asia/Shanghai';
begin
  perform pg_advisory_xact_lock(hashtext('ledger_seal'));
  select * into last_day from public.ledger_day order by day desc limit 1;
  if last_day.day is not null and sealing <> last_day.day + 1 then
    raise exception 'ledger: days are sealed one after the other' using errcode = 'CL002';
  end if;
  if exists (select from public.ledger_account a where a.latest_at < until - interval '1 microsecond') then
    raise exception 'ledger: the day is still open' using errcode = 'CL002';
  end if;
  insert into public.ledger_seal (merchant_id, day, place, entries, root)
  select u.merchant_id, sealing, u.place - 1, u.entries, u.root
    from unnest(s_merchant, s_root, s_entries) with ordinality as u (merchant_id, root, entries, place);
  insert into public.ledger_day (day, sealed_until, entries, root, previous, chain, sealed_at)
  select sealing, until, coalesce((select sum(e) from unnest(s_entries) e), 0), day_root, p.previous,
         sha256(p.previous || day_root), now_at
    from (select coalesce(last_day.chain, sha256('coralhub')) as previous) p;
end $$;

revoke execute on function ledger_close_day, ledger_seal_day from public;
grant execute on function ledger_close_day, ledger_seal_day to coralhub_app;
grant select on ledger_day, ledger_seal to coralhub_app;
