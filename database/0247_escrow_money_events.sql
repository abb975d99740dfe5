-- needs: service_money_events.sql

create trigger money_event_kept after insert on escrow_movement
  for each row execute function money_event_of_escrow();
