-- What was delivered long ago is deleted every night: rows that nobody asks about again would slow down those that wait.
create index outbox_delivered on outbox (finished_at) where state = 'delivered';
grant delete on outbox to coralhub_app;
