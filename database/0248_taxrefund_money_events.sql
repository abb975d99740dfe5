-- needs: service_money_events.sql

create trigger money_event_kept after update on tax_refund
  for each row execute function money_event_of_tax_refund();
