-- Money that another card stood in with: which card's it was.
alter table card_recharge add column from_card_id uuid;
alter table card_recharge add foreign key (merchant_id, from_card_id) references card (merchant_id, id);
