-- Files too long to wait for. The content lies sealed in the file store, in `parts` pieces.
create table export_job (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  format text not null check (format in ('csv', 'xlsx')),
  file_name text not null,
  selection jsonb not null,
  state text not null check (state in ('waiting', 'running', 'ready', 'cancelled', 'failed', 'expired')),
  rows_done bigint not null default 0,
  rows_total bigint,
  size_bytes bigint not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (merchant_id, id),
  check ((state = 'ready') <= (expires_at is not null))
);
-- What has to be emptied, over all merchants.
create index export_job_expiring on export_job (expires_at) where state = 'ready';
-- And parts of exports whose worker died.
create index export_job_left on export_job (created_at) where state in ('cancelled', 'failed') and parts > 0;
grant select, insert, update on export_job to coralhub_app;
