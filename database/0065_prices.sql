-- needs: ledger_rules.sql

-- Prices the operators have set; the newest one in force for a business, currency and corridor counts, and where there
-- is none the product's own table does. Rows are never changed: a price once quoted can be explained for good.
create table fee_rule (
  id uuid primary key,
  business text not null,
  currency text not null,
  corridor text not null,
  terms jsonb not null,
  effective_from timestamptz not null,
  made_by uuid not null references operator (id),
  made_at timestamptz not null
);
create index fee_rule_choice on fee_rule (business, effective_from desc);
create trigger fee_rule_forever before update or delete on fee_rule
  for each row execute function ledger_refuse_change();
grant select, insert on fee_rule to coralhub_app;

-- A price promised to a merchant: fixed when made, good for a short while, used once.
create table price_quote (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('exchange', 'fee')),
  content jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_for text,
  primary key (merchant_id, id),
  check ((used_at is null) = (used_for is null)),
  check (used_at < expires_at)
);
create trigger price_quote_once before update on price_quote
  for each row execute function price_quote_used_once();
grant select, insert on price_quote to coralhub_app;
grant update (used_at, used_for) on price_quote to coralhub_app;
