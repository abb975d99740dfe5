-- needs: money_events.sql
-- A payment bears the time of its own list, when it was applied for; here it was told as of the minute it was confirmed.
update money_event e set effective_at = p.created_at from payout p
 where p.merchant_id = e.merchant_id and p.id = e.id and e.effective_at <> p.created_at;
update money_event_earlier e set effective_at = p.created_at from payout p
 where p.merchant_id = e.merchant_id and p.id = e.id and e.effective_at <> p.created_at;
