-- Everything that happened to a merchant's money as the merchant tells it: one row for one payment, whatever the books had
-- to write for it. Lists, statements, totals and trends read this; holds and releases are never turnover. Each owner's table
-- keeps its row here up to date in the same transaction (database/functions/money_events.sql).
create table money_event (
  merchant_id uuid not null,
  -- The id it has where it belongs; carries the time at which it was first heard of.
  id uuid not null,
  kind text not null check (kind in ('income', 'withdrawal', 'supplier', 'service', 'seller', 'exchange', 'funding',
    'transferIn', 'transferOut', 'pooling', 'charge', 'adjustmentIn', 'adjustmentOut', 'cardPurchase', 'cardRefund')),
  direction text not null check (direction in ('in', 'out', 'exchange', 'transfer')),
  -- coming: announced. held: we keep it until something is cleared. moving: the merchant's own, under way.
  state text not null check (state in ('coming', 'held', 'moving', 'done', 'returned', 'failed')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- What the merchant's money became more or less by; nothing before it is done.
  net_minor bigint not null,
  -- The other side of an exchange, or what arrives at the payee.
  other_currency text,
  other_minor bigint,
  counterparty text not null,
  store_id uuid,
  platform text,
  -- The account in the books it concerns, and the other one where money stays with its owner.
  account_code text collate "C",
  other_code text collate "C",
  reference text,
  posting_id uuid,
  -- When it happened, and when it became part of the balance.
  effective_at timestamptz not null,
  booked_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check ((state in ('done', 'returned')) = (booked_at is not null) or state = 'returned'),
  check (state = 'done' or net_minor = 0)
);
create index money_event_by_time on money_event (merchant_id, effective_at desc, id desc);
create index money_event_by_direction on money_event (merchant_id, direction, effective_at desc, id desc);
-- Turnover of a currency, of an account.
create index money_event_booked on money_event (merchant_id, currency, booked_at) include (kind, direction, net_minor, amount_minor)
  where state = 'done';
create index money_event_of_account on money_event (merchant_id, account_code, booked_at) include (direction, net_minor)
  where state = 'done';
create index money_event_by_reference on money_event (merchant_id, reference) where reference is not null;
grant select on money_event to coralhub_app;
