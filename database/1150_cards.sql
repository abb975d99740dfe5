-- What the books call card money by, beside what its owner calls it by: a purchase is settled under the message's number and a
-- dispute under its own, both are known by the purchase's; a remittance is booked under the bank's number and known by its serial.
create view card_reference_party as
  select m.owner_id as merchant_id, m.message_id collate "default" as reference, p.shop_name as counterparty,
         p.network_id collate "default" as told
    from card_message m join card_payment p on p.merchant_id = m.owner_id and p.id = m.payment_id
  union all
  select d.merchant_id, ('CB' || d.id::text) collate "default", p.shop_name, p.network_id collate "default"
    from card_dispute d join card_payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
  union all
  select t.owner_id, t.reference collate "default", t.payer, r.serial collate "default"
    from card_transfer t join card_recharge r on r.merchant_id = t.owner_id and r.id = t.recharge_id;
grant select on card_reference_party to coralhub_app;
