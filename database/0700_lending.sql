-- What a merchant has ICBC told: handed over by the bank's rail, and there only once the bank says so.
create table icbc_upload (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('user', 'orders')),
  state text not null check (state in ('sending', 'asked', 'sent', 'refused', 'withdrawn')),
  reference text not null,
  -- Told is what there was at this moment, however late it leaves.
  told_at timestamptz not null,
  -- A keyed hash of it: the same is not told twice.
  content bytea not null,
  count integer not null check (count > 0),
  reason text,
  changed_at timestamptz not null,
  -- The bank was asked last.
  asked_at timestamptz,
  primary key (merchant_id, id)
);
create index icbc_upload_by_time on icbc_upload (merchant_id, kind, told_at desc, id desc);
-- One of a kind at a time.
create unique index icbc_upload_open on icbc_upload (merchant_id, kind) where state in ('sending', 'asked');
create index icbc_upload_waiting on icbc_upload (changed_at) where state = 'sending';
grant select, insert, update on icbc_upload to coralhub_app;

-- Until now it was only noted down that something had been told.
insert into icbc_upload (merchant_id, id, kind, state, reference, told_at, content, count, changed_at)
select merchant_id, id, kind, 'sent', 'IU' || upper(replace(id::text, '-', '')), at, '', count, at
from (select merchant_id, gen_random_uuid() as id, 'user' as kind, user_sent_at as at, 1 as count from icbc_customer
      where user_sent_at is not null
      union all
      select merchant_id, gen_random_uuid(), 'orders', orders_sent_at, greatest(orders_count, 1) from icbc_customer
      where orders_sent_at is not null) as told;
alter table icbc_customer drop column user_sent_at, drop column orders_sent_at, drop column orders_count;

alter table loan_reference rename column loan_id to subject_id;
alter table loan_reference drop constraint loan_reference_kind_check;
alter table loan_reference add check (kind in ('application', 'payOut', 'upload'));
insert into loan_reference (reference, owner_id, subject_id, kind)
select reference, merchant_id, id, 'upload' from icbc_upload;

-- The sandbox's lender: data have no sum.
alter table sandbox_lender_request alter column currency drop not null, alter column amount_minor drop not null;
alter table sandbox_lender_request drop constraint sandbox_lender_request_kind_check;
alter table sandbox_lender_request add check (kind in ('application', 'payOut', 'repayment', 'upload'));
alter table sandbox_lender_request add check (kind = 'upload' or (currency is not null and amount_minor is not null));
alter table sandbox_lender_settings add column uploads text not null default 'accept';
alter table sandbox_lender_settings alter column uploads drop default;
