-- Keeps the audit log append-only and links its entries.
create or replace function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Deferred to the commit: writers queue for the end of the chain only while they commit, in the order they commit,
-- and never while they still hold or await anything else. As the owner, so that the application cannot write links.
create or replace function audit_append_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_link;
begin
  perform pg_advisory_xact_lock(7263548102);
  select * into last from audit_link order by seq desc limit 1;
  insert into audit_link (seq, entry_id, hash) values (
    coalesce(last.seq, 0) + 1,
    new.id,
    sha256(coalesce(last.hash, ''::bytea) || convert_to(jsonb_build_array(
      coalesce(last.seq, 0) + 1, new.id, to_char(new.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
      new.actor_kind, new.actor_id, new.person_id, new.action, new.subject, new.detail, new.address)::text, 'UTF8')));
  return null;
end $$;
