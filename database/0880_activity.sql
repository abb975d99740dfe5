-- needs: money_events.sql
-- A payment from several accounts, and what banks kept of its return, by account: the event itself names the first one only.
create table money_event_part (
  merchant_id uuid not null,
  event_id uuid not null,
  account_code text collate "C" not null,
  -- As the payment names them.
  no smallint not null,
  minor bigint not null check (minor > 0),
  primary key (merchant_id, event_id, account_code),
  foreign key (merchant_id, event_id) references money_event (merchant_id, id) on delete cascade
);
create index money_event_part_of_account on money_event_part (merchant_id, account_code);
grant select on money_event_part to coralhub_app;
-- What was paid so far says it, too.
update payout set changed_at = changed_at where jsonb_array_length(sources) > 1 and hold_posting_id is not null;
