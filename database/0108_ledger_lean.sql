-- Which index costs what. Ids of postings carry the time, and so do most keys behind their first word: an index that
-- begins with them grows in few places, whose pages are at hand; beginning with the merchant it was touched in another
-- place by every posting. Both are only ever looked up whole, and an operator searches without knowing the merchant.
alter table ledger_transfer
  drop constraint ledger_transfer_pkey,
  -- ledger_write, the only one that can write here, says the same; a CHECK is parsed again by every statement
  drop constraint ledger_transfer_positive;
-- What names a transfer is the account it comes from and its time.
drop index ledger_transfer_from;
alter table ledger_transfer add constraint ledger_transfer_pkey primary key (merchant_id, from_code, posted_at);
create unique index ledger_transfer_posting on ledger_transfer (posting_id, merchant_id, line);

drop index ledger_transfer_key;
create unique index ledger_transfer_key on ledger_transfer (key, merchant_id) where key is not null;

drop index ledger_transfer_reference;
create index ledger_transfer_reference on ledger_transfer (reference, merchant_id) where reference is not null;

-- The lengths of the arrays are not compared beforehand: that took a twentieth of a small batch. What is missing is
-- null and passes no condition (a missing reference is none), and what is too long is not looked at.
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
  if (now_micros is null or cardinality(t_amount) not between 1 and 100000) is not false then
    raise exception 'ledger: nothing to post, or too much at once' using errcode = 'CL002';
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
  -- Each place of a text is looked up once: the way there leads over all texts before it.
  insert into public.ledger_transfer
    (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance,
     key, fingerprint, reason, reference, lines, resolves, reverses)
  select w.merchant_id, p_id[w.p], w.line, timestamptz 'epoch' + t_at[w.n] * interval '1 microsecond',
         w.from_code, w.to_code, split_part(w.from_code, ':', 2), t_amount[w.n], t_from_balance[w.n], t_to_balance[w.n],
         w.key, p_fingerprint[w.first], w.reason, w.reference,
         p_last[w.first] - w.n + 1, p_resolves[w.first], p_reverses[w.first]
    from (select u.*, p_merchant[u.p] as merchant_id, a_code[u.f] as from_code, a_code[u.c] as to_code,
                 p_key[u.first] as key, p_reason[u.first] as reason, p_reference[u.first] as reference
            from (select v.*, case v.line when 1 then v.p end as first
                    from (select g.n, t_posting[g.n] as p, t_from[g.n] as f, t_to[g.n] as c,
                                 g.n - coalesce(p_last[t_posting[g.n] - 1], 0) as line
                            from (select generate_series(1, cardinality(t_amount)) as n) g offset 0) v) u offset 0) w
   where t_amount[w.n] between 1 and 1000000000000000
     and w.f <> w.c
     -- nobody is overdrawn, not even in between
     and (t_from_balance[w.n] >= 0 or w.from_code like 'house.%')
     -- one merchant's books, one currency
     and a_merchant[w.f] = w.merchant_id and a_merchant[w.c] = w.merchant_id
     and split_part(w.from_code, ':', 2) = split_part(w.to_code, ':', 2)
     -- a posting's transfers stand together and in order: none can be added to it later
     and w.n <= p_last[w.p] and w.line > 0
     and (w.line > 1 or (length(w.key) between 1 and 200 and length(p_fingerprint[w.p]) = 32
          and w.reason is not null and (w.reference is null or length(w.reference) <= 200)));
  get diagnostics changed = row_count;
  if changed <> cardinality(t_amount) then
    raise exception 'ledger: no posting, an account would be overdrawn, or the transfers do not go together'
      using errcode = 'CL002';
  end if;

  update public.ledger_account a
     set balance = balances[u.n], latest_at = timestamptz 'epoch' + latest[u.n] * interval '1 microsecond'
    from (select generate_series(1, cardinality(a_code)) as n, unnest(a_code) as code) u
   where a.merchant_id = a_merchant[u.n] and a.code = u.code and a.balance = a_balance[u.n]
     and a.latest_at = timestamptz 'epoch' + a_latest[u.n] * interval '1 microsecond';
  get diagnostics changed = row_count;
  if changed <> cardinality(a_code) then
    raise exception 'ledger: accounts have moved' using errcode = 'CL001';
  end if;

  if cardinality(p_resolves) <> cardinality(p_id) or cardinality(p_reverses) <> cardinality(p_id) then
    raise exception 'ledger: links that belong to no posting' using errcode = 'CL002';
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
