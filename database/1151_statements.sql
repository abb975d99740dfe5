-- A line of a statement names the other side and bears the number of the list also where the books have another number.
create or replace view money_event_party as
  select merchant_id, reference, counterparty, reference as told from money_event where reference is not null
  union all
  select merchant_id, reference, counterparty, told from card_reference_party;
