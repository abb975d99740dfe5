-- Statements keep nothing of their own: they are read from the books, which do not change. Whom a line is with, the money
-- event of the same reference knows.
create view money_event_party as select merchant_id, reference, counterparty from money_event where reference is not null;
grant select on money_event_party to coralhub_app;
