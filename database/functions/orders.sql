-- What platforms have paid in, kept with every credit. A trigger of income, run as the owner: nobody else writes it.
create or replace function order_demand_of_income() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state <> 'credited' or (tg_op = 'UPDATE' and old.state = 'credited') then return null; end if;
  insert into public.order_demand as d (merchant_id, currency, platform, credited_minor)
  values (new.merchant_id, new.currency, coalesce(new.platform, ''), new.amount_minor - new.fee_minor)
  on conflict (merchant_id, currency, platform) do update set credited_minor = d.credited_minor + excluded.credited_minor;
  return null;
end $$;
revoke execute on function order_demand_of_income from public;
