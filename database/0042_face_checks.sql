-- A face check under way: found by the key in the QR code, of which only the hash is kept.
create table face_check (
  key_hash bytea primary key,
  id uuid not null,
  owner_id uuid not null,
  state text not null check (state in ('waiting', 'opened', 'passed', 'failed')),
  attempts integer not null default 0,
  reason text not null default '',
  file_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index face_check_by_owner on face_check (owner_id, id);
grant select, insert, update on face_check to coralhub_app;
