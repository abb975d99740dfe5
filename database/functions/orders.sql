-- What platforms have paid in, kept with every credit, and told to whoever looks for the orders behind it. Orders behind money
-- that went back, or was taken back whole, are free again; what was taken back asks for none. A trigger of income, run as the owner: nobody else writes it.
create or replace function order_demand_of_income() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  worth bigint := 0;
begin
  if tg_op = 'UPDATE' and old.state = new.state then
    if old.taken_back_minor = new.taken_back_minor then return null; end if;
    worth := least(old.taken_back_minor, new.amount_minor - new.fee_minor)
           - least(new.taken_back_minor, new.amount_minor - new.fee_minor);
    if new.taken_back_minor = new.amount_minor then
      update public.order_match set unbound_at = new.taken_back_at, unbound_reason = '收款已红冲'
       where merchant_id = new.merchant_id and income_id = new.id and unbound_at is null;
    end if;
  elsif new.state = 'credited' then
    worth := new.amount_minor - new.fee_minor;
  elsif tg_op = 'UPDATE' and new.state = 'returned' then
    update public.order_match set unbound_at = coalesce(new.returned_at, now()), unbound_reason = '收款已退回'
     where merchant_id = new.merchant_id and income_id = new.id and unbound_at is null;
    if not found then return null; end if;
  else
    return null;
  end if;
  insert into public.order_demand as d (merchant_id, currency, platform, credited_minor, unmatched)
  values (new.merchant_id, new.currency, coalesce(new.platform, ''), worth, true)
  on conflict (merchant_id, currency, platform)
  do update set credited_minor = d.credited_minor + excluded.credited_minor, unmatched = true;
  return null;
end $$;
revoke execute on function order_demand_of_income from public;

-- Whether money may have orders behind it: it is here. It stays so until the transaction of whoever asks ends.
create or replace function order_money_stands(of_merchant uuid, money_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stands boolean;
begin
  select i.state <> 'returned' and i.taken_back_minor < i.amount_minor into stands from public.income i
   where i.merchant_id = of_merchant and i.id = money_id for share;
  return coalesce(stands, false);
end $$;
revoke execute on function order_money_stands from public;
grant execute on function order_money_stands to coralhub_app;
