-- needs: money_events.sql

-- Each owner keeps its row among the money events up to date, in the transaction of its own step.
create trigger money_event_kept after insert or update on wallet_transfer
  for each row execute function money_event_of_wallet();
create trigger money_event_kept after insert or update on income
  for each row execute function money_event_of_income();
create trigger money_event_kept after insert or update on payout
  for each row execute function money_event_of_payout();
create trigger money_event_kept after insert or update on conversion
  for each row execute function money_event_of_conversion();
create trigger money_event_kept after insert or update on funds_merger
  for each row execute function money_event_of_merger();
create trigger money_event_kept after insert or update on account_charge
  for each row execute function money_event_of_charge();
create trigger money_event_kept after insert or update on ledger_adjustment
  for each row execute function money_event_of_adjustment();
