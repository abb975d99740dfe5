-- A correction by hand: one operator proposes, another one decides. The posting refers to the row and must agree with it.
create table ledger_adjustment (
  merchant_id uuid not null,
  id uuid not null,
  from_code text collate "C" not null,
  to_code text collate "C" not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  memo text not null check (length(memo) between 1 and 500),
  state text not null check (state in ('pending', 'posted', 'rejected')),
  made_by uuid not null,
  made_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  note text,
  posting_id uuid,
  primary key (merchant_id, id),
  constraint ledger_adjustment_two_people check (decided_by <> made_by),
  constraint ledger_adjustment_decided check ((state = 'pending') = (decided_by is null)
    and (decided_by is null) = (decided_at is null) and (state = 'posted') = (posting_id is not null))
);
create index ledger_adjustment_newest on ledger_adjustment (merchant_id, made_at desc);
create index ledger_adjustment_pending on ledger_adjustment (made_at) where state = 'pending';

create function ledger_adjustment_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending'
     or (new.merchant_id, new.id, new.from_code, new.to_code, new.currency, new.amount, new.memo, new.made_by, new.made_at)
        is distinct from
        (old.merchant_id, old.id, old.from_code, old.to_code, old.currency, old.amount, old.memo, old.made_by, old.made_at)
  then
    raise exception 'an adjustment is decided once and never changed' using errcode = 'CL000';
  end if;
  return new;
end $$;
create trigger ledger_adjustment_once before update on ledger_adjustment
  for each row execute function ledger_adjustment_decided_once();
create function ledger_adjustment_begins_pending() returns trigger language plpgsql as $$
begin
  if new.state <> 'pending' then
    raise exception 'an adjustment begins undecided' using errcode = 'CL000';
  end if;
  return new;
end $$;
create trigger ledger_adjustment_proposed before insert on ledger_adjustment
  for each row execute function ledger_adjustment_begins_pending();
grant select, insert, update on ledger_adjustment to coralhub_app;

-- Called by ledger_write: a posting that says it is an adjustment is the one two people agreed on, and no other.
create function ledger_check_adjustments(p_merchant uuid[], p_id uuid[], p_reason text[], p_reference text[]) returns void
language plpgsql as $$
begin
  perform from unnest(p_merchant, p_id, p_reason, p_reference) as u (merchant_id, id, reason, reference)
    where u.reason = 'adjustment' and not exists (
      select from public.ledger_adjustment a
        join public.ledger_posting p on p.merchant_id = a.merchant_id and p.id = a.posting_id and p.lines = 1
        join public.ledger_transfer t on t.merchant_id = a.merchant_id and t.posting_id = a.posting_id
       where a.merchant_id = u.merchant_id and a.id::text = u.reference and a.posting_id = u.id and a.state = 'posted'
         and (t.from_code, t.to_code, t.amount) = (a.from_code, a.to_code, a.amount));
  if found then
    raise exception 'ledger: an adjustment needs the agreement of two people' using errcode = 'CL002';
  end if;
end $$;
revoke execute on function ledger_check_adjustments from public;

-- What reconciliation found wrong. An open alarm stops payouts; a finance operator closes it after looking into it.
create table ledger_alarm (
  id uuid primary key,
  rule text not null,
  -- what exactly is wrong; the same thing is not reported twice while it is open
  subject text not null,
  detail jsonb not null,
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by uuid,
  note text,
  check ((cleared_at is null) = (cleared_by is null))
);
create unique index ledger_alarm_open on ledger_alarm (rule, subject) where cleared_at is null;
create index ledger_alarm_newest on ledger_alarm (raised_at desc);
grant select, insert on ledger_alarm to coralhub_app;
grant update (last_seen_at, detail, cleared_at, cleared_by, note) on ledger_alarm to coralhub_app;

-- How far each check has come and what it said last.
create table ledger_check (
  name text primary key,
  checked_until timestamptz,
  ran_at timestamptz not null,
  took_ms integer not null,
  breaches integer not null
);
grant select, insert, update on ledger_check to coralhub_app;
