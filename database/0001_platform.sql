-- needs: audit.sql

-- Who is signed in. A session is found by the id inside its token; only the hash of the token's secret is kept.
create table session (
  id uuid primary key,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  realm text not null check (realm in ('merchant', 'operator')),
  -- The person or operator who is signed in.
  subject_id uuid not null,
  -- The merchant they act for, and what its timelines call them.
  owner_id uuid,
  subject_name text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  stepped_up_at timestamptz,
  address text not null,
  user_agent text not null,
  check ((realm = 'merchant') = (owner_id is not null))
);
create index session_subject on session (subject_id, realm);
create index session_created on session (created_at);
grant select, insert, update, delete on session to coralhub_app;

-- One row per idempotent call, written in the transaction of its effect. Kept for three months; what moves money has its own key in the books for good.
-- The answer is sealed, because answers carry what the caller may see and the database need not.
create table idempotency (
  scope text not null,
  key text not null check (length(key) between 8 and 128),
  fingerprint text not null,
  answer bytea,
  created_at timestamptz not null,
  primary key (scope, key)
);
grant select, insert, update on idempotency to coralhub_app;

-- Counters that may be lost with a crash, and are written on every limited call: unlogged, room for in-page updates,
-- and no index besides the key so that those updates stay in the page.
create unlogged table rate_limit (
  key bytea primary key,
  taken integer not null,
  window_ends_at timestamptz not null
) with (fillfactor = 50);
grant select, insert, update, delete on rate_limit to coralhub_app;

-- What must be told to the outside world: written in the transaction it follows from, delivered afterwards.
-- Keyed by the reference the outside world knows, so that one intent exists once. The payload is sealed.
create table outbox (
  topic text not null,
  reference text not null,
  id uuid not null,
  owner_id uuid,
  payload bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'refused')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  leased_by uuid,
  lease_ends_at timestamptz,
  last_problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (topic, reference)
);
create index outbox_due on outbox (due_at) where state = 'waiting';
create index outbox_troubled on outbox (created_at) where state = 'refused' or (state = 'waiting' and attempts > 0);
-- What was delivered long ago is deleted every night: rows that nobody asks about again would slow down those that wait.
create index outbox_delivered on outbox (finished_at) where state = 'delivered';
grant select, insert, update, delete on outbox to coralhub_app;

-- Who did what. Entries are written inside the transaction they describe; when it commits, each is linked to the one
-- before it by a hash over both. A changed, missing or inserted row breaks the chain from there on.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'merchant', 'system')),
  actor_id text not null,
  -- Which person of the merchant.
  person_id uuid,
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

create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function audit_refuse_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function audit_refuse_change();

create constraint trigger audit_entry_linked after insert on audit_entry
  deferrable initially deferred for each row execute function audit_append_link();

grant select, insert on audit_entry to coralhub_app;
grant select on audit_link to coralhub_app;

-- Files merchants give us. The content lies sealed in the file store under the file's id.
create table file (
  merchant_id uuid not null,
  id uuid not null,
  purpose text not null,
  kind text not null check (kind in ('image', 'document', 'sheet')),
  file_name text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
grant select, insert on file to coralhub_app;

-- Content that was stored but whose file may never have been recorded: looked through and removed later.
create table file_upload (
  merchant_id uuid not null,
  id uuid not null,
  started_at timestamptz not null,
  primary key (merchant_id, id)
);
create index file_upload_started on file_upload (started_at);
grant select, insert, delete on file_upload to coralhub_app;

-- How far the sandbox's clock is ahead of the real one. One row; production never reads it.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into sandbox_clock default values;
grant select, update on sandbox_clock to coralhub_app;

-- What happened to a thing of the business, step by step, in one place for all of them: a payment, a payout, a store, a card.
create table business_event (
  merchant_id uuid not null,
  -- The table the thing is kept in, and its id there.
  subject text not null,
  subject_id uuid not null,
  -- Carries the time of writing, so the id alone orders a timeline.
  id uuid not null,
  at timestamptz not null,
  -- An action of its lifecycle, or a step beside it.
  action text not null,
  -- In the words the merchant reads; what operators tell each other is in the audit log.
  note text,
  actor_kind text not null check (actor_kind in ('merchant', 'operator', 'system', 'rail')),
  -- The person of the merchant, the operator; the system and the rails are nobody.
  actor_id uuid,
  -- Who it was, as people read it.
  actor_name text,
  primary key (merchant_id, subject_id, id),
  check (actor_id is null or actor_kind in ('merchant', 'operator'))
);
grant select, insert on business_event to coralhub_app;

-- The audit log as the operators read it.
create view audit_log as
  select id, at, actor_kind, actor_id, action, subject, detail, address from audit_entry;
grant select on audit_log to coralhub_app;
create view audit_chain as
  select seq from audit_link;
grant select on audit_chain to coralhub_app;
