-- Under which shops a store has brought its orders: the same shop may have been known as two.
create index order_upload_of_shop on order_upload (merchant_id, store_id, shop_id) where shop_id is not null;

-- An address that nobody has looked at names no shop: what was brought for such a store, or under its name by a store that is
-- another, stands under its own store again.
with moved as (
  update order_upload u set shop_id = null
    from store_brief s
   where s.merchant_id = u.merchant_id and s.id = u.store_id and u.shop_id <> u.store_id
     and (s.bound_at is null or exists (select from store_brief t where t.id = u.shop_id and t.bound_at is null))
     and not exists (select from store_name n join order_shop k on k.shop_key = n.name
                      where n.merchant_id = u.merchant_id and n.store_id = u.store_id and n.rank = 1 and k.shop_id = u.shop_id)
  returning u.merchant_id, u.id, u.platform || ':' || u.store_id as scope
)
update order_claim c set scope = m.scope
  from moved m
  join trade_order o on o.merchant_id = m.merchant_id and o.upload_id = m.id
 where c.owner_id = o.merchant_id and c.order_id = o.id and c.order_number = o.order_number
   and not exists (select from order_claim d where d.scope = m.scope and d.order_number = c.order_number);
delete from order_shop k using store_brief s
 where s.id = k.shop_id and s.bound_at is null and k.shop_key like s.platform || ' address %';

-- A page of a shop is the shop, as in its address.
insert into order_shop (shop_key, shop_id)
select distinct on (1) substring(shop_key from '^[A-Z]+ address https://[^/?#]+'), shop_id from order_shop
 where shop_key ~ '^(SHOPIFY|SHOPLAZZA) address https://[^/?#]+[/?#]' order by 1, shop_key
on conflict do nothing;
