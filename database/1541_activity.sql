-- The name of an account is longer than all the rest of an entry; a number made of it finds the same rows.
drop index money_event_of_account;
create index money_event_of_account on money_event (merchant_id, hashtextextended(account_code, 0), booked_at) where state = 'done';
-- What the sums over a currency read, and no more.
drop index money_event_booked;
create index money_event_booked on money_event (merchant_id, currency, booked_at) include (kind, direction, net_minor)
  where state = 'done';
