-- What two of finance took back (红冲) of an income after it was credited: so much less stands for orders.
alter table income add column taken_back_minor bigint not null default 0, add column taken_back_at timestamptz,
  add constraint income_taken_back check (taken_back_minor = 0
    or taken_back_minor > 0 and taken_back_minor <= amount_minor and state = 'credited'
      and taken_back_at is not null);
create or replace view income_money as
  select merchant_id, id, receiving_account_id, store_id, platform, currency, amount_minor - taken_back_minor as amount_minor,
    fee_minor, payer_name, remittance, rail_reference, state, arrived_at, credited_at
  from income where arrived_at is not null;
update income i set taken_back_minor = t.amount, taken_back_at = r.posted_at
  from ledger_posting r
  join ledger_transfer t on t.merchant_id = r.merchant_id and t.posting_id = r.id
 where r.reason = 'reversal' and r.merchant_id = i.merchant_id and r.reverses = i.hold_posting_id and i.state = 'credited';
