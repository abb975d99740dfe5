-- A correction by hand is known by its own number, whatever reference the books keep it under.
create or replace view money_event_party as
  select merchant_id, reference, counterparty, reference as told from money_event where reference is not null
  union all
  select merchant_id, reference, counterparty, told from card_reference_party
  union all
  select merchant_id, posting_id::text, counterparty,
         case when kind like 'adjustment%' then id::text else reference end from money_event
   where (reference is null or state = 'returned') and posting_id is not null
  union all
  select r.merchant_id, r.return_reference, e.counterparty, e.reference
    from payout_return r join money_event e on e.merchant_id = r.merchant_id and e.id = r.id;
