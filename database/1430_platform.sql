-- What is due at the same moment goes out in the order in which it was put there.
drop index outbox_due;
create index outbox_due on outbox (due_at, id) where state = 'waiting';
