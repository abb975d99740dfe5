-- A sheet people brought along goes after its term, and its content with the uploads nobody recorded; papers stay,
-- whoever asks. As the owner: what is handed to the sweeper is what was deleted, and nothing else.
create or replace function file_goes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.purpose not in ('payee import', 'store import', 'payment batch') then
    raise exception 'a file kept as % is not deleted', old.purpose using errcode = 'restrict_violation';
  end if;
  insert into file_upload (merchant_id, id, started_at) values (old.merchant_id, old.id, old.created_at);
  return old;
end $$;
