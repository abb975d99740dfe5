-- By what a store is known to be a shop, whoever has it: the account its platform has named while it lets us in, and its address.
create view store_name as
  select s.merchant_id, s.id as store_id, n.rank, s.platform || ' ' || n.kind || ' ' || lower(n.name) as name
  from store s
  left join store_connection c on c.merchant_id = s.merchant_id and c.store_id = s.id
  cross join lateral (values (1, 'account', c.account), (2, 'address', s.url)) as n (rank, kind, name)
  where n.name <> '';
grant select on store_name to coralhub_app;
