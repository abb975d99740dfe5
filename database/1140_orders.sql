-- Of a shop's orders of one number one stands, beside those that were refused or replaced: the claim lets in one of them, and
-- nothing that goes past it is let in here.
create unique index trade_order_stands_once on trade_order (merchant_id, platform, order_number, coalesce(store_id, merchant_id))
  where state in ('waiting', 'reviewing', 'passed', 'partlyPassed');
