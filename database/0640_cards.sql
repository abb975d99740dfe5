-- A remittance nobody could be found for goes back to its sender: what became of each is a state of its own.
alter table card_transfer add column state text not null default 'waiting' check (state in ('waiting', 'matched', 'returned'));
alter table card_transfer add column changed_at timestamptz;
update card_transfer set state = 'matched' where owner_id is not null;
update card_transfer set changed_at = coalesce(matched_at, arrived_at);
alter table card_transfer alter column state drop default, alter column changed_at set not null;
alter table card_transfer add check ((state = 'matched') = (owner_id is not null));
create index card_transfer_waiting on card_transfer (arrived_at) where state = 'waiting';
