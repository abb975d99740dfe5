-- What was done about a merchant is read on its page, whatever thing of the merchant's it was done to.
create index audit_entry_merchant on audit_entry ((detail ->> 'merchantId'), at desc, id desc)
  where detail ->> 'merchantId' is not null;
