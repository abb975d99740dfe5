-- A refund of VAT on exported goods: the papers as the merchant copied them, what does not agree, and what came back.
create table tax_refund (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('differing', 'reviewing', 'filed', 'refunded', 'declined', 'cancelled')),
  declaration_number text not null,
  goods text not null,
  declared_currency text not null,
  declared_minor bigint not null check (declared_minor > 0),
  refund_minor bigint not null check (refund_minor >= 0),
  flows jsonb not null,
  differences jsonb not null,
  reason text,
  -- What finance saw arrive; booked once another one agrees.
  proposed_minor bigint check (proposed_minor > 0),
  proposed_by uuid,
  paid_minor bigint check (paid_minor > 0),
  posting_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  check ((proposed_minor is null) = (proposed_by is null)),
  check ((paid_minor is not null) = (state = 'refunded'))
);
create unique index tax_refund_once on tax_refund (merchant_id, declaration_number) where state not in ('declined', 'cancelled');
create index tax_refund_by_time on tax_refund (merchant_id, created_at desc, id desc);
create index tax_refund_all_by_time on tax_refund (created_at desc, id desc);
grant select, insert, update on tax_refund to coralhub_app;

-- An income proves one export.
create table tax_refund_receipt (
  merchant_id uuid not null,
  refund_id uuid not null,
  income_id uuid not null,
  primary key (merchant_id, refund_id, income_id),
  foreign key (merchant_id, refund_id) references tax_refund (merchant_id, id)
);
create index tax_refund_receipt_by_income on tax_refund_receipt (merchant_id, income_id);
grant select, insert, delete on tax_refund_receipt to coralhub_app;

create table tax_refund_paper (
  merchant_id uuid not null,
  refund_id uuid not null,
  file_id uuid not null,
  paper text not null,
  file_name text not null,
  added_at timestamptz not null,
  primary key (merchant_id, refund_id, file_id),
  foreign key (merchant_id, refund_id) references tax_refund (merchant_id, id)
);
grant select, insert on tax_refund_paper to coralhub_app;
