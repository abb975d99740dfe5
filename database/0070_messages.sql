create table message (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  event text not null,
  category text not null check (category in ('money', 'stores', 'orders', 'security', 'certification', 'card', 'notice')),
  title text not null,
  body text not null,
  link_label text,
  link_path text,
  needs_action boolean not null,
  status text not null check (status in ('unread', 'read', 'deleted')),
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create index message_by_time on message (merchant_id, created_at desc, id desc) where status <> 'deleted';
create index message_unread on message (merchant_id, category) where status = 'unread';
grant select, insert, update on message to coralhub_app;

-- Only where the merchant's wish differs from the catalogue's default.
create table message_preference (
  merchant_id uuid not null references merchant (merchant_id),
  event text not null,
  channel text not null check (channel in ('inApp', 'sms', 'email')),
  wanted boolean not null,
  primary key (merchant_id, event, channel)
);
grant select, insert, update on message_preference to coralhub_app;

-- What the sandbox caught instead of sending it.
create table sandbox_mail (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  text text not null,
  code text,
  sent_at timestamptz not null
);
create index sandbox_mail_recipient on sandbox_mail (recipient, sent_at desc, id desc);
create index sandbox_mail_time on sandbox_mail (sent_at desc, id desc);
grant select, insert on sandbox_mail to coralhub_app;
