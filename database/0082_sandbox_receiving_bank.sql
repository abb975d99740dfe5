-- The sandbox's receiving bank keeps books of its own: accounts it was asked for, and what it has to tell.
create table sandbox_bank_account (
  reference text primary key,
  account_number text not null unique,
  currency text not null,
  country text not null,
  holder_name text not null,
  state text not null check (state in ('pending', 'open', 'refused', 'closed')),
  ways jsonb not null,
  bank_name text not null,
  asked_at timestamptz not null
);
grant select, insert, update on sandbox_bank_account to coralhub_app;

create table sandbox_bank_payment (
  reference text primary key,
  account_number text not null,
  payer text not null,
  payer_country text,
  remittance text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The money itself, beside the news of it.
  arrived_at timestamptz,
  at timestamptz not null
);
create index sandbox_bank_payment_by_time on sandbox_bank_payment (at desc);
grant select, insert, update on sandbox_bank_payment to coralhub_app;

create table sandbox_bank_notice (
  id uuid primary key,
  -- What it is about: an application's or a payment's reference.
  reference text not null,
  notice jsonb not null,
  due_at timestamptz not null,
  delivered_at timestamptz
);
create index sandbox_bank_notice_by_reference on sandbox_bank_notice (reference);
create index sandbox_bank_notice_due on sandbox_bank_notice (due_at, id) where delivered_at is null;
grant select, insert, update on sandbox_bank_notice to coralhub_app;

create table sandbox_bank_settings (
  only_row boolean primary key default true check (only_row),
  opening_delay_seconds integer not null check (opening_delay_seconds between 0 and 86400),
  refuse boolean not null,
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_bank_settings to coralhub_app;
