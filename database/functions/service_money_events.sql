-- What loans, escrow, tax refunds and deposits are among the money events; they run as the owner, like the others.

create or replace function money_event_of_loan() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.drawn_at is null then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'loanDrawn'; e.direction := 'financing'; e.state := 'done';
  e.currency := 'USD'; e.amount_minor := new.granted_minor; e.fee_minor := 0; e.net_minor := new.granted_minor;
  e.counterparty := case when new.product = 'icbc' then '中国工商银行' else '合作资金方' end;
  e.account_code := 'wallet:USD'; e.reference := new.reference;
  e.effective_at := new.drawn_at; e.booked_at := new.drawn_at; e.changed_at := new.drawn_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- Principal goes back to whom it belongs to; what borrowing cost is an expense. They are two events of one repayment.
create or replace function money_event_of_loan_repayment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  cost constant bigint := new.interest_minor + new.penalty_minor;
begin
  e.merchant_id := new.merchant_id; e.state := 'done'; e.currency := 'USD';
  e.counterparty := '贷款还款'; e.account_code := new.source_code; e.reference := new.reference;
  e.posting_id := new.posting_id; e.effective_at := new.at; e.booked_at := new.at; e.changed_at := new.at;
  -- The column is younger than the triggers.
  e := jsonb_populate_record(e, jsonb_build_object('record_id', new.loan_id));
  if new.principal_minor > 0 then
    e.id := new.id; e.kind := 'loanRepaid'; e.direction := 'financing';
    e.amount_minor := new.principal_minor; e.fee_minor := 0; e.net_minor := -new.principal_minor;
    perform public.money_event_put(e);
  end if;
  if cost > 0 then
    e.id := public.named_uuid(new.id || ' interest'); e.kind := 'loanInterest'; e.direction := 'out';
    e.amount_minor := cost; e.fee_minor := 0; e.net_minor := -cost;
    perform public.money_event_put(e);
  end if;
  return null;
end $$;

create or replace function money_event_of_escrow() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  leaves boolean := new.kind = 'escrowPaid';
begin
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := new.kind; e.state := 'done';
  e.direction := case when leaves then 'out' else 'in' end;
  e.currency := new.currency; e.amount_minor := new.amount_minor; e.fee_minor := 0;
  e.net_minor := case when leaves then -new.amount_minor else new.amount_minor end;
  e.counterparty := new.other_name; e.account_code := 'wallet:' || new.currency; e.reference := new.reference;
  e.posting_id := new.posting_id; e.effective_at := new.at; e.booked_at := new.at; e.changed_at := new.at;
  e := jsonb_populate_record(e, jsonb_build_object('record_id', new.escrow_id));
  perform public.money_event_put(e);
  return null;
end $$;

create or replace function money_event_of_tax_refund() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
begin
  if new.state <> 'refunded' then return null; end if;
  e.merchant_id := new.merchant_id; e.id := new.id; e.kind := 'taxRefund'; e.direction := 'in'; e.state := 'done';
  e.currency := 'CNY'; e.amount_minor := new.paid_minor; e.fee_minor := 0; e.net_minor := new.paid_minor;
  e.counterparty := '税务机关'; e.account_code := 'wallet:CNY'; e.reference := new.declaration_number;
  e.posting_id := new.posting_id; e.effective_at := new.changed_at; e.booked_at := new.changed_at;
  e.changed_at := new.changed_at;
  perform public.money_event_put(e);
  return null;
end $$;

-- The same name gives the same id: a second event of one row is found again by it.
create or replace function named_uuid(name text) returns uuid
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select overlay(overlay(md5(name) placing '8' from 13) placing '8' from 17)::uuid
$$;

-- A deposit is up to four events: what leaves the wallet for it, what of it comes back, the interest paid into the wallet, and
-- the interest that went on into the next deposit and never saw the wallet. One that renews another begins with money that
-- never came back.
create or replace function money_event_of_deposit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.money_event;
  kept bigint := 0;
  kept_interest bigint := 0;
begin
  e.merchant_id := new.merchant_id; e.currency := new.currency; e.fee_minor := 0; e.reference := new.rail_reference;
  e.account_code := 'wallet:' || new.currency; e.other_code := 'deposit:' || new.currency || ':' || new.id;
  e.counterparty := '定期存款 ' || new.term_months || ' 个月'; e.changed_at := new.changed_at;
  if new.renewed_from is null then
    e.id := new.id; e.kind := 'depositPlaced'; e.direction := 'transfer'; e.net_minor := 0;
    e.state := case new.state when 'pending' then 'moving' when 'refused' then 'failed' else 'done' end;
    e.step := case when new.state in ('pending', 'refused') then new.state else 'done' end;
    e.amount_minor := new.principal_minor; e.effective_at := new.created_at;
    e.booked_at := case when e.state = 'done' then new.created_at end;
    perform public.money_event_put(e);
  end if;
  if new.ended_at is null or new.state = 'refused' then return null; end if;
  e.state := 'done'; e.step := 'done'; e.effective_at := new.ended_at; e.booked_at := new.ended_at;
  e := jsonb_populate_record(e, jsonb_build_object('record_id', new.id));
  if new.renewed_to is not null then
    select least(n.principal_minor, new.principal_minor), greatest(n.principal_minor - new.principal_minor, 0)
      into kept, kept_interest from public.deposit_placement n
     where n.merchant_id = new.merchant_id and n.id = new.renewed_to;
  end if;
  if new.principal_minor > kept then
    e.id := public.named_uuid(new.id || ' returned'); e.kind := 'depositReturned'; e.direction := 'transfer'; e.net_minor := 0;
    e.amount_minor := new.principal_minor - kept;
    perform public.money_event_put(e);
  end if;
  e.kind := 'depositInterest'; e.direction := 'in';
  if new.paid_interest_minor > kept_interest then
    e.id := public.named_uuid(new.id || ' interest');
    e.amount_minor := new.paid_interest_minor - kept_interest; e.net_minor := e.amount_minor;
    perform public.money_event_put(e);
  end if;
  if kept_interest > 0 then
    e.id := public.named_uuid(new.id || ' interest kept'); e.counterparty := e.counterparty || '，利息续存';
    e.account_code := 'deposit:' || new.currency || ':' || new.renewed_to; e.other_code := null;
    e.amount_minor := kept_interest; e.net_minor := kept_interest;
    perform public.money_event_put(e);
  end if;
  return null;
end $$;
