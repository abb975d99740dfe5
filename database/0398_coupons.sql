-- Codes of which each works once: made when two people have agreed on the plan.
alter table coupon_plan drop constraint coupon_plan_way_check;
alter table coupon_plan add constraint coupon_plan_way_check check (way in ('bulk', 'claim', 'code', 'codes', 'prize'));

create table coupon_code (
  code text primary key,
  plan_id uuid not null references coupon_plan (id),
  -- Whose it is, and since when.
  redeemed_by uuid,
  redeemed_at timestamptz,
  check ((redeemed_by is null) = (redeemed_at is null))
);
create index coupon_code_of_plan on coupon_code (plan_id, code);
grant select, insert, update on coupon_code to coralhub_app;
