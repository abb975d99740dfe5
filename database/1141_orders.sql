-- When a person decided about an order. Refunds and mends change a row later on, and are no decisions.
alter table trade_order add column decided_at timestamptz;
update trade_order set decided_at = changed_at where decided_by is not null;
alter table trade_order add check ((decided_by is null) = (decided_at is null));
-- Who is proven is judged by the last thousand of them.
create index trade_order_by_decision on trade_order (merchant_id, decided_at desc, id desc) where decided_by is not null;
