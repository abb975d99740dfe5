-- Who did what. Entries are written inside the transaction they describe; when it commits, each is linked to the one
-- before it by a hash over both. A changed, missing or inserted row breaks the chain from there on.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'merchant', 'system')),
  actor_id text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  address text
);
create index audit_entry_at on audit_entry (at desc, id desc);
create index audit_entry_actor on audit_entry (actor_id, at desc, id desc);
create index audit_entry_subject on audit_entry (subject, at desc, id desc);

create table audit_link (
  seq bigint primary key check (seq > 0),
  entry_id uuid not null unique references audit_entry (id),
  hash bytea not null check (octet_length(hash) = 32)
);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function audit_refuse_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function audit_refuse_change();

-- Deferred to the commit: writers queue for the end of the chain only while they commit, in the order they commit,
-- and never while they still hold or await anything else. As the owner, so that the application cannot write links.
create function audit_append_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
      new.actor_kind, new.actor_id, new.action, new.subject, new.detail, new.address)::text, 'UTF8')));
  return null;
end $$;
create constraint trigger audit_entry_linked after insert on audit_entry
  deferrable initially deferred for each row execute function audit_append_link();

grant select, insert on audit_entry to coralhub_app;
grant select on audit_link to coralhub_app;
