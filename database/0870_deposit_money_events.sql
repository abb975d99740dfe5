-- needs: service_money_events.sql
-- Interest that went on into the next deposit was told as money that had come into the wallet.
delete from money_event e using deposit_placement p
 where p.renewed_to is not null and e.merchant_id = p.merchant_id and e.id = named_uuid(p.id || ' interest');
update deposit_placement set state = state where renewed_to is not null;
