-- How often a held send was looked at in vain: such a look is no failed attempt, so the pause after a real one stays short.
alter table outbox add column held_looks int not null default 0;
create index outbox_once_held on outbox (finished_at) where held_looks > 0;
