-- Whoever owes quota is listed at the desk: few have ever owed any, and their accounts are found without a walk through all.
create index ledger_account_quota_debt on ledger_account (merchant_id) where kind = 'house.quota_debt';
