-- The owners' rows as money events. Each function below belongs to the table it is a trigger of: what of it is an event, and
-- what the event says, is said here and nowhere else. They run as the owner, so nobody else can write an event.

create or replace function money_event_put(e money_event) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  e.step := coalesce(e.step, 'done');
  insert into public.money_event select (e).*
  on conflict (merchant_id, id) do update set kind = excluded.kind, direction = excluded.direction, state = excluded.state,
    currency = excluded.currency, amount_minor = excluded.amount_minor, fee_minor = excluded.fee_minor,
    net_minor = excluded.net_minor, other_currency = excluded.other_currency, other_minor = excluded.other_minor,
    counterparty = excluded.counterparty, store_id = excluded.store_id, platform = excluded.platform,
    account_code = excluded.account_code, other_code = excluded.other_code, reference = excluded.reference,
    posting_id = excluded.posting_id, effective_at = excluded.effective_at, booked_at = excluded.booked_at,
    changed_at = excluded.changed_at, settled_at = coalesce(excluded.settled_at, money_event.settled_at),
    step = excluded.step;
end $$;
revoke execute on function money_event_put from public;

-- A trigger of money_event: what was booked and changes on a later day is kept as it was.
create or replace function money_event_keep_earlier() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.money_event_earlier (merchant_id, id, replaced_at, kind, direction, state, currency, amount_minor, fee_minor,
                                          net_minor, other_currency, other_minor, counterparty, account_code, reference,
                                          effective_at, booked_at, settled_at)
  values (old.merchant_id, old.id, new.changed_at, old.kind, old.direction, old.state, old.currency, old.amount_minor,
          old.fee_minor, old.net_minor, old.other_currency, old.other_minor, old.counterparty, old.account_code, old.reference,
          old.effective_at, old.booked_at, old.settled_at);
  return new;
end $$;

-- So much more or less of a day. Nobody waits here, for whoever waits while holding an account's row might be waited for: a
-- row another one writes is passed over, and where none is left the day gets one more. The newest comes first, and one that
-- this transaction has written fifty times is left alone: what it was before would be walked through at every look.
create or replace function money_event_day_add(of_merchant uuid, on_day date, of_currency text, net bigint, sign bigint)
  returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_part bigint;
  is_full boolean;
  income constant bigint := sign * greatest(net, 0);
  expense constant bigint := sign * greatest(-net, 0);
begin
  select part, events % 50 = 0 and xmin = pg_current_xact_id()::xid into found_part, is_full from public.money_event_day
   where merchant_id = of_merchant and day = on_day and currency = of_currency
   order by part desc limit 1 for no key update skip locked;
  if found_part is null or is_full then
    insert into public.money_event_day (merchant_id, day, currency, income_minor, expense_minor, events)
    values (of_merchant, on_day, of_currency, income, expense, sign);
  else
    update public.money_event_day
       set income_minor = income_minor + income, expense_minor = expense_minor + expense, events = events + sign
     where merchant_id = of_merchant and day = on_day and currency = of_currency and part = found_part;
  end if;
end $$;
revoke execute on function money_event_day_add from public;

-- A trigger of money_event: its day no longer counts what it was, and counts what it is.
create or replace function money_event_count_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.net_minor <> 0 and old.direction in ('in', 'out') then
    perform public.money_event_day_add(old.merchant_id, (old.booked_at at time zone 'Asia/Shanghai')::date, old.currency,
                                       old.net_minor, -1);
  end if;
  if tg_op <> 'DELETE' and new.net_minor <> 0 and new.direction in ('in', 'out') then
    perform public.money_event_day_add(new.merchant_id, (new.booked_at at time zone 'Asia/Shanghai')::date, new.currency,
                                       new.net_minor, 1);
  end if;
  return null;
end $$;

-- Nothing is left to tell of it; what it was on the days before is kept.
create or replace function money_event_forget(of_merchant uuid, event uuid, at_time timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.money_event set changed_at = at_time where merchant_id = of_merchant and id = event and booked_at is not null;
  delete from public.money_event where merchant_id = of_merchant and id = event;
end $$;
revoke execute on function money_event_forget from public;

create or replace function money_event_of_income() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  -- An announcement nothing came of is no event any more.
  if new.state = 'lapsed' then
    perform public.money_event_forget(new.merchant_id, new.id, new.changed_at);
    return null;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'income'; e.direction := 'in';
  e.state := case new.state when 'announced' then 'coming' when 'credited' then 'done' when 'returned' then 'returned'
                            else 'held' end;
  e.step := case new.state when 'returned' then 'sentBack' else new.state end;
  e.currency := new.currency; e.amount_minor := new.amount_minor; e.fee_minor := new.fee_minor;
  e.net_minor := case when new.state = 'credited' then new.amount_minor - new.fee_minor else 0 end;
  e.counterparty := new.payer_name; e.store_id := new.store_id; e.platform := new.platform;
  e.account_code := 'collection:' || new.currency || ':' || new.receiving_account_id;
  e.reference := new.rail_reference;
  e.posting_id := coalesce(new.final_posting_id, new.hold_posting_id);
  e.effective_at := coalesce(new.arrived_at, new.announced_at);
  e.booked_at := case new.state when 'credited' then new.credited_at when 'returned' then new.returned_at end;
  e.changed_at := new.changed_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- Which accounts so much was taken from: of the first all it gave, the rest of the next one. One account needs no parts.
create or replace function money_event_part_put(e money_event, sources jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- The table is younger than the triggers.
  if coalesce(jsonb_array_length(sources), 0) < 2 or to_regclass('public.money_event_part') is null then return; end if;
  delete from public.money_event_part where merchant_id = e.merchant_id and event_id = e.id;
  insert into public.money_event_part (merchant_id, event_id, account_code, no, minor)
  select e.merchant_id, e.id, code, no, least(minor, e.amount_minor - before)
    from (select part ->> 'code' as code, no, (part ->> 'minor')::bigint as minor,
            coalesce(sum((part ->> 'minor')::bigint) over (order by no rows between unbounded preceding and 1 preceding), 0)::bigint
              as before
          from jsonb_array_elements(sources) with ordinality as given (part, no)) as parts
   where before < e.amount_minor;
  -- The event is named by the wallet that gave a part of it, wherever it stands: the wallet's records are found by that name.
  update public.money_event set account_code = wallet.account_code
    from (select account_code from public.money_event_part
           where merchant_id = e.merchant_id and event_id = e.id and account_code like 'wallet:%' order by no limit 1) as wallet
   where merchant_id = e.merchant_id and id = e.id and money_event.account_code <> wallet.account_code;
end $$;
revoke execute on function money_event_part_put from public;

create or replace function money_event_of_payout() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  whole jsonb := to_jsonb(new);
  charge bigint := (whole ->> 'return_charge_minor')::bigint;
begin
  -- Before money is held it is a wish; one to be agreed on anew is a wish again.
  if new.hold_posting_id is null then
    if tg_op = 'UPDATE' and old.hold_posting_id is not null then
      perform public.money_event_forget(new.merchant_id, new.id, new.changed_at);
    end if;
    return null;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := new.kind; e.direction := 'out';
  e.state := case new.state when 'completed' then 'done' when 'returned' then 'returned'
                            when 'failed' then 'failed' when 'cancelled' then 'failed' else 'moving' end;
  e.step := case new.state when 'completed' then 'done' else new.state end;
  e.currency := new.currency; e.amount_minor := new.amount_minor;
  e.fee_minor := coalesce((new.price #>> '{fee,total,minor,$minor}')::bigint, 0);
  e.net_minor := case when new.state = 'completed' then -new.amount_minor else 0 end;
  e.other_currency := new.arrives_currency; e.other_minor := new.arrives_minor;
  e.counterparty := new.payee_name || ' ' || new.payee_bank || ' 尾号 ' || new.payee_last_four;
  e.account_code := coalesce(whole ->> 'source_code',
                             'collection:' || new.currency || ':' || (whole ->> 'receiving_account_id'));
  e.reference := new.rail_reference;
  e.posting_id := coalesce(new.return_posting_id, new.final_posting_id, new.hold_posting_id);
  -- As its own list has it: one payment has one time.
  e.effective_at := new.created_at;
  e.booked_at := case when new.state in ('completed', 'returned') then new.finished_at end;
  e.settled_at := case when new.state = 'completed' then new.finished_at end;
  e.changed_at := new.changed_at;
  perform public.money_event_put(e);
  perform public.money_event_part_put(e, whole -> 'sources');
  -- The payment came back whole in the books; what banks kept of it left the account once more, and is an event of its own.
  if new.state = 'returned' and charge > 0 then
    e.id := public.named_uuid(new.id || ' charged'); e.kind := 'returnCharge'; e.state := 'done'; e.step := 'done';
    e.amount_minor := charge; e.fee_minor := charge; e.net_minor := -charge;
    e.other_currency := null; e.other_minor := null; e.posting_id := null; e.effective_at := new.finished_at;
    -- The column is younger than the triggers.
    e := jsonb_populate_record(e, jsonb_build_object('record_id', new.id));
    perform public.money_event_put(e);
    perform public.money_event_part_put(e, whole -> 'sources');
  end if;
  return null;
end $$;

create or replace function money_event_of_conversion() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state <> 'settled' then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'exchange'; e.direction := 'exchange'; e.state := 'done';
  e.currency := new.sell; e.amount_minor := new.amount_minor; e.fee_minor := new.fee_minor; e.net_minor := -new.amount_minor;
  e.other_currency := new.buy; e.other_minor := new.bought_minor; e.counterparty := new.sell || ' → ' || new.buy;
  e.account_code := 'wallet:' || new.sell; e.other_code := 'wallet:' || new.buy;
  e.reference := 'FX' || upper(replace(new.id::text, '-', '')); e.posting_id := new.posting_id;
  e.effective_at := new.created_at; e.booked_at := new.settled_at; e.changed_at := new.settled_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- A target's money is set aside while it waits; what comes of it is an exchange of its own, or nothing.
create or replace function money_event_of_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.kind <> 'target' then return null; end if;
  if new.state <> 'waiting' then
    perform public.money_event_forget(new.merchant_id, new.id, new.changed_at);
    return null;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'exchangeOrder'; e.direction := 'exchange';
  e.state := 'moving'; e.step := 'waiting';
  e.currency := new.sell; e.amount_minor := new.amount_minor; e.fee_minor := 0; e.net_minor := 0;
  e.counterparty := new.sell || ' → ' || new.buy;
  e.account_code := 'wallet:' || new.sell; e.other_code := 'wallet:' || new.buy;
  e.posting_id := new.hold_posting_id; e.effective_at := new.created_at; e.changed_at := new.changed_at;
  perform public.money_event_put(e);
  return null;
end $$;

create or replace function money_event_of_merger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state <> 'merged' then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'pooling'; e.direction := 'transfer'; e.state := 'done';
  e.currency := new.currency; e.amount_minor := new.total_minor; e.fee_minor := 0; e.net_minor := 0;
  e.counterparty := ''; e.other_code := 'collection:' || new.currency || ':' || new.target_id;
  e.posting_id := new.posting_id; e.effective_at := new.merged_at; e.booked_at := new.merged_at; e.changed_at := new.merged_at;
  perform public.money_event_put(e);
  return null;
end $$;

create or replace function money_event_of_charge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state <> 'paid' then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'charge'; e.direction := 'out'; e.state := 'done';
  e.currency := new.currency; e.amount_minor := new.amount_minor; e.fee_minor := new.amount_minor;
  e.net_minor := -new.amount_minor; e.counterparty := '';
  e.account_code := 'collection:' || new.currency || ':' || new.account_id;
  e.posting_id := new.posting_id; e.effective_at := new.created_at; e.booked_at := new.paid_at; e.changed_at := new.paid_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- A correction by hand: what comes to the merchant's own money, what leaves it, and what is only put into another account of it.
create or replace function money_event_of_adjustment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  own constant text := '^(collection|wallet|card_wallet|card|deposit):';
  leaves boolean := new.from_code ~ own;
  arrives boolean := new.to_code ~ own;
  -- The column is younger than the triggers.
  corrects uuid := (to_jsonb(new) ->> 'corrects')::uuid;
  with_whom text;
begin
  if new.state <> 'posted' or not (leaves or arrives) then return null; end if;
  if corrects is not null then
    select '，原对方 ' || p.counterparty into with_whom
      from public.ledger_posting o join public.money_event_party p on p.merchant_id = o.merchant_id
       and p.reference in (o.reference collate "default", o.id::text)
     where o.merchant_id = new.merchant_id and o.id = corrects and p.counterparty <> '' order by p.counterparty limit 1;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.state := 'done';
  e.kind := case when leaves and arrives then 'adjustmentMoved' when arrives then 'adjustmentIn' else 'adjustmentOut' end;
  e.direction := case when leaves and arrives then 'transfer' when arrives then 'in' else 'out' end;
  e.currency := new.currency; e.amount_minor := new.amount; e.fee_minor := 0;
  e.net_minor := case when leaves and arrives then 0 when arrives then new.amount else -new.amount end;
  e.counterparty := new.memo || coalesce(with_whom, ''); e.account_code := case when leaves then new.from_code else new.to_code end;
  e.other_code := case when leaves and arrives then new.to_code end;
  e.posting_id := new.posting_id; e.effective_at := new.decided_at; e.booked_at := new.decided_at;
  e.changed_at := new.decided_at;
  perform public.money_event_put(e);
  return null;
end $$;

create or replace function money_event_of_reward() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'reward'; e.direction := 'in'; e.state := 'done';
  e.currency := new.currency; e.amount_minor := new.amount_minor; e.fee_minor := 0; e.net_minor := new.amount_minor;
  e.counterparty := new.title; e.account_code := 'wallet:' || new.currency;
  e.posting_id := new.posting_id; e.effective_at := new.paid_at; e.booked_at := new.paid_at; e.changed_at := new.paid_at;
  perform public.money_event_put(e);
  return null;
end $$;

create or replace function money_event_of_wallet() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state <> 'completed' then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.state := 'done';
  e.kind := case new.kind when 'funding' then 'funding' when 'sent' then 'transferOut' else 'transferIn' end;
  e.direction := case new.kind when 'funding' then 'transfer' when 'sent' then 'out' else 'in' end;
  e.currency := new.currency; e.amount_minor := new.amount_minor; e.fee_minor := 0;
  e.net_minor := case new.kind when 'funding' then 0 when 'sent' then -new.amount_minor else new.amount_minor end;
  e.counterparty := coalesce(new.other_name, '');
  e.account_code := case new.kind when 'funding' then new.from_code else 'wallet:' || new.currency end;
  e.other_code := case new.kind when 'funding' then 'wallet:' || new.currency end;
  e.posting_id := new.posting_id; e.effective_at := new.created_at; e.booked_at := new.completed_at;
  e.changed_at := new.completed_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- A purchase is spent money once the shop is paid; what is set aside for it before that is under way. Paid in part, or heard
-- of again after it was paid, it is both: what was paid stays an event for good, what is still set aside is one beside it.
create or replace function money_event_of_card_payment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  moved constant bigint := case new.kind when 'refund' then new.refunded_minor else new.settled_minor end;
  -- A purchase that begins has nothing beside it: the shop's till waits for the decision, and asks for no name it does not need.
  beside constant uuid := case when tg_op = 'UPDATE' or moved > 0 then public.named_uuid(new.id || ' held') end;
begin
  e.merchant_id := new.merchant_id; e.currency := new.currency;
  e.kind := case new.kind when 'refund' then 'cardRefund' else 'cardPurchase' end;
  e.direction := case new.kind when 'refund' then 'in' else 'out' end;
  if new.original_currency <> new.currency and new.original_minor > 0 then
    e.other_currency := new.original_currency; e.other_minor := new.original_minor;
  end if;
  e.counterparty := new.shop_name; e.account_code := 'card:' || new.currency || ':' || new.card_id;
  e.reference := new.network_id; e.effective_at := new.created_at; e.changed_at := new.changed_at;
  if tg_op = 'UPDATE' then
    delete from public.money_event where merchant_id = new.merchant_id
      and (id = beside and (moved = 0 or new.held_minor = 0) or id = new.id and moved = 0 and new.held_minor = 0);
  end if;
  if new.held_minor > 0 then
    e.id := case when moved > 0 then beside else new.id end; e.state := 'moving'; e.step := 'authorised';
    e.amount_minor := new.held_minor; e.fee_minor := new.held_fee_minor; e.net_minor := 0;
    if moved > 0 then
      perform public.money_event_put(jsonb_populate_record(e, jsonb_build_object('record_id', new.id)));
    else
      perform public.money_event_put(e);
    end if;
  end if;
  if moved > 0 then
    e.id := new.id; e.state := 'done'; e.step := 'done'; e.amount_minor := moved; e.fee_minor := new.fee_minor;
    e.net_minor := case new.kind when 'refund' then moved else -moved end; e.booked_at := new.settled_at;
    perform public.money_event_put(e);
  end if;
  return null;
end $$;

-- What opening a card costs; one that did not open gave it back, and nothing is left to tell.
create or replace function money_event_of_card() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state = 'failed' then
    perform public.money_event_forget(new.merchant_id, new.id, new.changed_at);
    return null;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'cardFee'; e.direction := 'out'; e.state := 'done';
  e.currency := new.currency; e.amount_minor := new.opening_fee_minor; e.fee_minor := new.opening_fee_minor;
  e.net_minor := -new.opening_fee_minor; e.counterparty := ''; e.account_code := 'card_wallet:' || new.currency;
  e.reference := 'CK' || upper(right(new.id::text, 12));
  e.effective_at := new.created_at; e.booked_at := new.created_at; e.changed_at := new.created_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- What the network credits for a disputed purchase is held until the end: then it is the merchant's, or it was nothing.
create or replace function money_event_of_card_dispute() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  ends constant boolean := new.state = 'won';
begin
  if new.state not in ('chargeback', 'representment', 'preArbitration', 'arbitration', 'won') then
    perform public.money_event_forget(new.merchant_id, new.id, new.changed_at);
    return null;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'cardDispute'; e.direction := 'in';
  e.state := case when ends then 'done' else 'held' end; e.step := case when ends then 'done' else 'reviewing' end;
  e.currency := new.currency; e.amount_minor := new.amount_minor; e.fee_minor := 0;
  e.net_minor := case when ends then new.amount_minor else 0 end; e.account_code := 'card_wallet:' || new.currency;
  select p.shop_name, p.network_id into e.counterparty, e.reference from public.card_payment p
   where p.merchant_id = new.merchant_id and p.id = new.payment_id;
  e.posting_id := new.hold_posting_id; e.effective_at := new.created_at; e.changed_at := new.changed_at;
  e.booked_at := case when ends then new.changed_at end;
  e := jsonb_populate_record(e, jsonb_build_object('record_id', new.payment_id));
  perform public.money_event_put(e);
  return null;
end $$;

-- Into the card wallet: from an own account, or new money from a bank. What goes on between wallet and cards is neither.
create or replace function money_event_of_card_recharge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  from_outside boolean := new.kind = 'walletOffline';
begin
  if new.state <> 'succeeded' or new.kind not in ('walletCollection', 'walletBalance', 'walletOffline') then
    return null;
  end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.state := 'done'; e.currency := new.currency;
  e.kind := case when from_outside then 'cardFundingIn' else 'cardFunding' end;
  e.direction := case when from_outside then 'in' else 'transfer' end;
  e.amount_minor := new.amount_minor; e.fee_minor := new.fee_minor;
  e.net_minor := case when from_outside then new.amount_minor - new.fee_minor else -new.fee_minor end;
  e.counterparty := coalesce(new.payer, '');
  e.account_code := case when from_outside then 'card_wallet:' || new.currency
                         when new.kind = 'walletBalance' then 'wallet:' || new.currency
                         else 'collection:' || new.currency || ':' || new.account_id end;
  e.other_code := case when not from_outside then 'card_wallet:' || new.currency end;
  e.reference := new.serial; e.posting_id := new.posting_id; e.effective_at := new.created_at;
  e.booked_at := new.finished_at; e.changed_at := new.changed_at;
  perform public.money_event_put(e);
  return null;
end $$;

create or replace function money_event_of_card_withdrawal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state <> 'completed' then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.state := 'done'; e.currency := new.currency;
  e.kind := 'cardWithdrawal'; e.direction := 'transfer';
  e.amount_minor := new.amount_minor; e.fee_minor := 0; e.net_minor := 0; e.counterparty := new.target_name;
  e.account_code := 'card_wallet:' || new.currency;
  e.other_code := case new.target when 'wallet' then 'wallet:' || new.currency
                                  else 'collection:' || new.currency || ':' || new.target_id end;
  e.reference := new.serial; e.posting_id := new.posting_id; e.effective_at := new.created_at;
  e.booked_at := new.finished_at; e.changed_at := new.changed_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- What an amount was worth in yuan at the middle rate of its day, by our own records; null where none was kept.
create or replace function money_in_yuan(of_currency text, minor bigint, at_time timestamptz) returns bigint
language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select case when of_currency = 'CNY' then minor else (
    select round(minor * (b.per_dollar ->> 'CNY')::numeric / (b.per_dollar ->> of_currency)::numeric
                 * case when of_currency in ('JPY', 'KRW', 'VND', 'IDR') then 100 else 1 end)::bigint
      from public.fx_rate_board b where b.grain = 'days' and b.at <= at_time order by b.at desc limit 1) end
$$;
