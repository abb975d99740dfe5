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
