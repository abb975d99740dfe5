-- Many payments from one sheet. What it pays are payments like any other: `payout` with the batch's id and line.
create table payment_batch (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('supplier', 'service', 'seller', 'withdrawal')),
  state text not null check (state in ('uploaded', 'parsing', 'toConfirm', 'unreadable', 'confirmed', 'processing', 'completed',
    'partly', 'failed', 'cancelled')),
  title text not null check (length(title) between 1 and 200),
  file_id uuid not null,
  -- The same sheet is not paid twice by mistake.
  file_hash bytea not null,
  rows_total integer not null default 0,
  rows_done integer not null default 0,
  -- Counts every change: a price is for the sheet as it was.
  version integer not null default 1,
  -- The account each currency is taken from.
  accounts jsonb not null default '{}',
  -- The price that was shown last, for how long and for which version; and the one that was agreed on.
  quote jsonb,
  quote_id uuid,
  quote_expires_at timestamptz,
  quote_version integer,
  agreed jsonb,
  confirmed_by jsonb,
  -- Rows that were not confirmed with it.
  rest_id uuid,
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  confirmed_at timestamptz,
  finished_at timestamptz,
  primary key (merchant_id, id),
  check ((finished_at is not null) = (state in ('unreadable', 'completed', 'partly', 'failed', 'cancelled'))),
  check (state not in ('confirmed', 'processing', 'completed', 'partly', 'failed') or agreed is not null)
);
create index payment_batch_by_time on payment_batch (merchant_id, created_at desc, id desc);
create index payment_batch_by_hash on payment_batch (merchant_id, file_hash) where confirmed_at is not null;
-- The desk and the follower look at all merchants.
create index payment_batch_all_by_time on payment_batch (created_at desc, id desc);
create index payment_batch_moving on payment_batch (state, changed_at) where state in ('uploaded', 'parsing', 'toConfirm', 'confirmed', 'processing');
grant select, insert, update on payment_batch to coralhub_app;

-- A row as it was typed; the account number sealed, in what stands there and in what stood there before.
create table payment_batch_row (
  merchant_id uuid not null,
  batch_id uuid not null,
  line integer not null check (line > 0),
  state text not null check (state in ('bad', 'asks', 'ready', 'left', 'taken', 'refused')),
  cells jsonb not null,
  sealed_number bytea,
  before jsonb,
  before_sealed_number bytea,
  problems jsonb not null default '{}',
  marks jsonb not null default '[]',
  -- The merchant has looked at what it asks, and pays all the same.
  accepted boolean not null default false,
  -- What was read from it; null while something is wrong.
  payment jsonb,
  number_index bytea,
  plain_name text,
  currency text,
  amount_minor bigint,
  -- Whom it goes to where the account is known; the account this name was paid to last, where it is another.
  beneficiary_id uuid,
  known_id uuid,
  payout_id uuid,
  reason text,
  primary key (merchant_id, batch_id, line),
  foreign key (merchant_id, batch_id) references payment_batch (merchant_id, id),
  check (state <> 'ready' or (payment is not null and currency is not null and amount_minor is not null)),
  check (state <> 'taken' or payout_id is not null)
);
create index payment_batch_row_by_state on payment_batch_row (merchant_id, batch_id, state, line);
grant select, insert, update, delete on payment_batch_row to coralhub_app;

-- How the payments of a sheet stand, for whoever shows the sheet.
create view batch_payment as
  select merchant_id, batch_id, batch_line, id, state, reason, price is not null as priced, finished_at from payout
  where batch_id is not null;
grant select on batch_payment to coralhub_app;
