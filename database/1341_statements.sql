-- A line of a statement names the other side also where the list has no number for it (another merchant's wallet, a reward, a
-- correction by hand with its reason), and of what went back: these are asked for by their posting.
create or replace view money_event_party as
  select merchant_id, reference, counterparty, reference as told from money_event where reference is not null
  union all
  select merchant_id, reference, counterparty, told from card_reference_party
  union all
  select merchant_id, posting_id::text, counterparty, reference from money_event
   where (reference is null or state = 'returned') and posting_id is not null;
