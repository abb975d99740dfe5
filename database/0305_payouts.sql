-- Whoever confirms a receipt knows the reference, not the bank it came from.
create index payout_reference_by_reference on payout_reference (reference);
