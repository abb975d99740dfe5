-- needs: files.sql
-- Papers a merchant answered the partner's question with, and when the partner had each: it said the hash of what it read.
create table deposit_paper (
  merchant_id uuid not null references deposit_account (merchant_id),
  -- The opening they belong to; another attempt has another one.
  reference text not null,
  file_id uuid not null,
  file_name text not null,
  added_at timestamptz not null,
  received_at timestamptz,
  primary key (merchant_id, reference, file_id)
);
grant select, insert, update on deposit_paper to coralhub_app;
create trigger file_attached before insert or update on deposit_paper for each row execute function file_attached();

-- What the sandbox's partner has read.
create table sandbox_deposit_paper (
  reference text not null,
  paper_id uuid not null,
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null,
  at timestamptz not null,
  primary key (reference, paper_id)
);
create index sandbox_deposit_paper_by_time on sandbox_deposit_paper (at);
grant select, insert, delete on sandbox_deposit_paper to coralhub_app;
