-- How far a platform has said, in one figure, that an order is refunded: also of an order that was refused or has not come yet. The
-- largest word stays, and lowers what the order grants once it comes.
create table order_refund_figure (
  merchant_id uuid not null references merchant (merchant_id),
  -- Within what the number stands for one order, as its claim has it.
  scope text not null,
  order_number text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  told_at timestamptz not null,
  primary key (merchant_id, scope, order_number, currency)
);
grant select, insert, update on order_refund_figure to coralhub_app;
