-- needs: money_events.sql
-- What keeps money aside stands among what is under way: a target while it waits, a card's purchase until its shop is paid.
create trigger money_event_kept after insert or update on standing_order
  for each row execute function money_event_of_order();
update standing_order set changed_at = changed_at where kind = 'target' and state = 'waiting';
update card_payment set changed_at = changed_at where state = 'authorised' and held_minor > 0;
