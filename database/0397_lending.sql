-- What a new loan costs from a day on, agreed on by two people of finance. What was signed keeps its rate.
create table loan_rate (
  id uuid primary key,
  product text not null check (product in ('order', 'easy', 'icbc')),
  rate text not null,
  effective_from date not null,
  made_by uuid not null references operator (id),
  decided_by uuid not null references operator (id),
  decided_at timestamptz not null,
  check (made_by <> decided_by)
);
create index loan_rate_by_day on loan_rate (product, effective_from desc, decided_at desc);
grant select, insert on loan_rate to coralhub_app;
