-- What became a merchant's is less what was taken back of it (红冲), and is still read from the index alone.
drop index income_credited;
create index income_credited on income (merchant_id, credited_at)
  include (receiving_account_id, store_id, currency, amount_minor, fee_minor, taken_back_minor) where credited_at is not null;
