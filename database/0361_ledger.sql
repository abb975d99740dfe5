-- needs: ledger_seal_nodes.sql

-- Days that were sealed before; then each one as it is sealed.
select ledger_keep_nodes(d) from ledger_day d order by d.day;
create trigger ledger_day_nodes after insert on ledger_day
  for each row execute function ledger_keep_nodes_of_day();
