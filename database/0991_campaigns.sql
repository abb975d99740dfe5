-- Pictures that campaigns show, as they are served: drawn anew, small, everybody's to see.
create table campaign_picture (
  id uuid primary key,
  bytes bytea not null check (length(bytes) between 1 and 262144),
  width int not null check (width > 0),
  height int not null check (height > 0),
  made_by uuid not null,
  made_at timestamptz not null
);
grant select, insert on campaign_picture to coralhub_app;
