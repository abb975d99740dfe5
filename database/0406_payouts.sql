-- What the simulated banks gets within one moment keeps the order it came in.
alter table sandbox_payout add column number bigint generated always as identity;
