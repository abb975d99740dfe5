-- Whoever was asked about longest ago is asked first; what was paid long before is left out on the way.
drop index payout_paid_lately;
create index payout_paid_lately on payout (rail, asked_at) where state = 'completed';
-- What a payee was paid lately, without reading all it was ever paid.
create index payout_to_payee_lately on payout (merchant_id, beneficiary_id, confirmed_at desc);
