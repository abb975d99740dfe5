-- needs: service_money_events.sql

-- Each kind of event is a row of the product's table of kinds; a list here as well would have to be written again with every
-- capability that moves money. What a kind may look like is still checked.
alter table money_event drop constraint money_event_kind_check;
alter table money_event add constraint money_event_kind_check check (kind ~ '^[a-z][A-Za-z]{2,29}$');

create trigger money_event_kept after insert or update on loan
  for each row execute function money_event_of_loan();
create trigger money_event_kept after insert or update on loan_repayment
  for each row execute function money_event_of_loan_repayment();
