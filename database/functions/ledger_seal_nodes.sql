-- The inner nodes of a day's tree over the merchants, made from the seals themselves as they are written. Whoever proves an
-- entry reads one node for each level instead of every merchant's seal.

-- The digest at a place of the tree. Leaves are not kept: each is its seal, written as text, in the words of the proof's format.
create or replace function ledger_node(of_day date, at_level int, at_place int) returns bytea
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if at_level > 0 then
    return (select n.digest from public.ledger_seal_node n
             where n.day = of_day and n.level = at_level and n.place = at_place);
  end if;
  return (select sha256('\x00' || convert_to(format('["coralhub.merchant.1","%s","%s","%s","%s"]',
                   s.merchant_id, to_char(s.day, 'YYYY-MM-DD'), s.entries, encode(s.root, 'hex')), 'UTF8'))
            from public.ledger_seal s where s.day = of_day and s.place = at_place);
end $$;

-- Seals were added at these places: every pair that is whole by them gets its node, level by level.
create or replace function ledger_grow_nodes(of_day date, from_place int, until_place int) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  lower_place int := from_place / 2;
  upper_place int := until_place / 2;
  reached int := 1;
begin
  while lower_place < upper_place loop
    insert into public.ledger_seal_node (day, level, place, digest)
    select of_day, reached, p.place,
           sha256('\x01' || public.ledger_node(of_day, reached - 1, p.place * 2)
                         || public.ledger_node(of_day, reached - 1, p.place * 2 + 1))
      from generate_series(lower_place, upper_place - 1) as p (place);
    lower_place := lower_place / 2;
    upper_place := upper_place / 2;
    reached := reached + 1;
  end loop;
end $$;

-- Completes the right edge of the tree and answers its root: a node without a neighbour moves up as it is. What is there
-- already stays.
create or replace function ledger_top_node(of_day date) returns bytea
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  width int := (select coalesce(max(s.place) + 1, 0) from public.ledger_seal s where s.day = of_day);
  reached int := 0;
begin
  if width = 0 then
    return sha256('');
  end if;
  -- Of days that were sealed before nodes were kept, nothing is there.
  perform public.ledger_grow_nodes(of_day,
    (select coalesce(max(n.place) + 1, 0) * 2 from public.ledger_seal_node n where n.day = of_day and n.level = 1), width);
  while width > 1 loop
    insert into public.ledger_seal_node (day, level, place, digest)
    select of_day, reached + 1, (width - 1) / 2,
           case when width % 2 = 1 then public.ledger_node(of_day, reached, width - 1)
             else sha256('\x01' || public.ledger_node(of_day, reached, width - 2)
                                || public.ledger_node(of_day, reached, width - 1)) end
    on conflict (day, level, place) do nothing;
    width := (width + 1) / 2;
    reached := reached + 1;
  end loop;
  return public.ledger_node(of_day, reached, 0);
end $$;

create or replace function ledger_keep_nodes(sealed ledger_day) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.ledger_top_node(sealed.day) is distinct from sealed.root then
    raise exception 'ledger: the root of % does not stand for its seals', sealed.day using errcode = 'CL002';
  end if;
end $$;

create or replace function ledger_keep_nodes_of_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.ledger_keep_nodes(new);
  return new;
end $$;
revoke execute on function ledger_node, ledger_grow_nodes, ledger_top_node, ledger_keep_nodes, ledger_keep_nodes_of_day from public;
