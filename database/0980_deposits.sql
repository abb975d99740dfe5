-- The smallest and largest deposit of a currency and the days a year counts: from a day on, by two people. Of several agreed on
-- for one day the newest counts; the others stay as history.
create table deposit_terms (
  id uuid primary key,
  currency text not null,
  effective_from date not null,
  year_days integer not null check (year_days in (360, 365)),
  minimum_minor bigint not null check (minimum_minor > 0),
  maximum_minor bigint not null check (maximum_minor >= minimum_minor),
  reason text not null,
  proposed_by uuid not null,
  approved_by uuid not null check (approved_by <> proposed_by),
  approved_at timestamptz not null
);
create index deposit_terms_by_day on deposit_terms (currency, effective_from, approved_at desc);
grant select, insert on deposit_terms to coralhub_app;

-- What was agreed on stays with the deposit, whatever the table says later.
alter table deposit_session add column year_days integer check (year_days in (360, 365));
update deposit_session set year_days = case when currency in ('USD', 'EUR', 'JPY') then 360 else 365 end;
alter table deposit_session alter column year_days set not null;
alter table deposit_placement add column year_days integer check (year_days in (360, 365));
update deposit_placement set year_days = case when currency in ('USD', 'EUR', 'JPY') then 360 else 365 end;
alter table deposit_placement alter column year_days set not null;
