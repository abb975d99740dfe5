-- What we block and let go again is as its owner left it: one who had frozen the card finds it frozen.
alter table card add column keeps_frozen boolean not null default false;
