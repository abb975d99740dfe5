-- Who is signed in. A session is found by the id inside its token; only the hash of the token's secret is kept.
create table session (
  id uuid primary key,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  realm text not null check (realm in ('merchant', 'operator')),
  subject_id uuid not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  stepped_up_at timestamptz,
  address text not null,
  user_agent text not null
);
create index session_subject on session (subject_id, realm);
create index session_created on session (created_at);
grant select, insert, update, delete on session to coralhub_app;
