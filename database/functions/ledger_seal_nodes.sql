-- The inner nodes of a sealed day's tree over the merchants, level by level, made from the seals themselves. Whoever proves an
-- entry then reads one node for each level instead of every merchant's seal. The root that was given must come out of it.
create or replace function ledger_keep_nodes(sealed ledger_day) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  reached int := 1;
  nodes int;
  top bytea;
begin
  -- Leaves are not kept: each is its seal, written as text, in the words of the proof's format.
  insert into public.ledger_seal_node (day, level, place, digest)
  select sealed.day, 1, l.place / 2,
         case when max(l.place) > min(l.place)
           then sha256('\x01' || (array_agg(l.digest order by l.place))[1] || (array_agg(l.digest order by l.place))[2])
           else (array_agg(l.digest))[1] end
    from (select s.place, sha256('\x00' || convert_to(format('["coralhub.merchant.1","%s","%s","%s","%s"]',
                   s.merchant_id, s.day, s.entries, encode(s.root, 'hex')), 'UTF8')) as digest
            from public.ledger_seal s where s.day = sealed.day) l
   group by l.place / 2;
  get diagnostics nodes = row_count;
  while nodes > 1 loop
    insert into public.ledger_seal_node (day, level, place, digest)
    select sealed.day, reached + 1, n.place / 2,
           case when max(n.place) > min(n.place)
             then sha256('\x01' || (array_agg(n.digest order by n.place))[1] || (array_agg(n.digest order by n.place))[2])
             else (array_agg(n.digest))[1] end
      from public.ledger_seal_node n where n.day = sealed.day and n.level = reached
     group by n.place / 2;
    get diagnostics nodes = row_count;
    reached := reached + 1;
  end loop;
  select n.digest into top from public.ledger_seal_node n where n.day = sealed.day and n.level = reached;
  if coalesce(top, sha256('')) <> sealed.root then
    raise exception 'ledger: the root of % does not stand for its seals', sealed.day using errcode = 'CL002';
  end if;
end $$;

create or replace function ledger_keep_nodes_of_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.ledger_keep_nodes(new);
  return new;
end $$;
revoke execute on function ledger_keep_nodes, ledger_keep_nodes_of_day from public;
