-- A merchant's account with 网商银行. The account itself is a payee of the merchant's own; here stands what the bank says of it.
create table mybank_binding (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('applied', 'bound', 'refused', 'unbound')),
  holder_kind text not null check (holder_kind in ('person', 'mainland', 'hongkong')),
  holder_name text not null,
  beneficiary_id uuid not null,
  last_four text not null,
  -- What the bank knows it by.
  reference text not null,
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  bound_at timestamptz,
  asked_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, reference)
);
create unique index mybank_binding_once on mybank_binding (merchant_id, beneficiary_id) where state in ('applied', 'bound');
create index mybank_binding_waiting on mybank_binding (state, asked_at) where state in ('applied', 'bound');
create index mybank_binding_by_reference on mybank_binding (reference);
grant select, insert, update on mybank_binding to coralhub_app;

-- Accounts that may be paid by a way that has to be bound first.
create view bound_payee as
  select merchant_id, beneficiary_id, 'mybank' as way, bound_at from mybank_binding where state = 'bound';
grant select on bound_payee to coralhub_app;

-- The sandbox's bank keeps books of its own.
create table sandbox_mybank (
  reference text primary key,
  holder text not null,
  account_end text not null,
  state text not null check (state in ('taken', 'accepted', 'refused', 'unbound')),
  reason text,
  -- What it will say by itself, and when; null: nothing.
  plan text check (plan in ('accept', 'refuse')),
  due_at timestamptz,
  at timestamptz not null
);
grant select, insert, update on sandbox_mybank to coralhub_app;
create table sandbox_mybank_settings (
  one boolean primary key default true check (one),
  plan text not null check (plan in ('accept', 'refuse', 'silent')),
  delay_seconds integer not null check (delay_seconds between 0 and 86400)
);
grant select, insert, update on sandbox_mybank_settings to coralhub_app;
