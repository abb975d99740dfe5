-- Stores whose platform lets us in right now.
create view store_connected as
  select c.merchant_id, c.store_id, c.connector from store_connection c
  join store s on s.merchant_id = c.merchant_id and s.id = c.store_id
  where s.state = 'bound' and s.authorisation in ('authorised', 'expiring');
grant select on store_connected to coralhub_app;
