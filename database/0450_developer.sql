-- Each address takes its own turn: what is due is found per webhook, however much waits for the others.
create index open_delivery_waiting on open_delivery (merchant_id, webhook, due_at, sequence) where due_at is not null;
drop index open_delivery_due;
