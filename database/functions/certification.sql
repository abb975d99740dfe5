-- Every name an account came to stand under, with the moment it did.
create or replace function certification_name_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.subject_name is distinct from old.subject_name then
    insert into public.certification_name (merchant_id, since, subject_name)
    values (new.merchant_id, new.changed_at, new.subject_name)
    on conflict (merchant_id, since) do update set subject_name = excluded.subject_name;
  end if;
  return null;
end $$;
