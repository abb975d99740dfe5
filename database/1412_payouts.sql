-- Under which number of the bank's a payment came back: what banks kept of it is booked under that number and no other.
create index payout_come_back on payout (merchant_id, return_reference) where return_reference is not null;
create view payout_return as
  select merchant_id, id, return_reference from payout where return_reference is not null;
grant select on payout_return to coralhub_app;
