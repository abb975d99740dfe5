-- The writing functions again, made for small batches. plpgsql prepares every expression anew in each transaction, so
-- the loop keeps only what must be computed one after the other; all rules are conditions of the statements that
-- write: a row that breaks one is not written, and then the counts differ and nothing is.
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

  -- Places in the arrays instead of rows unnested from them: a dozen columns side by side are a dozen sets to store.
  insert into public.ledger_posting
    (merchant_id, id, key, fingerprint, reason, reference, posted_at, lines, resolves, reverses)
  select p_merchant[u.n], p_id[u.n], p_key[u.n], p_fingerprint[u.n], p_reason[u.n], p_reference[u.n],
         timestamptz 'epoch' + t_at[p_last[u.n]] * interval '1 microsecond', p_last[u.n] - coalesce(p_last[u.n - 1], 0),
         p_resolves[u.n], p_reverses[u.n]
    from (select generate_series(1, cardinality(p_id)) as n) u
   where length(p_key[u.n]) between 1 and 200 and length(p_fingerprint[u.n]) = 32
     and (p_reference[u.n] is null or length(p_reference[u.n]) <= 200)
     -- has transfers
     and p_last[u.n] > 0;
  get diagnostics changed = row_count;
  if changed <> cardinality(p_id) then
    raise exception 'ledger: not a posting' using errcode = 'CL002';
  end if;

  insert into public.ledger_transfer
    (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance)
  select p_merchant[u.p], p_id[u.p], u.n - coalesce(p_last[u.p - 1], 0), timestamptz 'epoch' + t_at[u.n] * interval '1 microsecond',
         a_code[u.f], a_code[u.c], split_part(a_code[u.f], ':', 2), t_amount[u.n], t_from_balance[u.n], t_to_balance[u.n]
    from (select g.n, t_posting[g.n] as p, t_from[g.n] as f, t_to[g.n] as c
            from (select generate_series(1, cardinality(t_amount)) as n) g) u
   where t_amount[u.n] between 1 and 1000000000000000
     and u.f <> u.c
     -- nobody is overdrawn, not even in between
     and (t_from_balance[u.n] >= 0 or a_code[u.f] like 'house.%')
     -- one merchant's books, one currency
     and a_merchant[u.f] = p_merchant[u.p] and a_merchant[u.c] = p_merchant[u.p]
     and split_part(a_code[u.f], ':', 2) = split_part(a_code[u.c], ':', 2)
     -- a posting's transfers stand together and in order: none can be added to it later
     and u.n <= p_last[u.p] and u.n > coalesce(p_last[u.p - 1], 0);
  get diagnostics changed = row_count;
  if changed <> cardinality(t_amount) then
    raise exception 'ledger: an account would be overdrawn, or the transfers do not go together'
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

-- Money gets onto a hold account from the account it is held for, once in a posting. A hold is resolved once, whole:
-- what is not posted goes back, in the same posting.
drop function ledger_check_holds;
create function ledger_check_holds(
  a_code text[], p_merchant uuid[], p_id uuid[], p_resolves uuid[], p_last int[],
  t_posting int[], t_from int[], t_to int[], t_amount bigint[], t_at bigint[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  wanted int;
  changed int;
begin
  perform from unnest(t_posting, t_from, t_to) as u (p, f, c)
    where (a_code[u.c] like 'hold:%' and public.ledger_home(a_code[u.c]) <> a_code[u.f])
       or (a_code[u.f] like 'hold:%' and p_resolves[u.p] is null);
  if found then
    raise exception 'ledger: held money comes from its account and leaves by resolving its hold' using errcode = 'CL002';
  end if;
  perform from unnest(t_posting, t_to) as u (p, c) where a_code[u.c] like 'hold:%' group by u.p having count(*) > 1;
  if found then
    raise exception 'ledger: a posting holds money once' using errcode = 'CL002';
  end if;

  insert into public.ledger_hold (merchant_id, posting_id, code, amount, opened_at)
  select p_merchant[u.p], p_id[u.p], a_code[u.c], u.amount,
         timestamptz 'epoch' + t_at[p_last[u.p]] * interval '1 microsecond'
    from unnest(t_posting, t_to, t_amount) as u (p, c, amount)
   where a_code[u.c] like 'hold:%';

  select count(*) into wanted from unnest(p_resolves) r where r is not null;
  update public.ledger_hold h
     set resolved_by = p_id[u.p]
    from (select v.p, min(a_code[v.f]) as code, max(a_code[v.f]) as last_code, sum(v.amount) as taken
            from unnest(t_posting, t_from, t_amount) as v (p, f, amount)
           where a_code[v.f] like 'hold:%' group by v.p) u
   where h.merchant_id = p_merchant[u.p] and h.posting_id = p_resolves[u.p] and h.resolved_by is null
     and h.code = u.code and u.code = u.last_code and h.amount = u.taken;
  get diagnostics changed = row_count;
  if changed <> wanted then
    raise exception 'ledger: a hold is resolved once, in its whole amount' using errcode = 'CL002';
  end if;
end $$;
revoke execute on function ledger_check_holds from public;
