-- An address is typed by whoever likes: it names a shop only where somebody has looked at it and bound the store with it. Changed
-- since, it waits to be looked at again.
create or replace view store_name as
  select s.merchant_id, s.id as store_id, 1 as rank, s.platform || ' account ' || lower(c.account) as name
  from store_connection c
  join store s on s.merchant_id = c.merchant_id and s.id = c.store_id
  where c.account <> ''
  union all
  select s.merchant_id, s.id, 2, s.platform || ' address ' || lower(s.url)
  from store s
  where s.url <> '' and s.bound_at is not null and s.decline_reason = ''
    and (s.state = 'bound' or greatest(s.bound_at, s.decided_at) >= s.submitted_at);
-- Which stores were bound with an address, whoever's they are.
create index store_by_address on store ((platform || ' address ' || lower(url))) where url <> '' and bound_at is not null;

-- Where shops are names under their platform's, a page of a shop is the shop.
update store_url u set url = substring(u.url from '^https://[^/?#]+')
  from store s
 where s.merchant_id = u.owner_id and s.id = u.store_id and s.platform in ('SHOPIFY', 'SHOPLAZZA')
   and u.url ~ '^https://[^/?#]+[/?#]'
   and not exists (select from store_url o where o.url <> u.url and substring(o.url from '^https://[^/?#]+') = substring(u.url from '^https://[^/?#]+'));
update store set url = substring(url from '^https://[^/?#]+')
 where platform in ('SHOPIFY', 'SHOPLAZZA') and url ~ '^https://[^/?#]+[/?#]';
