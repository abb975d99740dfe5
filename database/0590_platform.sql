-- What the oldest key makes of a word: look-ups are keyed by it, and a server that has lost it would find nobody again.
alter table key_check add column lookups bytea;
