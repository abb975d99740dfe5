-- Whose a platform's account is: one merchant's, however many of its stores are tied to it.
create table platform_account (
  connector text not null,
  account text not null,
  owner_id uuid not null,
  store_ids uuid[] not null,
  primary key (connector, account)
);
create index platform_account_by_owner on platform_account (owner_id);
grant select, insert, update, delete on platform_account to coralhub_app;
-- Ties that are there already: where two merchants share an account, the older tie has it.
insert into platform_account (connector, account, owner_id, store_ids)
select distinct on (c.connector, c.account) c.connector, c.account, c.merchant_id,
  array(select o.store_id from store_connection o
         where o.merchant_id = c.merchant_id and o.connector = c.connector and o.account = c.account)
  from store_connection c where c.account is not null
 order by c.connector, c.account, c.authorised_at;

-- A merchant agreed with an account that is another's: it may prove that the account is its own.
create table account_claim (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  connector text not null,
  account text not null,
  state text not null check (state in ('found', 'submitted', 'granted', 'declined')),
  -- What the merchant says, and the papers that show it.
  statement text not null default '',
  file_ids uuid[] not null default '{}',
  found_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by text not null default '',
  -- What the merchant is told.
  answer text not null default '',
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  check (state <> 'declined' or answer <> '')
);
-- One at a time for each store.
create unique index account_claim_open on account_claim (merchant_id, store_id) where state in ('found', 'submitted', 'declined');
create index account_claim_waiting on account_claim (submitted_at, id) where state in ('submitted');
create index account_claim_by_time on account_claim (found_at desc, id desc);
grant select, insert, update on account_claim to coralhub_app;

-- The desk asks whether another merchant's shop has the same number.
create index store_by_seller on store (platform, (coalesce(fields ->> 'sellerId', fields ->> 'publisherId')))
  where state <> 'removed';
