-- One move into CNY may need quota of several currencies: of what was exchanged on its way, that of the first.
alter table quota_use add column move_id uuid;
update quota_use set move_id = id;
alter table quota_use alter column move_id set not null,
  -- The currency the money lay in when it moved, and how much of that, where it had been exchanged before.
  add column via_currency text,
  add column via_minor bigint,
  add check ((via_currency is null) = (via_minor is null));
create unique index quota_use_of_move on quota_use (merchant_id, move_id, currency);

-- What left in CNY straight from accounts of platforms that ask for no orders.
create table quota_free (
  merchant_id uuid not null references merchant (merchant_id),
  move_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (merchant_id, currency, move_id)
);
create index quota_free_of_move on quota_free (merchant_id, move_id);
grant select, insert, delete on quota_free to coralhub_app;

-- Platforms' money that was exchanged into another currency, with the amount of its own that it still asks orders for.
create table order_detour (
  merchant_id uuid not null references merchant (merchant_id),
  currency text not null,
  origin text not null,
  minor bigint not null check (minor >= 0),
  origin_minor bigint not null check (origin_minor >= 0),
  primary key (merchant_id, currency, origin),
  check (currency <> origin)
);
grant select, insert, update on order_detour to coralhub_app;

-- What goes from wallet to wallet between merchants asks for orders of whoever has it now.
grant insert, update on order_demand to coralhub_app;
