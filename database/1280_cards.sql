-- A refund may come before its purchase was settled or even heard of: it says which one it is for, and the purchase finds it.
alter table card_payment add column refund_of text;
create index card_payment_refunds on card_payment (merchant_id, issuer, refund_of) where refund_of is not null;
-- Some networks call a refund by its purchase's name: the two are told apart by what they are.
alter table card_payment drop constraint card_payment_merchant_id_issuer_network_id_key;
create unique index card_payment_by_name on card_payment (merchant_id, issuer, network_id, kind);
-- More of a purchase is an attempt like a purchase of its own.
create index card_message_more on card_message (owner_id, at) where decision is not null;
