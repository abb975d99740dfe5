-- Notices are written by operators: for whom, when, by whom, and how far the telling has come.
alter table notice
  add column audience text not null default 'all' check (audience in ('all', 'certified', 'listed')),
  add column listed uuid[] not null default '{}',
  add column made_by uuid,
  add column made_at timestamptz,
  add column withdrawn_by uuid,
  -- Merchants are told in the order of their ids: everybody up to here has been.
  add column told_through uuid,
  add column told_at timestamptz;
update notice set told_at = published_at;
create index notice_to_tell on notice (published_at) where told_at is null and withdrawn_at is null;
