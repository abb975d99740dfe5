-- needs: money_events.sql
-- Corrections by hand between a merchant's own accounts, and those of cards, card wallets and deposits, were no events: the
-- message about them opened nothing.
insert into money_event (merchant_id, id, kind, direction, state, step, currency, amount_minor, net_minor, counterparty,
                         account_code, other_code, posting_id, effective_at, booked_at, changed_at)
select merchant_id, id, case when leaves and arrives then 'adjustmentMoved' when arrives then 'adjustmentIn' else 'adjustmentOut' end,
       case when leaves and arrives then 'transfer' when arrives then 'in' else 'out' end, 'done', 'done', currency, amount,
       case when leaves and arrives then 0 when arrives then amount else -amount end, memo,
       case when leaves then from_code else to_code end, case when leaves and arrives then to_code end,
       posting_id, decided_at, decided_at, decided_at
  from (select a.*, from_code ~ '^(collection|wallet|card_wallet|card|deposit):' as leaves,
               to_code ~ '^(collection|wallet|card_wallet|card|deposit):' as arrives
          from ledger_adjustment a where state = 'posted') a
 where leaves or arrives
on conflict (merchant_id, id) do nothing;
