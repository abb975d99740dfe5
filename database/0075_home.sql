-- What the house tells everybody.
create table notice (
  id uuid primary key,
  title text not null,
  body text not null,
  path text,
  published_at timestamptz not null,
  withdrawn_at timestamptz
);
create index notice_by_time on notice (published_at desc, id desc);
grant select, insert, update on notice to coralhub_app;
