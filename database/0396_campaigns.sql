-- Telling merchants of a campaign: agreed on by two people, sent in portions, each merchant once by each channel.
create table campaign_push (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  state text not null check (state in ('waiting', 'sending', 'done', 'stopped')),
  channels text[] not null check (cardinality(channels) > 0),
  title text not null,
  body text not null,
  send_at timestamptz not null,
  -- Up to and including whom it has come; null before the first.
  reached_until uuid,
  -- How many the audience had, and by channel who was reached and why the others were not.
  audience integer not null default 0,
  numbers jsonb not null,
  made_by uuid not null references operator (id),
  decided_by uuid not null references operator (id),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index campaign_push_due on campaign_push (send_at) where state in ('waiting', 'sending');
grant select, insert, update on campaign_push to coralhub_app;
