-- A bank that says the opposite of what it said before moves nothing; the desk shows it until somebody has looked.
alter table payout add column contradicted_as text check (contradicted_as in ('paid', 'refused', 'returned'));
alter table payout add column contradicted_at timestamptz;
alter table payout add column contradiction_seen_at timestamptz;
create index payout_contradicted on payout (contradicted_at) where contradicted_at is not null and contradiction_seen_at is null;
