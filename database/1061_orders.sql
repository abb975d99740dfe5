-- The periods of a connected store that were not read, as its last reading left them: none where it went through.
create table order_gap (
  merchant_id uuid not null,
  store_id uuid not null,
  -- Its orders are missing, or only what was refunded of them since.
  lacks text not null check (lacks in ('orders', 'refunds')),
  since timestamptz not null,
  until timestamptz not null,
  primary key (merchant_id, store_id, lacks, since),
  foreign key (merchant_id, store_id) references order_sync (merchant_id, store_id),
  check (since < until)
);
grant select, insert, delete on order_gap to coralhub_app;
