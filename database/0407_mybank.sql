-- What the simulated Mybank gets within one moment keeps the order it came in.
alter table sandbox_mybank add column number bigint generated always as identity;
