-- Parts of the product a merchant asks to have opened: where each request stands, and how it got there.
create table module_application (
  merchant_id uuid not null references merchant (merchant_id),
  module text not null check (module in ('personalFinance')),
  state text not null check (state in ('none', 'applied', 'open', 'declined')),
  -- What the merchant would like to keep there; the partner asks.
  currencies text[] not null,
  applied_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  reason text,
  primary key (merchant_id, module),
  check ((decided_at is null) = (state in ('none', 'applied'))),
  check ((decided_at is null) = (decided_by is null)),
  check ((reason is not null) = (state = 'declined'))
);
-- The operators' list looks at all merchants.
create index module_application_by_time on module_application (applied_at desc);
create index module_application_waiting on module_application (applied_at) where state = 'applied';
grant select, insert, update on module_application to coralhub_app;

create table module_event (
  merchant_id uuid not null,
  module text not null,
  id uuid not null,
  action text not null check (action in ('apply', 'approve', 'decline')),
  reason text,
  at timestamptz not null,
  primary key (merchant_id, module, id),
  foreign key (merchant_id, module) references module_application (merchant_id, module)
);
grant select, insert on module_event to coralhub_app;
