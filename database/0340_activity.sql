-- A payment is looked for by its amount, among any number of others.
create index money_event_by_amount on money_event (merchant_id, amount_minor, effective_at desc);
