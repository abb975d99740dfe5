-- Which device a session was opened on is of no use once the session has ended; when it was tied tells the nightly
-- purge apart from a sign-in that is under way.
alter table merchant_device_session add column linked_at timestamptz not null default now();
alter table merchant_device_session alter column linked_at drop default;
