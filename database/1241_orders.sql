-- needs: orders.sql

-- What a person has taken apart is not bound again by itself. Until now only a binding that lost a race was undone otherwise.
alter table order_match add column unbound_by_person boolean not null default false,
  add check (not unbound_by_person or unbound_at is not null);
update order_match set unbound_by_person = true where unbound_at is not null and unbound_reason <> '订单已被占用';
create index order_match_taken_apart on order_match (merchant_id, income_id) where unbound_by_person;

-- Money came, or orders were set free, since this merchant's money was compared with its orders last.
alter table order_demand add column unmatched boolean not null default false;
update order_demand set unmatched = true;
create index order_demand_unmatched on order_demand (merchant_id) where unmatched;

-- Orders behind money that went back before it was known that they stay there.
update order_match m set unbound_at = coalesce(i.returned_at, now()), unbound_reason = '收款已退回'
  from income i where i.merchant_id = m.merchant_id and i.id = m.income_id and i.state = 'returned' and m.unbound_at is null;
