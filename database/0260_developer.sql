-- The open API: merchants' own programs, the keys they sign with, what they are told, and what they asked.

create table open_app (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  -- What it is called in headers: found through open_app_name.
  app_id text not null,
  product text not null check (length(product) between 1 and 40),
  enabled boolean not null default true,
  -- Single addresses and ranges, v4 and v6; none means any address.
  ip_whitelist text[] not null default '{}',
  scopes text[] not null,
  calls_per_minute integer not null check (calls_per_minute between 1 and 100000),
  -- Why we have stopped it; the merchant cannot undo that.
  suspended_reason text,
  -- Who made it: calls it signs are theirs in the timelines.
  person_id uuid not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, app_id)
);
create index open_app_by_time on open_app (created_at desc, id desc);
grant select, insert, update on open_app to coralhub_app;

-- Whose app a header means.
create table open_app_name (
  app_id text primary key,
  owner_id uuid not null,
  id uuid not null
);
grant select, insert on open_app_name to coralhub_app;

-- Public keys only. A certificate's private key goes out with its PFX and is kept nowhere.
create table open_key (
  merchant_id uuid not null,
  id uuid not null,
  app uuid not null,
  name text not null check (length(name) between 1 and 60),
  algorithm text not null check (algorithm in ('rsa', 'ed25519')),
  spki bytea not null,
  -- Of the certificate; a bare public key has none.
  fingerprint text,
  serial text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  -- The last warning that was given, in days before the end.
  warned_days integer,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, app) references open_app (merchant_id, id)
);
create index open_key_of_app on open_key (merchant_id, app, created_at);
create index open_key_ending on open_key (ends_at) where revoked_at is null;
grant select, insert, update on open_key to coralhub_app;

-- Tokens for trying things out; the sandbox alone takes them.
create table open_token (
  merchant_id uuid not null,
  app uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  created_at timestamptz not null,
  primary key (merchant_id, app),
  foreign key (merchant_id, app) references open_app (merchant_id, id)
);
grant select, insert, update, delete on open_token to coralhub_app;

-- Signs client certificates, so that a proxy can check them before it lets a call through. The key is sealed.
create table open_authority (
  only_row boolean primary key default true check (only_row),
  certificate text not null,
  sealed_key bytea not null,
  created_at timestamptz not null
);
grant select, insert on open_authority to coralhub_app;

-- What was signed once is not taken twice, by whichever process. Kept for twice the life of a signature.
create table open_nonce (
  nonce bytea primary key,
  at timestamptz not null
);
create index open_nonce_age on open_nonce using brin (at);
grant select, insert, delete on open_nonce to coralhub_app;

-- Calls by minute: the limit counts here, and so do the page and the console.
create table open_usage (
  merchant_id uuid not null,
  app uuid not null,
  minute timestamptz not null,
  taken integer not null,
  primary key (merchant_id, app, minute)
) with (fillfactor = 50);
grant select, insert, update, delete on open_usage to coralhub_app;

-- What was asked and answered, with secrets and personal data masked.
create table open_request (
  merchant_id uuid not null,
  id uuid not null,
  app uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  operation text not null,
  status integer not null,
  code integer,
  reason text,
  ms integer not null,
  address text not null,
  request_id text not null,
  -- The caller's own.
  caller_request_id text,
  body text,
  answer text,
  masked boolean not null,
  primary key (merchant_id, id)
);
create index open_request_by_time on open_request (merchant_id, at desc, id desc);
create index open_request_age on open_request using brin (at);
grant select, insert, delete on open_request to coralhub_app;

create table open_webhook (
  merchant_id uuid not null,
  id uuid not null,
  app uuid not null,
  topic text not null,
  type text not null check (type in ('thin', 'full')),
  address text not null,
  enabled boolean not null,
  -- Stopped by us because nobody answered.
  paused_at timestamptz,
  failures integer not null default 0,
  sealed_secret bytea not null,
  -- Signs beside the new one until then.
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  last_sequence bigint not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, app, topic),
  foreign key (merchant_id, app) references open_app (merchant_id, id)
);
grant select, insert, update, delete on open_webhook to coralhub_app;

-- What happened, written with the move it tells of; given to the webhooks afterwards.
create table open_event (
  merchant_id uuid not null,
  id uuid not null,
  topic text not null,
  subject text not null,
  subject_id uuid not null,
  at timestamptz not null,
  spread_at timestamptz,
  primary key (merchant_id, id)
);
create index open_event_waiting on open_event (id) where spread_at is null;
create index open_event_age on open_event using brin (at);
grant select, insert, update, delete on open_event to coralhub_app;

create table open_delivery (
  merchant_id uuid not null,
  id uuid not null,
  webhook uuid not null,
  event uuid not null,
  topic text not null,
  sequence bigint not null,
  body text not null,
  attempts integer not null default 0,
  -- Null: delivered or parked.
  due_at timestamptz,
  lease_ends_at timestamptz,
  delivered_at timestamptz,
  parked_at timestamptz,
  -- Each attempt: when, the status or the problem, how long, the beginning of the answer.
  log jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, webhook) references open_webhook (merchant_id, id) on delete cascade,
  check (delivered_at is null or parked_at is null)
);
create index open_delivery_due on open_delivery (due_at) where due_at is not null;
create index open_delivery_of_webhook on open_delivery (merchant_id, webhook, created_at desc, id desc);
create index open_delivery_age on open_delivery using brin (created_at);
grant select, insert, update, delete on open_delivery to coralhub_app;
