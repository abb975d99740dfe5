-- Days are closed, sealed and summed here.

-- Lets nobody write into a day any more, for the next merchants in order: waits for their postings under way, then
-- moves their accounts past the day's end. Answers where to go on, null when all are done.
create or replace function ledger_close_day(closing date, now_at timestamptz, after_merchant uuid, merchants int) returns uuid
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
create or replace function ledger_seal_day(
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

-- Seals say which merchants moved on the day; their accounts lead to the entries. The house's own accounts are left out.
-- What came to an account, whether as the first receiver or the second. First the day's, then what they were for: in
-- books nobody has counted yet the planner would begin with all postings.
create or replace function ledger_sum_credits(sealed ledger_day) returns void language sql as $$
  with e as materialized (
    select e.merchant_id, e.posting_id, a.kind, e.currency, e.amount
      from ledger_seal s
      join ledger_account a on a.merchant_id = s.merchant_id and a.kind not like 'house.%'
      join ledger_entry e on e.merchant_id = a.merchant_id and e.code = a.code and e.amount > 0
       and e.posted_at >= sealed.day::timestamp at time zone 'Asia/Shanghai' and e.posted_at < sealed.sealed_until
     where s.day = sealed.day)
  insert into ledger_day_credit (merchant_id, day, kind, reason, currency, amount)
  select e.merchant_id, sealed.day, e.kind, p.reason, e.currency, sum(e.amount)
    from e join ledger_posting p on p.merchant_id = e.merchant_id and p.id = e.posting_id
   group by 1, 2, 3, 4, 5
$$;

revoke execute on function ledger_close_day, ledger_seal_day, ledger_sum_credits from public;
grant execute on function ledger_close_day, ledger_seal_day to coralhub_app;
