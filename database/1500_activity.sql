-- needs: money_events.sql
-- What came and what went, by currency and by day in Beijing: the home page and the trend of a year read days, not every
-- payment of that year. The events themselves keep it (database/functions/money_events.sql), in their own transaction.
create table money_event_day (
  merchant_id uuid not null,
  day date not null,
  currency text not null,
  -- A day has more than one row where two wrote at the same moment: nobody waits for another's. Their sum is the day's.
  part bigint generated always as identity,
  income_minor bigint not null,
  expense_minor bigint not null,
  events bigint not null,
  primary key (merchant_id, day, currency, part)
) with (fillfactor = 80);
grant select on money_event_day to coralhub_app;

-- An event under way is neither income nor expense: what only sets money aside is not looked at.
create trigger money_event_day_added after insert on money_event
  for each row when (new.net_minor <> 0) execute function money_event_count_day();
create trigger money_event_day_changed after update on money_event
  for each row when ((old.net_minor <> 0 or new.net_minor <> 0)
    and (old.direction, old.currency, old.net_minor, old.booked_at)
        is distinct from (new.direction, new.currency, new.net_minor, new.booked_at))
  execute function money_event_count_day();
create trigger money_event_day_taken after delete on money_event
  for each row when (old.net_minor <> 0) execute function money_event_count_day();

insert into money_event_day (merchant_id, day, currency, income_minor, expense_minor, events)
select merchant_id, (booked_at at time zone 'Asia/Shanghai')::date, currency, sum(greatest(net_minor, 0)),
       sum(greatest(-net_minor, 0)), count(*)
  from money_event where net_minor <> 0 and direction in ('in', 'out')
 group by 1, 2, 3;
