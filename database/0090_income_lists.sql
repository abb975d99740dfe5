-- A merchant's income list, however long. Each hot filter has an index in the list's own order, so that a page is a few
-- steps and its capped count never touches the rows; the first one carries the columns that filters combine.
create index income_shown on income (merchant_id, announced_at desc, id desc)
  include (state, currency, platform, store_id, receiving_account_id) where not hidden;
create index income_shown_by_state on income (merchant_id, state, announced_at desc, id desc) where not hidden;
create index income_shown_by_currency on income (merchant_id, currency, announced_at desc, id desc) where not hidden;
create index income_shown_by_platform on income (merchant_id, platform, announced_at desc, id desc) where not hidden;
create index income_shown_by_account on income (merchant_id, receiving_account_id, announced_at desc, id desc) where not hidden;
create index income_shown_by_store on income (merchant_id, store_id, announced_at desc, id desc) where not hidden;
-- Also read as the list of a merchant's payers, for the search box.
create index income_shown_by_payer on income (merchant_id, payer_name, announced_at desc, id desc) where not hidden;
create index income_by_reference on income (merchant_id, rail_reference);
create index income_put_away on income (merchant_id, announced_at desc, id desc) where hidden;
create index income_pinned on income (merchant_id, announced_at desc, id desc) where pinned_at is not null;

-- Filters a merchant gave a name.
create table saved_view (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 20),
  selection jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);
grant select, insert, update, delete on saved_view to coralhub_app;
