-- needs: pooling.sql

-- A look at pooling that nobody confirmed explains nothing after a week; one that moved money is kept for good.
alter table funds_merger_line drop constraint funds_merger_line_merchant_id_merger_id_fkey;
alter table funds_merger_line add foreign key (merchant_id, merger_id)
  references funds_merger (merchant_id, id) on delete cascade;
create index funds_merger_unconfirmed on funds_merger (created_at) where state <> 'merged';
grant delete on funds_merger to coralhub_app;

create trigger merged_funds_stay before delete on funds_merger
  for each row when (old.state = 'merged') execute function merged_funds_stay();
