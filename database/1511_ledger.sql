-- What an adjustment by hand at a bank puts right: the bank's own reference, under which both sides are compared.
alter table ledger_adjustment add column bank_reference text check (bank_reference <> ''),
  add constraint ledger_adjustment_one_reason check (bank_reference is null or corrects is null);
