-- The merchant's own search finds an order by its amount, among all it has.
create index trade_order_by_amount on trade_order (merchant_id, amount_minor);
