-- What others read of the money that came: for what, from whom, how much.
create view income_money as
  select merchant_id, id, receiving_account_id, store_id, platform, currency, amount_minor, fee_minor, payer_name, remittance,
    rail_reference, state, arrived_at, credited_at
  from income where arrived_at is not null;
grant select on income_money to coralhub_app;
