-- What the triggers on the books and the prices refuse, whoever writes.

-- The identity of an account never changes, so it is checked when the account is opened. CHECKs would be read and
-- evaluated again with every change of the balance, and reading them is dear: this table has just the one it needs.
create or replace function ledger_check_account() returns trigger language plpgsql as $$
begin
  if new.code is distinct from new.kind || ':' || new.currency || coalesce(':' || new.owner, '')
     or new.currency !~ '^[A-Z]{3}$' or new.owner !~ '^[A-Za-z0-9_.:-]{1,100}$' or new.balance <> 0
     or (case when new.owner is null
          then new.kind not in ('wallet', 'card_wallet', 'house.fees', 'house.fx', 'house.suspense', 'house.interest',
            'house.promotion', 'house.rounding', 'house.quota', 'house.quota_debt')
          else new.kind not in ('collection', 'card', 'deposit', 'interest', 'hold', 'quota',
            'escrow', 'house.nostro', 'house.clearing', 'house.loan', 'house.loan_due', 'house.lender')
        end) then
    raise exception 'ledger: % is no account', new.code using errcode = 'CL002';
  end if;
  return new;
end $$;

create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows cannot be changed', tg_table_name using errcode = 'CL000';
end $$;

create or replace function ledger_refuse_second_resolution() returns trigger language plpgsql as $$
begin
  if old.resolved_by is not null or new.resolved_by is null
     or (new.merchant_id, new.posting_id, new.code, new.amount, new.opened_at)
        is distinct from (old.merchant_id, old.posting_id, old.code, old.amount, old.opened_at) then
    raise exception 'a hold is resolved once' using errcode = 'CL000';
  end if;
  return new;
end $$;

create or replace function ledger_adjustment_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending'
     or (new.merchant_id, new.id, new.from_code, new.to_code, new.currency, new.amount, new.corrects, new.bank_reference, new.memo,
         new.made_by, new.made_at)
        is distinct from
        (old.merchant_id, old.id, old.from_code, old.to_code, old.currency, old.amount, old.corrects, old.bank_reference, old.memo,
         old.made_by, old.made_at)
  then
    raise exception 'an adjustment is decided once and never changed' using errcode = 'CL000';
  end if;
  return new;
end $$;

create or replace function ledger_adjustment_begins_pending() returns trigger language plpgsql as $$
begin
  if new.state <> 'pending' then
    raise exception 'an adjustment begins undecided' using errcode = 'CL000';
  end if;
  return new;
end $$;

create or replace function price_quote_used_once() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or (new.merchant_id, new.id, new.kind, new.content, new.created_at, new.expires_at)
     is distinct from (old.merchant_id, old.id, old.kind, old.content, old.created_at, old.expires_at) then
    raise exception 'a quote is used once and never changed' using errcode = 'CL000';
  end if;
  return new;
end $$;

-- The trial balance of a day as it is sealed: what was summed with its seals, carried on from the day before.
create or replace function ledger_sum_sealed_day() returns trigger language plpgsql as $$
begin
  insert into ledger_day_total (day, kind, currency, debits, credits, closing)
  select new.day, kind, currency, coalesce(t.debits, 0), coalesce(t.credits, 0),
         coalesce(before.closing, 0) + coalesce(t.credits, 0) - coalesce(t.debits, 0)
    from (select * from ledger_sealing_total s where s.day = new.day) t
    full join (select * from ledger_day_total d
                where d.day = (select max(l.day) from ledger_day l where l.day < new.day)) before using (kind, currency);
  return new;
end $$;
