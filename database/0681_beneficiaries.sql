-- The same number at two banks is two accounts. Empty: the number says the bank itself, or nobody did.
alter table beneficiary add column account_bank text not null default '';
drop index beneficiary_once;
create unique index beneficiary_once on beneficiary (merchant_id, kind, currency, number_index, account_bank)
  where state <> 'disabled';
