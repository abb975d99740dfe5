-- When money out had left for good; kept when it comes back later, so that both stand in the books of their own days.
alter table money_event add column settled_at timestamptz;
create index money_event_came_back on money_event (merchant_id, settled_at, booked_at)
  where state = 'returned' and settled_at is not null;

update money_event set settled_at = booked_at
 where state = 'done' and kind in ('withdrawal', 'supplier', 'service', 'seller');
update money_event e set settled_at = b.at from business_event b
 where e.state = 'returned' and e.kind in ('withdrawal', 'supplier', 'service', 'seller')
   and b.merchant_id = e.merchant_id and b.subject = 'payout' and b.subject_id = e.id and b.action = 'settle';
