-- Whom a wallet number belongs to: what another merchant types to pay into it.
create table wallet_number (
  number text primary key check (number ~ '^\d{12}$'),
  owner_id uuid not null unique,
  created_at timestamptz not null
);
grant select, insert on wallet_number to coralhub_app;

-- What a merchant calls its wallet of a currency, and where it stands among the others.
create table wallet_currency (
  merchant_id uuid not null references merchant (merchant_id),
  currency text not null,
  name text check (length(name) between 1 and 40),
  position integer not null,
  hidden boolean not null default false,
  opened_at timestamptz not null,
  primary key (merchant_id, currency)
);
grant select, insert, update on wallet_currency to coralhub_app;

-- Money into, between and out of wallets. A transfer to another merchant has a row with each of them: `sent` with who pays,
-- `received` with who is paid. What it moved is in the ledger under `wallet:<id>:…`.
create table wallet_transfer (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('funding', 'sent', 'received')),
  state text not null check (state in ('unverified', 'completed', 'cancelled')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The account it came from, of the merchant's own.
  from_code text collate "C",
  -- The other merchant, as the owner of this row may know it.
  other_number text,
  other_name text,
  other_id uuid,
  note text not null default '' check (length(note) <= 60),
  -- The standing rule that moved it.
  sweep_id uuid,
  posting_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  completed_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check ((kind = 'funding') = (from_code is not null) and (kind = 'funding') = (other_number is null)),
  check ((state = 'completed') = (completed_at is not null) and (state = 'completed') = (posting_id is not null)),
  check (kind = 'sent' or state = 'completed')
);
create index wallet_transfer_by_time on wallet_transfer (merchant_id, created_at desc, id desc);
create index wallet_transfer_unverified on wallet_transfer (expires_at) where state = 'unverified';
grant select, insert, update on wallet_transfer to coralhub_app;

-- Moves what a receiving account holds into the wallet by itself: all of it or what is above an amount, as soon as it is there
-- or once a day.
create table wallet_sweep (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  account_id uuid not null,
  currency text not null,
  keep_minor bigint not null default 0 check (keep_minor >= 0),
  rhythm text not null check (rhythm in ('arrival', 'daily')),
  is_active boolean not null default true,
  last_day date,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, account_id) references receiving_account (merchant_id, id)
);
create unique index wallet_sweep_once on wallet_sweep (merchant_id, account_id) where is_active;
create index wallet_sweep_active on wallet_sweep (created_at, id) where is_active;
grant select, insert, update on wallet_sweep to coralhub_app;
