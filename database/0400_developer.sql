-- What programs attach to the merchant's business, in their own words: the open API gives it back with the thing itself.
create table open_metadata (
  merchant_id uuid not null references merchant (merchant_id),
  -- As the open API calls it: payout, payee, income, …
  object text not null,
  object_id uuid not null,
  metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
  changed_at timestamptz not null,
  primary key (merchant_id, object, object_id)
);
grant select, insert, update on open_metadata to coralhub_app;
