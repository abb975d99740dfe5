-- needs: money_events.sql
-- Where a payment stands in its owner's words; `state` only says what that means for the sums.
alter table money_event add column step text check (step ~ '^[a-z][A-Za-z]{2,29}$');
update money_event set step = case state when 'coming' then 'announced' when 'held' then 'reviewing'
  when 'moving' then 'processing' else state end;
update money_event e set step = case i.state when 'returned' then 'sentBack' else i.state end
  from income i where i.merchant_id = e.merchant_id and i.id = e.id;
update money_event e set step = case p.state when 'completed' then 'done' else p.state end
  from payout p where p.merchant_id = e.merchant_id and p.id = e.id and p.hold_posting_id is not null;
-- One that has to be agreed on anew holds nothing any more.
delete from money_event e using payout p
  where p.merchant_id = e.merchant_id and p.id = e.id and p.hold_posting_id is null;
update money_event e set step = d.state from deposit_placement d
  where d.merchant_id = e.merchant_id and d.id = e.id and d.state in ('pending', 'refused');
alter table money_event alter column step set not null;
-- The day it counts for: when it was booked, and until then when it happened. Lists and statements of a month agree by it.
create index money_event_by_day on money_event (merchant_id, (coalesce(booked_at, effective_at)) desc, id desc);
