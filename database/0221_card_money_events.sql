-- needs: money_events.sql

-- Cards are among the money events: what was bought and given back, what came into the card wallet and left it.
alter table money_event drop constraint money_event_kind_check;
alter table money_event add constraint money_event_kind_check check (kind in ('income', 'withdrawal', 'supplier', 'service',
  'seller', 'exchange', 'funding', 'transferIn', 'transferOut', 'pooling', 'charge', 'adjustmentIn', 'adjustmentOut',
  'cardPurchase', 'cardRefund', 'cardFunding', 'cardFundingIn', 'cardWithdrawal'));
create trigger money_event_kept after insert or update on card_payment
  for each row execute function money_event_of_card_payment();
create trigger money_event_kept after insert or update on card_recharge
  for each row execute function money_event_of_card_recharge();
create trigger money_event_kept after insert or update on card_withdrawal
  for each row execute function money_event_of_card_withdrawal();
-- What happened before is told as well.
update card_payment set state = state where state in ('settled', 'refunded');
update card_recharge set state = state where state = 'succeeded';
update card_withdrawal set state = state where state = 'completed';
