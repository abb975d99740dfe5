-- A send of money that a freeze, a lapsed certification or an alarm of the books holds back: since when, and whether two people
-- have let it go all the same. It is looked at again by itself.
alter table outbox add column held_since timestamptz;
alter table outbox add column released_at timestamptz;
create index outbox_held on outbox (held_since) where held_since is not null;
