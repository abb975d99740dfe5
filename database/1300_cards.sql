-- How often a card was asked to pay, ever: in the row of its life. Two swipes at once find there that the hour's number is used up.
alter table card_spend add column asked bigint not null default 0 check (asked >= 0);
-- What another card stood in for: the purchase is written down after the money has come, in the same transaction.
alter table card_recharge add column payment_id uuid;
alter table card_recharge add foreign key (merchant_id, payment_id) references card_payment (merchant_id, id)
  deferrable initially deferred;
create index card_recharge_from_card on card_recharge (merchant_id, from_card_id, created_at desc, id desc)
  where from_card_id is not null;
-- What is out of sight stands in for nobody.
update card c set backup_card_id = null, version = c.version + 1
  from card b where b.merchant_id = c.merchant_id and b.id = c.backup_card_id and b.deleted_at is not null;
