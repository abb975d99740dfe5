-- needs: money_events.sql
-- What opening a card costs and what a dispute brings back are among the money events: both changed the merchant's money, and
-- no list or total told of them.
create trigger money_event_opened after insert on card
  for each row when (new.opening_fee_minor > 0) execute function money_event_of_card();
create trigger money_event_failed after update of state on card
  for each row when (new.opening_fee_minor > 0 and new.state = 'failed' and old.state <> 'failed')
  execute function money_event_of_card();
create trigger money_event_kept after update on card_dispute
  for each row when (new.hold_posting_id is not null) execute function money_event_of_card_dispute();
-- What was before is told as well.
update card_dispute set state = state where hold_posting_id is not null;
insert into money_event (merchant_id, id, kind, direction, state, step, currency, amount_minor, fee_minor, net_minor,
  counterparty, account_code, reference, effective_at, booked_at, changed_at)
select merchant_id, id, 'cardFee', 'out', 'done', 'done', currency, opening_fee_minor, opening_fee_minor, -opening_fee_minor,
  '', 'card_wallet:' || currency, 'CK' || upper(right(id::text, 12)), created_at, created_at, created_at
  from card where opening_fee_minor > 0 and state <> 'failed';
