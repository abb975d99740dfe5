-- One line of a platform's report that says money of an order went back to its buyer. Reports tell refunds one by one, each in
-- the report of its own time: what an order is refunded by now is what all of them say together. Told twice, it is one. The order
-- itself may come later.
create table order_refund (
  merchant_id uuid not null,
  -- Within what the number stands for one order, as its claim has it.
  scope text not null,
  order_number text not null,
  -- The same in every report that tells it.
  key text not null,
  kind text not null check (kind in ('refund', 'chargeback')),
  currency text not null,
  -- Below nothing where the money came back to the seller after all.
  amount_minor bigint not null check (amount_minor <> 0),
  -- When the platform says it happened, and what it calls it.
  happened_at timestamptz,
  reference text not null,
  -- The delivery that told it first.
  upload_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, scope, order_number, key),
  foreign key (merchant_id, upload_id) references order_upload (merchant_id, id)
);
grant select, insert on order_refund to coralhub_app;
