-- What a budget no longer carries takes nothing of it: a counter knows its own limit, and how many of the last calls it took.
-- A server of the version before goes on counting without either.
alter table rate_limit add column most integer not null default 0, add column fitted integer not null default 0;
