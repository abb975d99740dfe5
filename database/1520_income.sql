-- What the rules pass as it comes is the merchant's at once and was never held.
alter table income drop constraint income_posted, add constraint income_posted check (
  case when state in ('announced', 'lapsed') then hold_posting_id is null
       else hold_posting_id is not null or state = 'credited' end);
