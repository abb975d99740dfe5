-- needs: ledger_rules.sql

-- Limits, cut-offs and costs of ways as operators have set them; the newest of a subject counts, and where there is none the
-- product's own table does. Rows are never changed: why a payment waited can be explained for good.
create table payout_terms (
  id uuid primary key,
  -- `limits`, or `way:<name>`.
  subject text not null,
  content jsonb not null,
  made_by uuid not null references operator (id),
  made_at timestamptz not null
);
create index payout_terms_choice on payout_terms (subject, made_at desc, id desc);
create trigger payout_terms_forever before update or delete on payout_terms
  for each row execute function ledger_refuse_change();
grant select, insert on payout_terms to coralhub_app;

create view payout_terms_now as
  select distinct on (subject) subject, content, made_at from payout_terms order by subject, made_at desc, id desc;
grant select on payout_terms_now to coralhub_app;
