-- What was taken back of an income before it was known there asks for no orders.
update order_demand d set credited_minor = d.credited_minor - b.minor
  from (select merchant_id, currency, coalesce(platform, '') as platform, sum(least(taken_back_minor, amount_minor - fee_minor)) as minor
          from income where taken_back_minor > 0 group by 1, 2, 3) b
 where d.merchant_id = b.merchant_id and d.currency = b.currency and d.platform = b.platform;
update order_match m set unbound_at = i.taken_back_at, unbound_reason = '收款已红冲'
  from income i where i.merchant_id = m.merchant_id and i.id = m.income_id and i.taken_back_minor = i.amount_minor
   and m.unbound_at is null;
