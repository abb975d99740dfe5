-- Whoever brings money in locks its owner's row here first: who closes the account with us waits, or is seen.
create view merchant_open as
  select merchant_id from merchant where closed_at is null;
grant select, update on merchant_open to coralhub_app;
