-- Made for small batches: what a batch costs however few postings it has, and one index less for each of them.
--
-- A posting lies in the row of its first transfer. It used to have a table of its own: a second statement for each
-- batch, and for each posting a second row with a second primary key. Whoever reads postings reads the view.

alter table ledger_transfer
  add column key text collate "C",
  -- what was asked for under that key: the same key with another content is refused
  add column fingerprint bytea,
  add column reason text collate "C",
  add column reference text collate "C",
  add column lines integer,
  -- the posting whose hold this one resolves
  add column resolves uuid,
  -- the posting this one takes back (红冲)
  add column reverses uuid;

alter table ledger_transfer disable trigger ledger_transfer_forever;
update ledger_transfer t
   set key = p.key, fingerprint = p.fingerprint, reason = p.reason, reference = p.reference, lines = p.lines,
       resolves = p.resolves, reverses = p.reverses
  from ledger_posting p
 where p.merchant_id = t.merchant_id and p.id = t.posting_id and t.line = 1;
alter table ledger_transfer enable trigger ledger_transfer_forever;

drop table ledger_posting;
create unique index ledger_transfer_key on ledger_transfer (merchant_id, key) where key is not null;
create unique index ledger_transfer_reverses on ledger_transfer (merchant_id, reverses) where reverses is not null;
create index ledger_transfer_reference on ledger_transfer (merchant_id, reference) where reference is not null;

-- One business event: what happened, why, and under which key. Posted when its first transfer was.
create view ledger_posting as
  select merchant_id, posting_id as id, key, fingerprint, reason, reference, posted_at, lines, resolves, reverses
    from ledger_transfer
   where line = 1;
grant select on ledger_posting to coralhub_app;

-- Keys are looked up in the table itself: the view's own condition (first line) makes the primary key look fit for it,
-- and that way leads through all postings of the merchant.
create or replace function ledger_lock(
  a_merchant uuid[], a_code text[], k_merchant uuid[], k_key text[],
  out located int[], out balances bigint[], out latest bigint[],
  out seen int[], out seen_id uuid[], out seen_fingerprint bytea[])
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  select array_agg(x.i), array_agg(x.balance), array_agg((extract(epoch from x.latest_at) * 1000000)::bigint)
    into located, balances, latest
    from (select u.i, a.balance, a.latest_at
            from unnest(a_merchant, a_code) with ordinality as u (merchant_id, code, i)
            join public.ledger_account a on a.merchant_id = u.merchant_id and a.code = u.code
           order by u.i
             for no key update of a) x;
  select array_agg(u.i), array_agg(p.posting_id), array_agg(p.fingerprint)
    into seen, seen_id, seen_fingerprint
    from unnest(k_merchant, k_key) with ordinality as u (merchant_id, key, i)
    join public.ledger_transfer p on p.merchant_id = u.merchant_id and p.key = u.key;
end $$;

-- The writing functions again. plpgsql prepares every expression anew in each transaction, so the loop keeps only what
-- must be computed one after the other; all rules are conditions of the statements that write: a row that breaks one is
-- not written, and then the counts differ and nothing is.
-- What may be called, by whom, with which arguments, stays as it was.

create or replace function ledger_write(
  a_merchant uuid[], a_code text[], a_balance bigint[], a_latest bigint[],
  p_merchant uuid[], p_id uuid[], p_key text[], p_fingerprint bytea[], p_reason text[], p_reference text[],
  p_resolves uuid[], p_reverses uuid[],
  t_posting int[], t_from int[], t_to int[], t_amount bigint[], now_micros bigint)
returns void
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  balances bigint[] := a_balance;
  latest bigint[] := a_latest;
  -- Written over below: this is the cheapest way to an array of the right length.
  t_at bigint[] := t_amount;
  t_from_balance bigint[] := t_amount;
  t_to_balance bigint[] := t_amount;
  -- The last transfer of each posting.
  p_last int[] := '{}';
  p int := 0;
  f int;
  c int;
  moment bigint := now_micros;
  changed int;
begin
  if coalesce(now_micros is null or cardinality(t_amount) not between 1 and 100000
     or cardinality(a_code) <> all (array[cardinality(a_merchant), cardinality(a_balance), cardinality(a_latest)])
     or cardinality(p_id) <> all (array[cardinality(p_merchant), cardinality(p_key), cardinality(p_fingerprint),
                               cardinality(p_reason), cardinality(p_reference),
                               coalesce(cardinality(p_resolves), cardinality(p_id)),
                               coalesce(cardinality(p_reverses), cardinality(p_id))])
     or cardinality(t_amount) <> all (array[cardinality(t_posting), cardinality(t_from), cardinality(t_to)]), true)
  then
    raise exception 'ledger: arrays of different lengths' using errcode = 'CL002';
  end if;

  -- The chain of balances and times. Places that do not exist give nulls, which pass no condition below.
  for n in 1 .. cardinality(t_amount) loop
    if t_posting[n] <> p then
      p := p + 1;
      moment := now_micros;
    end if;
    f := t_from[n];
    c := t_to[n];
    moment := greatest(moment, latest[f] + 1, latest[c] + 1);
    latest[f] := moment;
    latest[c] := moment;
    balances[f] := balances[f] - t_amount[n];
    balances[c] := balances[c] + t_amount[n];
    t_at[n] := moment;
    t_from_balance[n] := balances[f];
    t_to_balance[n] := balances[c];
    p_last[p] := n;
  end loop;

  if p <> cardinality(p_id) then
    raise exception 'ledger: a posting without transfers' using errcode = 'CL002';
  end if;

  -- Places in the arrays instead of rows unnested from them: a dozen columns side by side are a dozen sets to store.
  insert into public.ledger_transfer
    (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance,
     key, fingerprint, reason, reference, lines, resolves, reverses)
  select p_merchant[u.p], p_id[u.p], u.line, timestamptz 'epoch' + t_at[u.n] * interval '1 microsecond',
         a_code[u.f], a_code[u.c], split_part(a_code[u.f], ':', 2), t_amount[u.n], t_from_balance[u.n], t_to_balance[u.n],
         p_key[u.first], p_fingerprint[u.first], p_reason[u.first], p_reference[u.first],
         p_last[u.first] - u.n + 1, p_resolves[u.first], p_reverses[u.first]
    from (select v.n, v.p, v.f, v.c, v.line, case v.line when 1 then v.p end as first
            from (select g.n, t_posting[g.n] as p, t_from[g.n] as f, t_to[g.n] as c,
                         g.n - coalesce(p_last[t_posting[g.n] - 1], 0) as line
                    from (select generate_series(1, cardinality(t_amount)) as n) g offset 0) v) u
   where t_amount[u.n] between 1 and 1000000000000000
     and u.f <> u.c
     -- nobody is overdrawn, not even in between
     and (t_from_balance[u.n] >= 0 or a_code[u.f] like 'house.%')
     -- one merchant's books, one currency
     and a_merchant[u.f] = p_merchant[u.p] and a_merchant[u.c] = p_merchant[u.p]
     and split_part(a_code[u.f], ':', 2) = split_part(a_code[u.c], ':', 2)
     -- a posting's transfers stand together and in order: none can be added to it later
     and u.n <= p_last[u.p] and u.line > 0
     and (u.line > 1 or (length(p_key[u.p]) between 1 and 200 and length(p_fingerprint[u.p]) = 32
          and p_reason[u.p] is not null and (p_reference[u.p] is null or length(p_reference[u.p]) <= 200)));
  get diagnostics changed = row_count;
  if changed <> cardinality(t_amount) then
    raise exception 'ledger: no posting, an account would be overdrawn, or the transfers do not go together'
      using errcode = 'CL002';
  end if;

  update public.ledger_account a
     set balance = balances[u.n], latest_at = timestamptz 'epoch' + latest[u.n] * interval '1 microsecond'
    from (select generate_series(1, cardinality(a_code)) as n) u
   where a.merchant_id = a_merchant[u.n] and a.code = a_code[u.n] and a.balance = a_balance[u.n]
     and a.latest_at = timestamptz 'epoch' + a_latest[u.n] * interval '1 microsecond';
  get diagnostics changed = row_count;
  if changed <> cardinality(a_code) then
    raise exception 'ledger: accounts have moved' using errcode = 'CL001';
  end if;

  if p_resolves is not null or position('hold:' in array_to_string(a_code, ' ')) > 0 then
    perform public.ledger_check_holds(a_code, p_merchant, p_id, p_resolves, p_last, t_posting, t_from, t_to, t_amount, t_at);
  end if;
  if p_reverses is not null then
    perform public.ledger_check_reversals(p_merchant, p_id, p_reverses);
  end if;
  if 'adjustment' = any (p_reason) then
    perform public.ledger_check_adjustments(p_merchant, p_id, p_reason, p_reference);
  end if;
end $$;
