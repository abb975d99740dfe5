-- What people brought along goes after its term, and its content with the uploads nobody recorded: a sheet once it was read, a
-- paper that was never handed in with anything. A paper something refers to stays, whoever asks. As the owner: what is handed to
-- the sweeper is what was deleted, and nothing else.
create or replace function file_goes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.attached_at is not null and old.purpose not in ('payee import', 'store import', 'payment batch') then
    raise exception 'a file kept as % is not deleted', old.purpose using errcode = 'restrict_violation';
  end if;
  insert into file_upload (merchant_id, id, started_at) values (old.merchant_id, old.id, old.created_at);
  return old;
end $$;

-- Something refers to these from now on. Whoever comes too late, because one of them has just gone, is refused.
create or replace function attach_files(ids uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  attached timestamptz := now();
begin
  update file set attached_at = attached where id = any (ids) and attached_at is null;
  if exists (select 1 from file_upload where id = any (ids)) then
    raise exception 'a file that is gone cannot be handed in' using errcode = 'foreign_key_violation';
  end if;
end $$;

-- Every number in the row that is a file's makes that file an attached one, in whichever column or form it stands.
create or replace function file_attached() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform attach_files(array(
    select distinct hit.parts[1]::uuid
      from regexp_matches(to_jsonb(new)::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as hit (parts)));
  return new;
end $$;
