-- When it was last sent to the bank. Sums over the last day count from here, and so does the bank's silence: what waits for a
-- person before it is sent counts for as long as it waits.
alter table payout add column sent_at timestamptz;
update payout set sent_at = confirmed_at
  where confirmed_at is not null and state in ('processing', 'completed', 'failed', 'returned');
-- Whose account it goes to, by its number: a payee deleted and added anew, or added twice, is one account.
alter table payout add column payee_number_index bytea;
drop index payout_lately;
create index payout_lately on payout (merchant_id, sent_at desc)
  include (beneficiary_id, weight_cents, state) where hold_posting_id is not null;
create index payout_before_sending on payout (merchant_id) where state in ('awaitingApproval', 'submitted');

-- Money that leaves for somebody else by another way than a payment to a bank: the same sums count it, under the same lock.
create table payout_meter_entry (
  merchant_id uuid not null references payout_meter (merchant_id),
  id uuid not null,
  kind text not null check (kind in ('walletTransfer', 'escrow')),
  weight_cents bigint not null check (weight_cents >= 0),
  at timestamptz not null,
  primary key (merchant_id, id)
);
create index payout_meter_entry_lately on payout_meter_entry (merchant_id, at desc);
create index payout_meter_entry_by_time on payout_meter_entry (at);
grant select, insert, delete on payout_meter_entry to coralhub_app;
