/** Where the days that the home page and the trend read differ from the events they are kept from. */
export const DAYS_APART = `
  select merchant_id || ' on ' || day || ': days say ' || coalesce(d.told, 'nothing') || ', events ' || coalesce(e.told, 'nothing') as problem
    from (select merchant_id, day, currency,
                 currency || ' ' || sum(income_minor) || ' in, ' || sum(expense_minor) || ' out, ' || sum(events) as told
            from money_event_day group by 1, 2, 3 having sum(events) <> 0 or sum(income_minor) <> 0 or sum(expense_minor) <> 0) d
    full join (select merchant_id, (booked_at at time zone 'Asia/Shanghai')::date as day, currency,
                      currency || ' ' || sum(greatest(net_minor, 0)) || ' in, ' || sum(greatest(-net_minor, 0)) || ' out, ' || count(*) as told
                 from money_event where state = 'done' and direction in ('in', 'out') and net_minor <> 0 group by 1, 2, 3) e
      using (merchant_id, day, currency)
   where d.told is distinct from e.told`;
