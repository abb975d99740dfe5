-- What the merchant says it deals in, named once and asked of nobody twice.
alter table certification add column item_code integer, add column item_name text;
