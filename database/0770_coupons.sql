-- What a price that was promised has set aside of a coupon, until the promise ends. The merchant's next promise takes it
-- over; nothing the house does by itself takes it away.
create table coupon_hold (
  merchant_id uuid not null,
  coupon_id uuid not null,
  quote_id uuid not null,
  -- Of a free quota: the part; otherwise it is the whole coupon.
  covered_minor bigint check (covered_minor > 0),
  held_at timestamptz not null,
  until timestamptz not null,
  primary key (merchant_id, coupon_id, quote_id),
  foreign key (merchant_id, coupon_id) references coupon (merchant_id, id)
);
-- A whole coupon stands in one promise.
create unique index coupon_hold_whole on coupon_hold (merchant_id, coupon_id) where covered_minor is null;
create index coupon_hold_age on coupon_hold using brin (held_at);
grant select, insert, delete on coupon_hold to coralhub_app;
