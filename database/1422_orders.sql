-- The statistics of reasons look at all merchants, at what was refused lately: next to what has passed that is little.
create index trade_order_found on trade_order (created_at) where findings <> '{}';
