-- Sellers whose cash-on-delivery income a merchant collects. Whether one is approved is its application's state.
create table seller (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  form text not null check (form in ('sellerPerson', 'sellerEnterprise', 'sellerHongkong')),
  application_id uuid not null,
  bank_card_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, application_id) references certification_application (merchant_id, id)
);
create index seller_by_time on seller (merchant_id, created_at desc, id desc);
grant select, insert, update on seller to coralhub_app;

create table seller_bank_card (
  merchant_id uuid not null,
  id uuid not null,
  seller_id uuid not null,
  cardholder_name text not null,
  number_sealed bytea not null,
  number_last4 text not null,
  bank_name text not null,
  currency text not null,
  country text not null,
  city text not null,
  swift_code text not null default '',
  company_address text not null default '',
  bank_address text not null default '',
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, seller_id) references seller (merchant_id, id)
);
create index seller_bank_card_by_seller on seller_bank_card (merchant_id, seller_id, created_at desc, id desc);
grant select, insert, update on seller_bank_card to coralhub_app;

-- A seller with where its newest case stands: the one place where the two are read together.
create view seller_overview as
  select s.merchant_id, s.id, s.form, s.application_id, s.created_at, a.subject_name, a.state, a.number, a.submitted_at, a.due_at,
    c.id as bank_card_id, c.bank_name, c.number_last4
  from seller s
  join certification_application a on a.merchant_id = s.merchant_id and a.id = s.application_id
  left join seller_bank_card c on c.merchant_id = s.merchant_id and c.id = s.bank_card_id;
grant select on seller_overview to coralhub_app;
