-- What others read of a card.
create view card_brief as select merchant_id, id, name, last_four from card;
grant select on card_brief to coralhub_app;
