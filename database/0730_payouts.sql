-- needs: money_events.sql
-- What banks kept of a return, as it left the account it was paid from: money out of its own among the merchant's events.
alter table payout add column return_charge_minor bigint check (return_charge_minor > 0);
-- At the payment's own rate, up to the next smallest unit, as it was booked.
update payout set return_charge_minor = case
    when price #>> '{price,sell,minor,$minor}' is null then arrives_minor - returned_minor
    else div((arrives_minor - returned_minor) * (price #>> '{price,sell,minor,$minor}')::numeric
             + (price #>> '{price,buy,minor,$minor}')::numeric - 1, (price #>> '{price,buy,minor,$minor}')::numeric)::bigint end
  where state = 'returned' and returned_minor < arrives_minor;
