-- Which shop it is that counts its orders, by every name it was ever known by: bound by another merchant, or anew, it is the same.
-- Called by the store it was known as first.
create table order_shop (
  -- One of its names.
  shop_key text primary key,
  shop_id uuid not null
);
grant select, insert on order_shop to coralhub_app;

-- Whose numbers a delivery's orders have; null where nobody can say, or where the platform counts.
alter table order_upload add column shop_id uuid;

-- What has been brought until now stands under its store: the first of a shop's stores is its name.
insert into order_shop (shop_key, shop_id)
select distinct on (n.name) n.name, n.store_id
  from store_name n
  join (select merchant_id, store_id, min(created_at) as since from order_upload
         where platform in ('SHOPIFY', 'BIGCOMMERCE', 'THREECART', 'SHOPLAZZA', 'SHOPLINE', 'WOOCOMMERCE', 'OFFLINE', 'OTHER')
         group by 1, 2) u using (merchant_id, store_id)
 order by n.name, u.since;
