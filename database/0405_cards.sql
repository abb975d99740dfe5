-- What the simulated issuer gets within one moment keeps the order it came in.
alter table sandbox_issuer_card add column number bigint generated always as identity;
alter table sandbox_issuer_payment add column number bigint generated always as identity;
