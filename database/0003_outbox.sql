-- What must be told to the outside world: written in the transaction it follows from, delivered afterwards.
-- Keyed by the reference the outside world knows, so that one intent exists once. The payload is sealed.
create table outbox (
  topic text not null,
  reference text not null,
  id uuid not null,
  owner_id uuid,
  payload bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'refused')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  leased_by uuid,
  lease_ends_at timestamptz,
  last_problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (topic, reference)
);
create index outbox_due on outbox (due_at) where state = 'waiting';
create index outbox_troubled on outbox (created_at) where state = 'refused' or (state = 'waiting' and attempts > 0);
grant select, insert, update on outbox to coralhub_app;
