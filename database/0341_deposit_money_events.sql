-- needs: service_money_events.sql

create trigger money_event_kept after insert or update on deposit_placement
  for each row execute function money_event_of_deposit();
-- What happened before is told as well.
update deposit_placement set state = state;
