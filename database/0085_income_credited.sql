-- What became a merchant's since a day, by account or by store, however long it had been held: read from the index alone.
create index income_credited on income (merchant_id, credited_at)
  include (receiving_account_id, store_id, currency, amount_minor, fee_minor) where credited_at is not null;
