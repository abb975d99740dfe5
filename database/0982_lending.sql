-- When the lender had a paper: it said the hash of what it read.
alter table loan_paper add column received_at timestamptz;
grant update on loan_paper to coralhub_app;

-- What the sandbox's lender has read.
create table sandbox_lender_paper (
  reference text not null,
  paper_id uuid not null,
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null,
  at timestamptz not null,
  primary key (reference, paper_id)
);
create index sandbox_lender_paper_by_time on sandbox_lender_paper (at);
grant select, insert, delete on sandbox_lender_paper to coralhub_app;
