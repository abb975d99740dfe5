-- The only way into the books. Each function checks all of its input: whoever calls it, whatever is passed,
-- what it writes obeys the rules. SQLSTATE CL001 means "the accounts have moved, look again"; CL002 is a broken rule.
--
-- The settings on the functions fix the plan: every look-up goes through the primary key, however small or
-- badly analysed a table may be when the first plan is made.

-- The account whose money lies on a hold account: hold:USD:collection:7 holds for collection:USD:7.
create or replace function ledger_home(code text) returns text language sql immutable parallel safe as $$
  select case when code like 'hold:%'
    then split_part(code, ':', 3) || ':' || split_part(code, ':', 2)
         || substr(code, length('hold:' || split_part(code, ':', 2) || ':' || split_part(code, ':', 3)) + 1)
    else code end
$$;

-- Locks the accounts in the order given (callers sort them), then tells which of the keys have been posted. An account's
-- time is at least the end of what is closed.
-- The keys are read after the locks are held, with a snapshot of their own: nobody can post them in between.
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
declare
  closed bigint := public.ledger_floor();
begin
  select array_agg(x.i), array_agg(x.balance), array_agg(greatest((extract(epoch from x.latest_at) * 1000000)::bigint, closed))
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

-- Opens accounts that do not exist yet, empty.
create or replace function ledger_open(a_merchant uuid[], a_code text[], opened_at timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into public.ledger_account (merchant_id, code, kind, currency, owner, balance, latest_at, opened_at)
  select u.merchant_id, u.code, split_part(u.code, ':', 1), split_part(u.code, ':', 2),
         nullif(substr(u.code, length(split_part(u.code, ':', 1) || ':' || split_part(u.code, ':', 2)) + 2), ''),
         0, 'epoch', ledger_open.opened_at
    from unnest(a_merchant, a_code) as u (merchant_id, code)
   order by u.merchant_id, u.code
  on conflict (merchant_id, code) do nothing;
end $$;

-- Writes a batch of postings. Accounts come with the balance and time the caller saw (and locked); the chain of
-- balances and times is computed here, and the accounts are changed only if they still are what the caller saw.
-- plpgsql prepares every expression anew in each transaction, so the loop keeps only what must be computed one after the
-- other; all rules are conditions of the statements that write: a row that breaks one is not written, and then the
-- counts differ and nothing is. The lengths of the arrays are not compared beforehand: that took a twentieth of a small
-- batch. What is missing is null and passes no condition (a missing reference is none), and what is too long is not
-- looked at.
--
-- What belongs to a posting stands in the row it begins with (line 1) and is null in the others. Whether a row begins
-- one is told by its line, and lines are counted here.
create or replace function ledger_write(
  a_merchant uuid[], a_code text[], a_balance bigint[], a_latest bigint[],
  t_merchant uuid[], t_posting uuid[], t_line int[],
  t_key text[], t_fingerprint bytea[], t_reason text[], t_reference text[], t_resolves uuid[], t_reverses uuid[],
  t_from int[], t_to int[], t_amount bigint[], t_also int[], t_also_amount bigint[], now_micros bigint)
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
  t_also_balance bigint[] := t_also_amount;
  t_lines int[] := t_line;
  begun int;
  f int;
  c int;
  d int;
  moment bigint;
  changed int;
  closed bigint := public.ledger_floor();
  closed_at timestamptz := timestamptz 'epoch' + closed * interval '1 microsecond';
begin
  if closed is null then
    raise exception 'ledger: postings are written in read committed' using errcode = 'CL002';
  end if;
  if (now_micros is null or cardinality(t_amount) not between 1 and 100000 or cardinality(t_posting) <> cardinality(t_amount)
      or t_line[1] <> 1) is not false then
    raise exception 'ledger: nothing to post, too much at once, or no beginning' using errcode = 'CL002';
  end if;

  -- What is closed takes nothing more: either it is later now, or every account is thought to be at its end already.
  if now_micros <= closed and closed > any (a_latest) then
    raise exception 'ledger: the day is closed' using errcode = 'CL001';
  end if;

  -- The chain of balances and times. Places that do not exist give nulls, which pass no condition below.
  for n in 1 .. cardinality(t_amount) loop
    if t_line[n] = 1 then
      begun := n;
      moment := now_micros;
    end if;
    f := t_from[n];
    c := t_to[n];
    d := t_also[n];
    moment := greatest(moment, latest[f] + 1, latest[c] + 1, latest[d] + 1);
    latest[f] := moment;
    latest[c] := moment;
    balances[f] := balances[f] - t_amount[n];
    balances[c] := balances[c] + t_amount[n];
    if d is null then
      t_lines[begun] := t_line[n];
    else
      latest[d] := moment;
      balances[f] := balances[f] - t_also_amount[n];
      balances[d] := balances[d] + t_also_amount[n];
      t_also_balance[n] := balances[d];
      t_lines[begun] := t_line[n] + 1;
    end if;
    t_at[n] := moment;
    t_from_balance[n] := balances[f];
    t_to_balance[n] := balances[c];
  end loop;

  -- The accounts come first, in the order everybody takes them in: who writes the same books at the same moment waits
  -- here, for a row, and then sees that it has moved. Left to meet in the index of the keys, two writers wait for each
  -- other until the deadlock is found, a second later.
  update public.ledger_account a
     set balance = balances[u.n], latest_at = timestamptz 'epoch' + latest[u.n] * interval '1 microsecond'
    from (select generate_series(1, cardinality(a_code)) as n, unnest(a_code) as code) u
   where a.merchant_id = a_merchant[u.n] and a.code = u.code and a.balance = a_balance[u.n]
     -- Seen at the end of what was closed when they were looked at; another day may have been closed since.
     and timestamptz 'epoch' + a_latest[u.n] * interval '1 microsecond' between a.latest_at and greatest(a.latest_at, closed_at)
     and balances[u.n] is not null and (balances[u.n] >= 0 or u.code like 'house.%');
  get diagnostics changed = row_count;
  if changed <> cardinality(a_code) then
    perform from unnest(a_code, balances) as u (code, balance)
      where (u.balance is not null and (u.balance >= 0 or u.code like 'house.%')) is not true;
    if found then
      raise exception 'ledger: no posting, or an account would be overdrawn' using errcode = 'CL002';
    end if;
    raise exception 'ledger: accounts have moved' using errcode = 'CL001';
  end if;

  -- Places in the arrays instead of rows unnested from them: a dozen columns side by side are a dozen sets to store.
  -- Only texts are: the way to the place of a text leads over all texts before it.
  insert into public.ledger_transfer
    (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance,
     key, fingerprint, reason, reference, lines, resolves, reverses, also_code, also_amount, also_balance)
  select t_merchant[w.n], t_posting[w.n], w.line, timestamptz 'epoch' + t_at[w.n] * interval '1 microsecond',
         w.from_code, w.to_code, split_part(w.from_code, ':', 2), t_amount[w.n], t_from_balance[w.n], t_to_balance[w.n],
         w.key, w.fingerprint, w.reason, w.reference, case w.line when 1 then t_lines[w.n] end,
         t_resolves[w.n], t_reverses[w.n], w.also_code, t_also_amount[w.n], t_also_balance[w.n]
    from (select u.*, t_line[u.n] as line, t_from[u.n] as f, t_to[u.n] as c, t_also[u.n] as d,
                 a_code[t_from[u.n]] as from_code, a_code[t_to[u.n]] as to_code, a_code[t_also[u.n]] as also_code
            from (select generate_series(1, cardinality(t_amount)) as n, unnest(t_key) as key,
                         unnest(t_fingerprint) as fingerprint, unnest(t_reason) as reason,
                         unnest(t_reference) as reference) u offset 0) w
   where t_amount[w.n] between 1 and 1000000000000000
     and w.f <> w.c
     -- nobody is overdrawn, not even in between
     and (t_from_balance[w.n] >= 0 or w.from_code like 'house.%')
     -- one merchant's books, one currency
     and a_merchant[w.f] = t_merchant[w.n] and a_merchant[w.c] = t_merchant[w.n]
     and split_part(w.from_code, ':', 2) = split_part(w.to_code, ':', 2)
     -- a posting's transfers stand together and in order: none can be added to it later
     and case w.line
           when 1 then length(w.key) between 1 and 200 and length(w.fingerprint) = 32
             and w.reason is not null and (w.reference is null or length(w.reference) <= 200)
           else w.line = t_line[w.n - 1] + case when t_also[w.n - 1] is null then 1 else 2 end
             and t_posting[w.n] = t_posting[w.n - 1] and t_merchant[w.n] = t_merchant[w.n - 1]
             and num_nonnulls(w.key, w.fingerprint, w.reason, w.reference, t_resolves[w.n], t_reverses[w.n]) = 0
         end
     and case
           when w.d is null then t_also_amount[w.n] is null
           else t_also_amount[w.n] between 1 and 1000000000000000
             and w.d <> w.f and w.d <> w.c
             and a_merchant[w.d] = t_merchant[w.n]
             and split_part(w.also_code, ':', 2) = split_part(w.from_code, ':', 2)
             -- held money is looked at transfer by transfer
             and w.from_code not like 'hold:%' and w.to_code not like 'hold:%' and w.also_code not like 'hold:%'
         end;
  get diagnostics changed = row_count;
  if changed <> cardinality(t_amount) then
    raise exception 'ledger: no posting, an account would be overdrawn, or the transfers do not go together'
      using errcode = 'CL002';
  end if;

  if t_resolves is not null or position('hold:' in array_to_string(a_code, ' ')) > 0 then
    perform public.ledger_check_holds(a_code, t_merchant, t_posting, t_line, t_resolves, t_from, t_to, t_amount, t_at);
  end if;
  if t_reverses is not null then
    perform public.ledger_check_reversals(t_merchant, t_posting, t_reverses);
  end if;
  if t_reason && array['adjustment', 'reversal'] then
    perform public.ledger_check_adjustments(t_merchant, t_posting, t_reason, t_reference);
  end if;
end $$;

-- As before, with what belongs to a posting found in the row it begins with.
create or replace function ledger_check_holds(
  a_code text[], t_merchant uuid[], t_posting uuid[], t_line int[], t_resolves uuid[],
  t_from int[], t_to int[], t_amount bigint[], t_at bigint[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- For each row: where its posting begins.
  t_begun int[];
  wanted int;
  changed int;
begin
  select array_agg(x.begun order by x.n) into t_begun
    from (select u.n, max(u.n) filter (where u.line = 1) over (order by u.n) as begun
            from unnest(t_line) with ordinality as u (line, n)) x;

  perform from unnest(t_begun, t_from, t_to) as u (b, f, c)
    where (a_code[u.c] like 'hold:%' and public.ledger_home(a_code[u.c]) <> a_code[u.f])
       or (a_code[u.f] like 'hold:%' and t_resolves[u.b] is null);
  if found then
    raise exception 'ledger: held money comes from its account and leaves by resolving its hold' using errcode = 'CL002';
  end if;
  perform from unnest(t_begun, t_to) as u (b, c) where a_code[u.c] like 'hold:%' group by u.b having count(*) > 1;
  if found then
    raise exception 'ledger: a posting holds money once' using errcode = 'CL002';
  end if;

  insert into public.ledger_hold (merchant_id, posting_id, code, amount, opened_at)
  select t_merchant[u.b], t_posting[u.b], a_code[u.c], u.amount, timestamptz 'epoch' + u.moment * interval '1 microsecond'
    from unnest(t_begun, t_to, t_amount, t_at) as u (b, c, amount, moment)
   where a_code[u.c] like 'hold:%';

  select count(*) into wanted from unnest(t_resolves) r where r is not null;
  update public.ledger_hold h
     set resolved_by = t_posting[u.b]
    from (select v.b, min(a_code[v.f]) as code, max(a_code[v.f]) as last_code, sum(v.amount) as taken
            from unnest(t_begun, t_from, t_amount) as v (b, f, amount)
           where a_code[v.f] like 'hold:%' group by v.b) u
   where h.merchant_id = t_merchant[u.b] and h.posting_id = t_resolves[u.b] and h.resolved_by is null
     and h.code = u.code and u.code = u.last_code and h.amount = u.taken;
  get diagnostics changed = row_count;
  if changed <> wanted then
    raise exception 'ledger: a hold is resolved once, in its whole amount' using errcode = 'CL002';
  end if;
end $$;

-- A reversal goes the way back between the same accounts, never for more than went there. Money that came from
-- a hold goes back to the account it was held for.
create or replace function ledger_check_reversals(p_merchant uuid[], p_id uuid[], p_reverses uuid[]) returns void
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
  -- Whoever resolves the hold moves the same money.
  perform from unnest(p_merchant, p_reverses) as u (merchant_id, reverses)
     join public.ledger_hold h on h.merchant_id = u.merchant_id and h.posting_id = u.reverses
    where h.resolved_by is null;
  if found then
    raise exception 'ledger: what is still held is not reversed' using errcode = 'CL002';
  end if;
  perform from (
      select u.id, t.from_code, t.to_code, sum(t.amount) as amount, u.merchant_id, u.reverses
        from unnest(p_merchant, p_id, p_reverses) as u (merchant_id, id, reverses)
        join public.ledger_leg t on t.merchant_id = u.merchant_id and t.posting_id = u.id
       where u.reverses is not null
       group by u.merchant_id, u.id, u.reverses, t.from_code, t.to_code) back
     where back.amount > coalesce((
      select sum(o.amount) from public.ledger_leg o
       where o.merchant_id = back.merchant_id and o.posting_id = back.reverses
         and public.ledger_home(o.from_code) = back.to_code and public.ledger_home(o.to_code) = back.from_code), 0);
  if found then
    raise exception 'ledger: a reversal takes back no more than was posted' using errcode = 'CL002';
  end if;
end $$;

-- Called by ledger_write: a posting that says it is an adjustment, or takes one back by hand (红冲), is the one two people
-- agreed on, and no other.
create or replace function ledger_check_adjustments(p_merchant uuid[], p_id uuid[], p_reason text[], p_reference text[]) returns void
language plpgsql as $$
begin
  perform from unnest(p_merchant, p_id, p_reason, p_reference) as u (merchant_id, id, reason, reference)
    where u.reason in ('adjustment', 'reversal') and not exists (
      select from public.ledger_adjustment a
        join public.ledger_posting p on p.merchant_id = a.merchant_id and p.id = a.posting_id and p.lines = 1
        join public.ledger_transfer t on t.merchant_id = a.merchant_id and t.posting_id = a.posting_id
       where a.merchant_id = u.merchant_id and coalesce(a.bank_reference, a.id::text) = u.reference and a.posting_id = u.id and a.state = 'posted'
         and u.reason = case when a.corrects is null then 'adjustment' else 'reversal' end
         and p.reverses is not distinct from a.corrects
         and (t.from_code, t.to_code, t.amount) = (a.from_code, a.to_code, a.amount));
  if found then
    raise exception 'ledger: an adjustment needs the agreement of two people' using errcode = 'CL002';
  end if;
end $$;

revoke execute on function
  ledger_lock, ledger_open, ledger_write, ledger_check_holds, ledger_check_reversals, ledger_check_adjustments from public;
grant execute on function ledger_lock, ledger_open, ledger_write to coralhub_app;
