-- What the simulated receiving bank gets within one moment keeps the order it came in.
alter table sandbox_bank_payment add column number bigint generated always as identity;
