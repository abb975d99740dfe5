-- needs: money_events.sql
-- What a booked event was before it changed on a later day. A paper about a finished day or month is made of what was known
-- when that ended: a payment that comes back next month stays an expense of the month it left in.
create table money_event_earlier (
  merchant_id uuid not null,
  id uuid not null,
  -- Until then it was so. An event has at most one row for a day on which it changed.
  replaced_at timestamptz not null,
  kind text not null,
  direction text not null,
  state text not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  other_currency text,
  other_minor bigint,
  counterparty text not null,
  account_code text collate "C",
  reference text,
  effective_at timestamptz not null,
  booked_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, replaced_at, id)
);
grant select on money_event_earlier to coralhub_app;

-- Looked at only where it may matter: most events are written on one day, and not again once they are booked.
create trigger money_event_earlier_kept before update on money_event
  for each row when (old.booked_at is not null and (old.changed_at at time zone 'Asia/Shanghai')::date
                                                < (new.changed_at at time zone 'Asia/Shanghai')::date)
  execute function money_event_keep_earlier();

-- Payments that came back on a later day, so far.
insert into money_event_earlier (merchant_id, id, replaced_at, kind, direction, state, currency, amount_minor, fee_minor,
                                 net_minor, other_currency, other_minor, counterparty, account_code, reference, effective_at,
                                 booked_at, settled_at)
select merchant_id, id, booked_at, kind, direction, 'done', currency, amount_minor, fee_minor, -amount_minor, other_currency,
       other_minor, counterparty, account_code, reference, effective_at, settled_at, settled_at
  from money_event
 where state = 'returned' and direction = 'out' and booked_at is not null
   and (settled_at at time zone 'Asia/Shanghai')::date < (booked_at at time zone 'Asia/Shanghai')::date;
