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

-- The trial balance of a sealed day: what moved on each kind of account, and where all of them together stood at its end.
create table ledger_day_total (
  day date not null,
  kind text not null,
  currency text not null,
  debits numeric not null,
  credits numeric not null,
  closing numeric not null,
  primary key (day, kind, currency)
);
create trigger ledger_day_total_forever before update or delete on ledger_day_total
  for each row execute function ledger_refuse_change();
create trigger ledger_day_total_whole before truncate on ledger_day_total
  for each statement execute function ledger_refuse_change();

-- Lets nobody write into a day any more, for the next merchants in order: waits for their postings under way, then
-- moves their accounts past the day's end. Answers where to go on, null when all are done.
create function ledger_close_day(closing date, now_at timestamptz, after_merchant uuid, merchants int) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until timestamptz := (closing + 1)::timestamp at time zone 'Asia/Shanghai';
  last_merchant uuid;
begin
  -- The clock of the sandbox may run ahead of the database's, but not for good: nobody can lock the books by a date.
  if until > now_at or until > now() + interval '11 years' then
    raise exception 'ledger: the day is not over' using errcode = 'CL002';
  end if;
  with recursive next_ones (merchant_id, n) as (
    (select a.merchant_id, 1 from public.ledger_account a where a.merchant_id > after_merchant order by 1 limit 1)
    union all
    select (select a.merchant_id from public.ledger_account a
             where a.merchant_id > o.merchant_id order by 1 limit 1), o.n + 1
      from next_ones o where o.merchant_id is not null and o.n < merchants)
  select o.merchant_id into last_merchant from next_ones o where o.merchant_id is not null order by o.n desc limit 1;
  if last_merchant is null then
    return null;
  end if;
  with open_ones as (
    select a.merchant_id, a.code from public.ledger_account a
     where a.merchant_id > after_merchant and a.merchant_id <= last_merchant
       and a.latest_at < until - interval '1 microsecond'
     order by a.merchant_id, a.code
       for no key update)
  update public.ledger_account a set latest_at = until - interval '1 microsecond'
    from open_ones o where a.merchant_id = o.merchant_id and a.code = o.code;
  return last_merchant;
end $$;

-- Adds the next day to the chain. The roots can be computed again by anyone who can read the entries.
create function ledger_seal_day(
  sealing date, now_at timestamptz, day_root bytea, s_merchant uuid[], s_root bytea[], s_entries bigint[],
  t_kind text[], t_currency text[], t_debits numeric[], t_credits numeric[]) returns void
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
  insert into public.ledger_day_total (day, kind, currency, debits, credits, closing)
  select sealing, kind, currency, coalesce(u.debits, 0), coalesce(u.credits, 0),
         coalesce(before.closing, 0) + coalesce(u.credits, 0) - coalesce(u.debits, 0)
    from unnest(t_kind, t_currency, t_debits, t_credits) as u (kind, currency, debits, credits)
    full join (select * from public.ledger_day_total t where t.day = last_day.day) before using (kind, currency);
  insert into public.ledger_day (day, sealed_until, entries, root, previous, chain, sealed_at)
  select sealing, until, coalesce((select sum(e) from unnest(s_entries) e), 0), day_root, p.previous,
         sha256(p.previous || day_root), now_at
    from (select coalesce(last_day.chain, sha256('coralhub')) as previous) p;
end $$;

revoke execute on function ledger_close_day, ledger_seal_day from public;
grant execute on function ledger_close_day, ledger_seal_day to coralhub_app;
grant select on ledger_day, ledger_seal, ledger_day_total to coralhub_app;
