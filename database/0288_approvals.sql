-- Changes that take two operators: one proposes, another one puts into force. What exactly is done then is known to the
-- capability that named the kind; here stand the words both read and who they were.
create table approval (
  id uuid primary key,
  kind text not null,
  -- What it is about: the same change is not proposed twice while one waits.
  subject text not null,
  what text not null,
  facts jsonb not null,
  content jsonb not null,
  reason text not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'pending') = (decided_by is null)),
  check (state <> 'approved' or decided_by <> proposed_by),
  check (state <> 'withdrawn' or decided_by = proposed_by)
);
create unique index approval_pending on approval (kind, subject) where state = 'pending';
create index approval_recent on approval (proposed_at desc, id desc);
grant select, insert on approval to coralhub_app;
grant update (state, decided_by, decided_at, note) on approval to coralhub_app;
