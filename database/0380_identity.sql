-- A captcha judged by a service outside leaves nothing but its ticket.
alter table captcha drop constraint captcha_kind_check;
alter table captcha add constraint captcha_kind_check check (kind in ('slider', 'normal', 'provider'));

-- What operators must know of the door: a budget of SMS that is used up, passwords tried on many accounts. One row for each
-- hour and subject, however often it happens.
create table door_alarm (
  id uuid primary key,
  kind text not null check (kind in ('sms', 'spraying')),
  subject text not null,
  hour timestamptz not null,
  raised_at timestamptz not null,
  last_at timestamptz not null,
  seen_at timestamptz,
  seen_by uuid,
  unique (kind, subject, hour)
);
create index door_alarm_unseen on door_alarm (raised_at) where seen_at is null;
grant select, insert, update, delete on door_alarm to coralhub_app;
