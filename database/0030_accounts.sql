-- Accounts at the bank rail into which platforms pay for one merchant. Their money is in the ledger under
-- `collection:<currency>:<id>`; here is what they are called outside and where each stands.
create table receiving_account (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- The name the rail's nostro accounts carry.
  rail text not null,
  -- The platform it was applied for with; others may pay into it as well.
  platform text not null,
  currency text not null,
  country text not null,
  holder_name text not null check (length(holder_name) between 1 and 140),
  state text not null check (state in ('applying', 'open', 'refused', 'frozen', 'closed', 'payingOut')),
  -- Each application to the bank is a new one to it.
  attempt integer not null default 1 check (attempt >= 1),
  -- Given by the bank when it opens the account.
  account_number text,
  bank_name text,
  -- What a payer fills in, by way of paying: [{"way": "美国本地 ACH", "hint": "…", "fields": [{"label": "账号", "value": "…"}]}, …].
  ways jsonb not null default '[]',
  -- Why it was refused, frozen or closed, as the merchant reads it.
  reason text,
  applied_at timestamptz not null,
  opened_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check ((account_number is null) = (opened_at is null)),
  check (state not in ('open', 'frozen') or account_number is not null),
  check (state not in ('refused', 'frozen', 'closed') or reason is not null)
);
-- The operators' list looks at all merchants.
create index receiving_account_by_time on receiving_account (applied_at desc, id desc);
-- What waits is counted for the console's bar every half minute by everyone who has it open.
create index receiving_account_applying on receiving_account (applied_at) where state = 'applying';
grant select, insert, update on receiving_account to coralhub_app;

-- Whose account a number is: the bank names nothing else.
create table receiving_account_number (
  rail text not null,
  account_number text not null,
  owner_id uuid not null,
  account_id uuid not null,
  primary key (rail, account_number)
);
grant select, insert on receiving_account_number to coralhub_app;

-- What opening an account costs, where the price list says so. Paid from the merchant's own balance.
create table account_charge (
  merchant_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('due', 'paid')),
  posting_id uuid,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, account_id),
  foreign key (merchant_id, account_id) references receiving_account (merchant_id, id),
  check ((state = 'paid') = (posting_id is not null) and (state = 'paid') = (paid_at is not null))
);
grant select, insert, update on account_charge to coralhub_app;

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

-- What others read of a receiving account.
create view receiving_account_brief as
  select merchant_id, id, currency, country, holder_name, account_number, bank_name, state from receiving_account;
grant select on receiving_account_brief to coralhub_app;
