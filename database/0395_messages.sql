-- When the wish was made, so that consent to advertising can be shown.
alter table message_preference add column changed_at timestamptz;

-- Each push a merchant was reached by, once for each channel: the caps count here.
create table message_push (
  merchant_id uuid not null references merchant (merchant_id),
  reference uuid not null,
  channel text not null check (channel in ('inApp', 'sms', 'email')),
  sent_at timestamptz not null,
  primary key (merchant_id, reference, channel)
);
create index message_push_by_time on message_push (merchant_id, sent_at desc);
grant select, insert on message_push to coralhub_app;

-- Who wants a mail about what waits, and for which day the last one was made.
create table message_digest (
  merchant_id uuid not null references merchant (merchant_id),
  rhythm text not null check (rhythm in ('daily', 'weekly')),
  made_for date,
  primary key (merchant_id)
);
grant select, insert, update, delete on message_digest to coralhub_app;
