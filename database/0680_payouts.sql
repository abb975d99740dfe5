-- What came back of a return banks kept a part of; empty where all of it did.
alter table payout add column returned_minor bigint check (returned_minor > 0);
alter table sandbox_payout add column returned_minor bigint check (returned_minor > 0);
