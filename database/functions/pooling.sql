-- What a pooling moved is in the books, and its record explains it: only one that moved nothing goes.
create or replace function merged_funds_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a pooling that moved money is not deleted' using errcode = 'restrict_violation';
end $$;
