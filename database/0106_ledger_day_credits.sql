-- What came onto each kind of a merchant's accounts on a sealed day, and why. Sums over months (the income trend of the
-- home page) then add up days instead of payments. Written by the seal itself, from the entries it covers: a sealed day
-- takes no more of them, so its sums are final.
create table ledger_day_credit (
  merchant_id uuid not null,
  day date not null,
  kind text collate "C" not null,
  reason text collate "C" not null,
  currency text collate "C" not null,
  amount numeric not null,
  primary key (merchant_id, day, kind, reason, currency)
);
create trigger ledger_day_credit_forever before update or delete on ledger_day_credit
  for each row execute function ledger_refuse_change();
create trigger ledger_day_credit_whole before truncate on ledger_day_credit
  for each statement execute function ledger_refuse_change();
grant select on ledger_day_credit to coralhub_app;

-- Seals say which merchants moved on the day; their accounts lead to the entries. The house's own accounts are left out.
create function ledger_sum_credits(sealed ledger_day) returns void language sql as $$
  insert into ledger_day_credit (merchant_id, day, kind, reason, currency, amount)
  select s.merchant_id, s.day, a.kind, p.reason, t.currency, sum(t.amount)
    from ledger_seal s
    join ledger_account a on a.merchant_id = s.merchant_id and a.kind not like 'house.%'
    join ledger_transfer t on t.merchant_id = a.merchant_id and t.to_code = a.code
     and t.posted_at >= sealed.day::timestamp at time zone 'Asia/Shanghai' and t.posted_at < sealed.sealed_until
    join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
   where s.day = sealed.day
   group by 1, 2, 3, 4, 5
$$;
revoke execute on function ledger_sum_credits from public;

create function ledger_sum_sealed_day() returns trigger language plpgsql as $$
begin
  perform ledger_sum_credits(new);
  return new;
end $$;
create trigger ledger_day_summed after insert on ledger_day
  for each row execute function ledger_sum_sealed_day();

-- Days that were sealed before there were sums.
select ledger_sum_credits(d) from ledger_day d order by d.day;
