-- A shop's key is its name without any of the numbers behind it. One number alone was taken off, so that a key read again, as
-- every list that is saved is, became another one: a shop that was let in, or kept out, was so no longer. What was paid keeps
-- the key it was paid under: nothing is decided by it.
update card set first_shop = regexp_replace(first_shop, '( \S*[0-9]\S*)+$', ''), version = version + 1
 where first_shop ~ ' \S*[0-9]\S*$';
update card set version = version + 1,
    controls = jsonb_set(controls, '{merchants,items}', (
      select jsonb_agg(distinct regexp_replace(item, '( \S*[0-9]\S*)+$', ''))
        from jsonb_array_elements_text(controls #> '{merchants,items}') as listed (item)))
 where exists (select 1 from jsonb_array_elements_text(controls #> '{merchants,items}') as listed (item)
   where item ~ ' \S*[0-9]\S*$');
insert into card_blocked_shop (shop_key, reason, since, blocked_by)
  select distinct on (1) regexp_replace(shop_key, '( \S*[0-9]\S*)+$', '') as key, reason, since, blocked_by
    from card_blocked_shop where shop_key ~ ' \S*[0-9]\S*$' order by 1, since
  on conflict (shop_key) do nothing;
delete from card_blocked_shop where shop_key ~ ' \S*[0-9]\S*$';

-- Who owes something is looked at every minute.
create index card_account_owing on card_account (created_at, id) where owed_minor > 0;
