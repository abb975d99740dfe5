-- The sandbox's paying bank keeps books of its own: what it was asked to pay, and what it has to tell.
create table sandbox_payout (
  reference text primary key,
  payee text not null,
  bank_name text not null,
  bank_code text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('taken', 'paid', 'refused', 'returned')),
  reason text,
  -- The same instruction again is the same payment.
  instructed integer not null default 1,
  at timestamptz not null
);
create index sandbox_payout_by_time on sandbox_payout (at desc);
grant select, insert, update on sandbox_payout to coralhub_app;

-- What the bank does later, and how often it tells of it.
create table sandbox_payout_plan (
  id uuid primary key,
  reference text not null references sandbox_payout (reference),
  decision text not null check (decision in ('pay', 'refuse', 'return')),
  times integer not null check (times between 0 and 20),
  due_at timestamptz not null,
  done_at timestamptz
);
create index sandbox_payout_plan_due on sandbox_payout_plan (due_at, id) where done_at is null;
grant select, insert, update on sandbox_payout_plan to coralhub_app;

create table sandbox_payout_settings (
  only_row boolean primary key default true check (only_row),
  plan text not null check (plan in ('pay', 'refuse', 'silent', 'lost', 'repeat')),
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_payout_settings to coralhub_app;
