-- Whom a merchant pays: its own accounts elsewhere, suppliers, service providers, sellers. The number is sealed.
create table beneficiary (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('own', 'supplier', 'service', 'seller')),
  state text not null check (state in ('pending', 'approved', 'declined', 'outdated', 'disabled')),
  -- What the merchant calls them; the holder is what the bank does.
  name text not null check (length(name) between 1 and 140),
  holder_type text not null check (holder_type in ('person', 'company')),
  holder_name text not null check (length(holder_name) between 1 and 140),
  route text not null,
  country text not null,
  currency text not null,
  bank_name text not null,
  -- Everything the route asks for but the number.
  details jsonb not null,
  sealed_number bytea not null,
  -- Finds the same account again without opening it.
  number_index bytea not null,
  last_four text not null check (length(last_four) between 1 and 4),
  -- The bank's code stands in a list; one that does not gets a second look.
  bank_listed boolean not null,
  -- What the page asks for besides the bank: addresses, contact, category, remark.
  profile jsonb not null default '{}',
  -- The most that may be paid, in the account's currency, counted from then on.
  maximum_minor bigint check (maximum_minor > 0),
  maximum_from timestamptz,
  is_default boolean not null default false,
  -- A new or changed account rests from then on.
  rests_from timestamptz not null,
  version integer not null default 1,
  reason text,
  reviewed_by uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check ((maximum_minor is null) = (maximum_from is null)),
  check (not is_default or (kind = 'own' and state <> 'disabled'))
);
create index beneficiary_by_time on beneficiary (merchant_id, created_at desc, id desc);
create unique index beneficiary_once on beneficiary (merchant_id, kind, currency, number_index) where state <> 'disabled';
create unique index beneficiary_default on beneficiary (merchant_id, currency) where is_default;
-- The desk looks at all merchants.
create index beneficiary_waiting on beneficiary (state, created_at desc, id desc) where state = 'pending';
create index beneficiary_all_by_time on beneficiary (created_at desc, id desc);
grant select, insert, update on beneficiary to coralhub_app;

-- What an account was before each change: what changed is shown, and what was agreed on stays provable.
create table beneficiary_version (
  merchant_id uuid not null,
  beneficiary_id uuid not null,
  version integer not null,
  -- Before and after of every field, numbers by their end.
  difference jsonb not null,
  -- Over merchant, payee, version and difference: nobody rewrites it unseen.
  signature bytea not null,
  at timestamptz not null,
  primary key (merchant_id, beneficiary_id, version),
  foreign key (merchant_id, beneficiary_id) references beneficiary (merchant_id, id)
);
grant select, insert on beneficiary_version to coralhub_app;

-- Contract, invoice, certificate: what a payee is proven with.
create table beneficiary_paper (
  merchant_id uuid not null,
  beneficiary_id uuid not null,
  file_id uuid not null,
  paper text not null check (paper in ('contract', 'invoice', 'certificate')),
  file_name text not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  primary key (merchant_id, beneficiary_id, file_id),
  foreign key (merchant_id, beneficiary_id) references beneficiary (merchant_id, id)
);
grant select, insert, update on beneficiary_paper to coralhub_app;

-- Payer and payee that belong together, with the contract that says how.
create table related_party (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 140),
  relation text not null check (relation in ('parent', 'subsidiary', 'sister', 'shareholder', 'director', 'other')),
  contract_file_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create index related_party_by_time on related_party (merchant_id, created_at desc, id desc);
grant select, insert on related_party to coralhub_app;

-- A link a supplier fills in by itself, once. Only the hash of its secret is kept.
create table beneficiary_link (
  secret_hash bytea primary key,
  owner_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('supplier', 'service')),
  name text not null,
  country text not null,
  currency text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What was filled in, sealed, until the merchant has looked at it.
  filled jsonb,
  sealed_number bytea,
  filled_at timestamptz,
  closed_at timestamptz,
  beneficiary_id uuid
);
create index beneficiary_link_by_owner on beneficiary_link (owner_id, created_at desc);
grant select, insert, update on beneficiary_link to coralhub_app;

-- Banks operators have added to the lists the project ships.
create table bank_listing (
  scheme text not null,
  code text not null,
  name text not null check (length(name) between 1 and 100),
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (scheme, code)
);
grant select, insert, update on bank_listing to coralhub_app;
