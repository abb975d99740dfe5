-- Which merchants looked at a campaign and drew, by day: the two versions are compared by people, not by reloads.
create table campaign_visitor (
  merchant_id uuid not null references merchant (merchant_id),
  campaign_id uuid not null references campaign (id),
  day date not null,
  drew boolean not null,
  seen_at timestamptz not null,
  primary key (merchant_id, campaign_id, day)
);
create index campaign_visitor_by_time on campaign_visitor (seen_at);
grant select, insert, update, delete on campaign_visitor to coralhub_app;
