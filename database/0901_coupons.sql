-- A claim is found whatever its case: two that differ in nothing else would be one to whoever asks for it. A name that is
-- claimed and a code that is typed are asked for apart.
drop index coupon_plan_claim;
create unique index coupon_plan_claim on coupon_plan (way, upper(claim)) where state in ('proposed', 'active');
