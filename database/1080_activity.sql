-- needs: money_events.sql
-- needs: service_money_events.sql
-- The record an event is a part of, where that bears another id than the event: a repayment's loan, what banks kept of a
-- payment, the interest of a deposit. Without it such an event led nowhere.
alter table money_event add column record_id uuid;
update money_event e set record_id = r.loan_id from loan_repayment r
 where e.merchant_id = r.merchant_id and e.kind in ('loanRepaid', 'loanInterest')
   and e.id in (r.id, named_uuid(r.id || ' interest'));
update money_event e set record_id = m.escrow_id from escrow_movement m
 where e.merchant_id = m.merchant_id and e.id = m.id;
update money_event e set record_id = d.id from deposit_placement d
 where e.merchant_id = d.merchant_id and e.kind in ('depositReturned', 'depositInterest')
   and e.id in (named_uuid(d.id || ' returned'), named_uuid(d.id || ' interest'), named_uuid(d.id || ' interest kept'));
update money_event e set record_id = p.id from payout p
 where e.merchant_id = p.merchant_id and e.kind = 'returnCharge' and e.id = named_uuid(p.id || ' charged');
update money_event e set record_id = p.id from card_payment p
 where e.merchant_id = p.merchant_id and e.kind in ('cardPurchase', 'cardRefund') and e.id = named_uuid(p.id || ' held');
update money_event e set record_id = d.payment_id from card_dispute d
 where e.merchant_id = d.merchant_id and e.kind = 'cardDispute' and e.id = d.id;
-- Interest is the price of the loan, not a fee taken from the payment.
update money_event set fee_minor = 0 where kind = 'loanInterest';
