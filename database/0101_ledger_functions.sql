-- The only way into the books. Each function checks all of its input: whoever calls it, whatever is passed,
-- what it writes obeys the rules. SQLSTATE CL001 means "the accounts have moved, look again"; CL002 is a broken rule.
--
-- The settings on the functions fix the plan: every look-up goes through the primary key, however small or
-- badly analysed a table may be when the first plan is made.

-- The account whose money lies on a hold account: hold:USD:collection:7 holds for collection:USD:7.
create function ledger_home(code text) returns text language sql immutable parallel safe as $$
  select case when code like 'hold:%'
    then split_part(code, ':', 3) || ':' || split_part(code, ':', 2)
         || substr(code, length('hold:' || split_part(code, ':', 2) || ':' || split_part(code, ':', 3)) + 1)
    else code end
$$;

-- Locks the accounts in the order given (callers sort them), then tells which of the keys have been posted.
-- The keys are read after the locks are held, with a snapshot of their own: nobody can post them in between.
create function ledger_lock(
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
  select array_agg(u.i), array_agg(p.id), array_agg(p.fingerprint)
    into seen, seen_id, seen_fingerprint
    from unnest(k_merchant, k_key) with ordinality as u (merchant_id, key, i)
    join public.ledger_posting p on p.merchant_id = u.merchant_id and p.key = u.key;
end $$;

-- Opens accounts that do not exist yet, empty.
create function ledger_open(a_merchant uuid[], a_code text[], opened_at timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- Sealing a day raises every account's latest_at; an account opened at the same moment must not slip through.
  perform pg_advisory_xact_lock_shared(hashtext('ledger_seal'));
  insert into public.ledger_account (merchant_id, code, kind, currency, owner, balance, latest_at, opened_at)
  select u.merchant_id, u.code, split_part(u.code, ':', 1), split_part(u.code, ':', 2),
         nullif(substr(u.code, length(split_part(u.code, ':', 1) || ':' || split_part(u.code, ':', 2)) + 2), ''),
         0, coalesce((select max(d.sealed_until) from public.ledger_day d), 'epoch'), ledger_open.opened_at
    from unnest(a_merchant, a_code) as u (merchant_id, code)
   order by u.merchant_id, u.code
  on conflict (merchant_id, code) do nothing;
end $$;

-- Writes a batch of postings. Accounts come with the balance and time the caller saw (and locked); the chain of
-- balances and times is computed here, and the accounts are changed only if they still are what the caller saw.
-- p_resolves and p_reverses are null where no posting of the batch has any.
create function ledger_write(
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
  accounts int := cardinality(a_code);
  postings int := cardinality(p_id);
  transfers int := cardinality(t_amount);
  balances bigint[] := a_balance;
  latest bigint[] := a_latest;
  currencies text[];
  house bool[];
  homes text[];  -- for hold accounts only
  t_merchant uuid[] := array_fill(null::uuid, array[transfers]);
  t_id uuid[] := array_fill(null::uuid, array[transfers]);
  t_line int[] := array_fill(null::int, array[transfers]);
  t_from_code text[] := array_fill(null::text, array[transfers]);
  t_to_code text[] := array_fill(null::text, array[transfers]);
  t_currency text[] := array_fill(null::text, array[transfers]);
  t_at bigint[] := array_fill(null::bigint, array[transfers]);
  t_from_balance bigint[] := array_fill(null::bigint, array[transfers]);
  t_to_balance bigint[] := array_fill(null::bigint, array[transfers]);
  p_lines int[] := array_fill(0, array[postings]);
  p_at bigint[] := array_fill(null::bigint, array[postings]);
  p_held bigint[];
  p_hold_code text[];
  p_taken bigint[];
  p_taken_code text[];
  p int := 0;
  f int;
  c int;
  moved bigint;
  moment bigint;
  broken text;
  changed int;
begin
  if least(accounts, postings, transfers) < 1 or transfers > 100000 or now_micros is null
     or accounts <> all (array[cardinality(a_merchant), cardinality(a_balance), cardinality(a_latest)])
     or postings <> all (array[cardinality(p_merchant), cardinality(p_key), cardinality(p_fingerprint),
                               cardinality(p_reason), cardinality(p_reference),
                               coalesce(cardinality(p_resolves), postings), coalesce(cardinality(p_reverses), postings)])
     or transfers <> all (array[cardinality(t_posting), cardinality(t_from), cardinality(t_to)])
  then
    raise exception 'ledger: arrays of different lengths' using errcode = 'CL002';
  end if;

  select array_agg(split_part(u.code, ':', 2) order by u.i), array_agg(u.code like 'house.%' order by u.i),
         case when bool_or(u.code like 'hold:%')
           then array_agg(case when u.code like 'hold:%' then public.ledger_home(u.code) end order by u.i) end
    into currencies, house, homes
    from unnest(a_code) with ordinality as u (code, i);
  if homes is not null then
    p_held := array_fill(null::bigint, array[postings]);
    p_hold_code := array_fill(null::text, array[postings]);
    p_taken := array_fill(0::bigint, array[postings]);
    p_taken_code := array_fill(null::text, array[postings]);
  end if;

  for n in 1 .. transfers loop
    if t_posting[n] is distinct from p then
      -- A posting's transfers stand together and in order: none can be added to it later.
      p := p + 1;
      if t_posting[n] is distinct from p or p > postings then
        broken := 'transfers out of order'; exit;
      end if;
      if length(p_key[p]) not between 1 and 200 or length(p_fingerprint[p]) <> 32 or length(p_reference[p]) > 200 then
        broken := 'not a posting'; exit;
      end if;
      p_at[p] := now_micros;
    end if;
    f := t_from[n];
    c := t_to[n];
    moved := t_amount[n];
    moment := greatest(now_micros, latest[f] + 1, latest[c] + 1);
    if f = c or a_merchant[f] <> p_merchant[p] or a_merchant[c] <> p_merchant[p] or currencies[f] <> currencies[c]
       or moved < 1 or moved > 1000000000000000 then
      broken := 'transfer between accounts that do not go together'; exit;
    end if;
    balances[f] := balances[f] - moved;
    balances[c] := balances[c] + moved;
    if balances[f] < 0 and not house[f] then
      broken := 'account ' || a_code[f] || ' would be overdrawn'; exit;
    end if;
    latest[f] := moment;
    latest[c] := moment;
    p_lines[p] := p_lines[p] + 1;
    t_at[n] := moment;
    if moment > p_at[p] then p_at[p] := moment; end if;
    t_merchant[n] := p_merchant[p];
    t_id[n] := p_id[p];
    t_line[n] := p_lines[p];
    t_from_code[n] := a_code[f];
    t_to_code[n] := a_code[c];
    t_currency[n] := currencies[f];
    t_from_balance[n] := balances[f];
    t_to_balance[n] := balances[c];
    if homes is not null then
      if homes[c] is not null then
        if homes[c] <> a_code[f] or p_held[p] is not null then
          broken := 'a posting holds money of one account, once'; exit;
        end if;
        p_held[p] := moved;
        p_hold_code[p] := a_code[c];
      end if;
      if homes[f] is not null then
        if p_resolves is null or p_resolves[p] is null or p_taken_code[p] <> a_code[f] then
          broken := 'held money leaves only by resolving its hold'; exit;
        end if;
        p_taken[p] := p_taken[p] + moved;
        p_taken_code[p] := a_code[f];
      end if;
    end if;
  end loop;
  if broken is null and p <> postings then
    broken := 'posting without transfers';
  end if;
  if broken is not null then
    raise exception 'ledger: %', broken using errcode = 'CL002';
  end if;

  insert into public.ledger_posting
    (merchant_id, id, key, fingerprint, reason, reference, posted_at, lines, resolves, reverses)
  select u.merchant_id, u.id, u.key, u.fingerprint, u.reason, u.reference,
         timestamptz 'epoch' + u.at * interval '1 microsecond', u.lines, u.resolves, u.reverses
    from unnest(p_merchant, p_id, p_key, p_fingerprint, p_reason, p_reference, p_at, p_lines, p_resolves, p_reverses)
      as u (merchant_id, id, key, fingerprint, reason, reference, at, lines, resolves, reverses);

  insert into public.ledger_transfer
    (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance)
  select u.merchant_id, u.id, u.line, timestamptz 'epoch' + u.at * interval '1 microsecond',
         u.from_code, u.to_code, u.currency, u.amount, u.from_balance, u.to_balance
    from unnest(t_merchant, t_id, t_line, t_at, t_from_code, t_to_code, t_currency, t_amount,
                t_from_balance, t_to_balance)
      as u (merchant_id, id, line, at, from_code, to_code, currency, amount, from_balance, to_balance);

  update public.ledger_account a
     set balance = u.balance, latest_at = timestamptz 'epoch' + u.latest * interval '1 microsecond'
    from unnest(a_merchant, a_code, a_balance, a_latest, balances, latest)
      as u (merchant_id, code, seen_balance, seen_latest, balance, latest)
   where a.merchant_id = u.merchant_id and a.code = u.code and a.balance = u.seen_balance
     and a.latest_at = timestamptz 'epoch' + u.seen_latest * interval '1 microsecond';
  get diagnostics changed = row_count;
  if changed <> accounts then
    raise exception 'ledger: accounts have moved' using errcode = 'CL001';
  end if;

  if homes is not null or p_resolves is not null then
    perform public.ledger_check_holds(p_merchant, p_id, p_at, p_resolves, p_held, p_hold_code, p_taken, p_taken_code);
  end if;
  if p_reverses is not null then
    perform public.ledger_check_reversals(p_merchant, p_id, p_reverses);
  end if;
  if 'adjustment' = any (p_reason) then
    perform public.ledger_check_adjustments(p_merchant, p_id, p_reason, p_reference);
  end if;
end $$;

-- A hold is resolved once, whole: what is not posted goes back, in the same posting.
create function ledger_check_holds(
  p_merchant uuid[], p_id uuid[], p_at bigint[], p_resolves uuid[],
  p_held bigint[], p_hold_code text[], p_taken bigint[], p_taken_code text[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  wanted int;
  changed int;
begin
  insert into public.ledger_hold (merchant_id, posting_id, code, amount, opened_at)
  select u.merchant_id, u.id, u.code, u.held, timestamptz 'epoch' + u.at * interval '1 microsecond'
    from unnest(p_merchant, p_id, p_at, p_held, p_hold_code) as u (merchant_id, id, at, held, code)
   where u.held is not null;

  select count(*) into wanted from unnest(p_resolves) r where r is not null;
  update public.ledger_hold h
     set resolved_by = u.id
    from unnest(p_merchant, p_id, p_resolves, p_taken, p_taken_code) as u (merchant_id, id, resolves, taken, code)
   where h.merchant_id = u.merchant_id and h.posting_id = u.resolves and h.resolved_by is null
     and h.code = u.code and h.amount = u.taken;
  get diagnostics changed = row_count;
  if changed <> wanted then
    raise exception 'ledger: a hold is resolved once, in its whole amount' using errcode = 'CL002';
  end if;
end $$;

-- A reversal goes the way back between the same accounts, never for more than went there. Money that came from
-- a hold goes back to the account it was held for.
create function ledger_check_reversals(p_merchant uuid[], p_id uuid[], p_reverses uuid[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform from unnest(p_merchant, p_reverses) as u (merchant_id, reverses)
     left join public.ledger_posting o on o.merchant_id = u.merchant_id and o.id = u.reverses
    where u.reverses is not null and (o.id is null or o.reverses is not null);
  if found then
    raise exception 'ledger: there is nothing to reverse' using errcode = 'CL002';
  end if;
  perform from (
      select u.id, t.from_code, t.to_code, sum(t.amount) as amount, u.merchant_id, u.reverses
        from unnest(p_merchant, p_id, p_reverses) as u (merchant_id, id, reverses)
        join public.ledger_transfer t on t.merchant_id = u.merchant_id and t.posting_id = u.id
       where u.reverses is not null
       group by u.merchant_id, u.id, u.reverses, t.from_code, t.to_code) back
     where back.amount > coalesce((
      select sum(o.amount) from public.ledger_transfer o
       where o.merchant_id = back.merchant_id and o.posting_id = back.reverses
         and public.ledger_home(o.from_code) = back.to_code and public.ledger_home(o.to_code) = back.from_code), 0);
  if found then
    raise exception 'ledger: a reversal takes back no more than was posted' using errcode = 'CL002';
  end if;
end $$;

revoke execute on function
  ledger_lock, ledger_open, ledger_write, ledger_check_holds, ledger_check_reversals from public;
grant execute on function ledger_lock, ledger_open, ledger_write to coralhub_app;
