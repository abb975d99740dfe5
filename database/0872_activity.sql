-- The wallet's records are a part of what happened, and of some merchants a small one: nobody reads the rest for them.
create index money_event_of_wallet on money_event (merchant_id, effective_at desc, id desc)
  include (direction, kind, account_code, other_code)
  where account_code like 'wallet:%' or other_code like 'wallet:%';
