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
