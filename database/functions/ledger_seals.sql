-- Days are closed, sealed and summed here.

-- Whoever writes postings holds this lock until the commit, so that closing a day can wait for those who began before.
-- Answers the last microsecond that is closed. Null where the transaction reads from an old snapshot: it might not see it.
-- Called by definers, with their rights and their path.
create or replace function ledger_floor() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7263, 548103);
  -- Read after the lock is held, with a snapshot of its own.
  return (select (extract(epoch from c.until) * 1000000)::bigint - 1 from public.ledger_closed c
           where c.one and current_setting('transaction_isolation') like 'read %');
end $$;

-- Lets nobody write into a day any more. Says whether all who might not have known are done: until then it is called again,
-- each time in a transaction of its own. Nobody waits for it.
create or replace function ledger_close_day(closing date, now_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  until_at timestamptz := (closing + 1)::timestamp at time zone 'Asia/Shanghai';
  closed public.ledger_closed;
  writing text[];
begin
  -- The clock of the sandbox may run ahead of the database's, but not for good: nobody can lock the books by a date.
  if (until_at > now_at or until_at > now() + interval '11 years') is not false then
    raise exception 'ledger: the day is not over' using errcode = 'CL002';
  end if;
  select * into closed from public.ledger_closed for update;
  if closed.until < until_at then
    update public.ledger_closed set until = until_at, closed_in = pg_current_xact_id();
    return false;
  end if;
  if closed.quiet_until >= until_at then
    return true;
  end if;
  -- Others see it from the commit on, and this is only afterwards.
  if closed.closed_in = pg_current_xact_id() then
    return false;
  end if;
  for attempt in 1 .. 200 loop
    select array_agg(l.virtualtransaction) into writing from pg_locks l
     where l.locktype = 'advisory' and l.classid = 7263 and l.objid = 548103 and l.objsubid = 2
       and l.database = (select d.oid from pg_database d where d.datname = current_database())
       and (attempt = 1 or l.virtualtransaction = any (writing));
    if writing is null then
      update public.ledger_closed set quiet_until = closed.until;
      return true;
    end if;
    perform pg_sleep(0.05);
  end loop;
  return false;
end $$;

-- The next day to seal is the one after the last, and nobody writes into it any more.
create or replace function ledger_check_sealing(sealing date) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  last_day date := (select max(d.day) from public.ledger_day d);
begin
  if (last_day is not null and sealing <> last_day + 1) or sealing is null then
    raise exception 'ledger: days are sealed one after the other' using errcode = 'CL002';
  end if;
  if (select c.quiet_until < (sealing + 1)::timestamp at time zone 'Asia/Shanghai' from public.ledger_closed c) is not false then
    raise exception 'ledger: the day is still open' using errcode = 'CL002';
  end if;
end $$;

-- Writes the seals of the next merchants in order, with everything that is summed of their day. `after_merchant` is the last
-- one sealed before: CL001 says that somebody else has gone on in between. The roots can be computed again by anyone who can
-- read the entries.
create or replace function ledger_seal_range(
  sealing date, after_merchant uuid, s_merchant uuid[], s_root bytea[], s_entries bigint[],
  t_kind text[], t_currency text[], t_debits numeric[], t_credits numeric[],
  n_merchant uuid[], n_level int[], n_place int[], n_digest bytea[], n_code text[], n_at bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  state public.ledger_sealing;
begin
  perform public.ledger_check_sealing(sealing);
  insert into public.ledger_sealing (day, reached, seals, entries)
  values (sealing, '00000000-0000-0000-0000-000000000000', 0, 0) on conflict (day) do nothing;
  select * into state from public.ledger_sealing s where s.day = sealing for update;
  if state.reached is distinct from after_merchant then
    raise exception 'ledger: another one has sealed these' using errcode = 'CL001';
  end if;
  if cardinality(s_merchant) = 0 or exists (
    select 1 from unnest(s_merchant) with ordinality as u (merchant_id, i)
     where (u.merchant_id > case u.i when 1 then after_merchant else s_merchant[u.i - 1] end) is not true) then
    raise exception 'ledger: merchants are sealed in their order' using errcode = 'CL002';
  end if;
  insert into public.ledger_seal (merchant_id, day, place, entries, root)
  select u.merchant_id, sealing, state.seals + u.i - 1, u.entries, u.root
    from unnest(s_merchant, s_root, s_entries) with ordinality as u (merchant_id, root, entries, i);
  insert into public.ledger_entry_node (merchant_id, day, level, place, digest, first_code, first_at)
  select u.merchant_id, sealing, u.level, u.place, u.digest, u.code, timestamptz 'epoch' + u.moment * interval '1 microsecond'
    from unnest(n_merchant, n_level, n_place, n_digest, n_code, n_at) as u (merchant_id, level, place, digest, code, moment)
   where u.merchant_id = any (s_merchant);
  insert into public.ledger_sealing_total as t (day, kind, currency, debits, credits)
  select sealing, u.kind, u.currency, u.debits, u.credits
    from unnest(t_kind, t_currency, t_debits, t_credits) as u (kind, currency, debits, credits)
  on conflict (day, kind, currency)
  do update set debits = t.debits + excluded.debits, credits = t.credits + excluded.credits;
  perform public.ledger_sum_credits(sealing, s_merchant);
  perform public.ledger_grow_nodes(sealing, state.seals, state.seals + cardinality(s_merchant));
  update public.ledger_sealing s
     set reached = s_merchant[cardinality(s_merchant)], seals = state.seals + cardinality(s_merchant),
         entries = state.entries + (select sum(e) from unnest(s_entries) e)
   where s.day = sealing;
end $$;

-- What came to these merchants' accounts, whether as the first receiver or the second. The house's own accounts are left
-- out. First the day's, then what they were for: in books nobody has counted yet the planner would begin with all postings.
create or replace function ledger_sum_credits(sealing date, merchants uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  from_at timestamptz := sealing::timestamp at time zone 'Asia/Shanghai';
  until_at timestamptz := (sealing + 1)::timestamp at time zone 'Asia/Shanghai';
begin
  with e as materialized (
    select a.merchant_id, a.kind, c.posting_id, c.reason, c.currency, c.amount
      from unnest(merchants) as m (merchant_id)
      join public.ledger_account a
        on a.merchant_id = m.merchant_id and a.kind not like 'house.%' and a.latest_at >= from_at
     cross join lateral (
       select t.posting_id, t.reason, t.currency, t.amount from public.ledger_transfer t
        where t.merchant_id = a.merchant_id and t.to_code = a.code and t.posted_at >= from_at and t.posted_at < until_at
       union all
       select t.posting_id, t.reason, t.currency, t.also_amount from public.ledger_transfer t
        where t.merchant_id = a.merchant_id and t.also_code = a.code and t.posted_at >= from_at and t.posted_at < until_at) c)
  insert into public.ledger_day_credit (merchant_id, day, kind, reason, currency, amount)
  select e.merchant_id, sealing, e.kind, coalesce(e.reason, p.reason), e.currency, sum(e.amount)
    from e left join public.ledger_transfer p
      on e.reason is null and p.merchant_id = e.merchant_id and p.posting_id = e.posting_id and p.line = 1
   group by 1, 2, 3, 4, 5;
end $$;

-- Adds the next day to the chain, once the seals of all merchants are written. Triggers sum it and check its root.
create or replace function ledger_seal_day(sealing date, now_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before bytea;
begin
  perform pg_advisory_xact_lock(7263, 548104);
  perform public.ledger_check_sealing(sealing);
  before := coalesce((select d.chain from public.ledger_day d order by d.day desc limit 1), sha256('coralhub'));
  insert into public.ledger_day (day, sealed_until, entries, root, previous, chain, sealed_at)
  select sealing, (sealing + 1)::timestamp at time zone 'Asia/Shanghai',
         coalesce((select s.entries from public.ledger_sealing s where s.day = sealing), 0), r.root, before,
         sha256(before || r.root), now_at
    from (select public.ledger_top_node(sealing) as root) r;
  delete from public.ledger_sealing where day <= sealing;
  delete from public.ledger_sealing_total where day <= sealing;
end $$;

revoke execute on function ledger_floor, ledger_close_day, ledger_check_sealing, ledger_seal_range, ledger_sum_credits,
  ledger_seal_day from public;
grant execute on function ledger_close_day, ledger_seal_range, ledger_seal_day to coralhub_app;
