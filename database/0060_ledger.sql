-- needs: ledger_rules.sql

-- The books. Every row belongs to one merchant, and every merchant's rows sum to zero by themselves: the house
-- accounts a merchant touches (fees, clearing, nostro ...) are kept as mirrors in that merchant's own books.
--
-- The application's role may read these tables and call the functions of functions/ledger_write.sql; it may write none of them directly.

create table ledger_account (
  merchant_id uuid not null,
  -- kind:currency[:owner], e.g. wallet:USD, collection:USD:<receiving account>, house.nostro:USD:<rail>
  code text collate "C" not null,
  kind text collate "C" not null,
  currency text collate "C" not null,
  owner text collate "C",
  -- credits less debits: what is owed to the merchant; a house account may stand on either side of zero
  balance bigint not null,
  -- time of the newest entry; no entry at or before it may be added, so entries are ordered by time alone
  latest_at timestamptz not null,
  opened_at timestamptz not null,
  primary key (merchant_id, code),
  constraint ledger_account_not_overdrawn check (balance >= 0 or code like 'house.%')
);

create trigger ledger_account_opened before insert on ledger_account
  for each row execute function ledger_check_account();

-- Moves a positive amount of one currency between two accounts. One row is both entries, so the two sides cannot
-- differ: everything sums to zero by construction. What belongs to a posting (key to reverses) stands in the row it
-- begins with (line 1) and is null in the others; whoever reads postings reads the view below.
--
-- A fee lies in the row of what it is for: two transfers of a posting that follow each other from the same account are
-- one row. The money leaves that account at once, as one entry, and arrives at two.
create table ledger_transfer (
  merchant_id uuid not null,
  posting_id uuid not null,
  line integer not null,
  posted_at timestamptz not null,
  from_code text collate "C" not null,
  to_code text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  -- the accounts' balances after this transfer
  from_balance bigint not null,
  to_balance bigint not null,
  key text collate "C",
  -- what was asked for under that key: the same key with another content is refused
  fingerprint bytea,
  reason text collate "C",
  reference text collate "C",
  lines integer,
  -- the posting whose hold this one resolves
  resolves uuid,
  -- the posting this one takes back (红冲)
  reverses uuid,
  also_code text collate "C",
  also_amount bigint,
  -- the second receiver's balance after this transfer; from_balance is what is left after both
  also_balance bigint,
  -- What names a transfer is the account it comes from and its time. No CHECK: ledger_write, the only one that can
  -- write here, says the same, and a CHECK is parsed again by every statement.
  primary key (merchant_id, from_code, posted_at)
);
create unique index ledger_transfer_to on ledger_transfer (merchant_id, to_code, posted_at);
create unique index ledger_transfer_also on ledger_transfer (merchant_id, also_code, posted_at) where also_code is not null;
-- Ids of postings carry the time, and so do most keys behind their first word: an index that begins with them grows in
-- few places, whose pages are at hand; beginning with the merchant it was touched in another place by every posting.
-- Both are only ever looked up whole, and an operator searches without knowing the merchant.
create unique index ledger_transfer_posting on ledger_transfer (posting_id, merchant_id, line);
create unique index ledger_transfer_key on ledger_transfer (key, merchant_id) where key is not null;
create unique index ledger_transfer_reverses on ledger_transfer (merchant_id, reverses) where reverses is not null;
create index ledger_transfer_reference on ledger_transfer (reference, merchant_id) where reference is not null;

-- Money set aside. It lies on a hold account; this row says which posting put it there and which one took it out.
create table ledger_hold (
  merchant_id uuid not null,
  posting_id uuid not null,
  code text collate "C" not null,
  amount bigint not null,
  opened_at timestamptz not null,
  resolved_by uuid,
  primary key (merchant_id, posting_id),
  constraint ledger_hold_amount check (amount > 0)
);
create index ledger_hold_open on ledger_hold (merchant_id, code) where resolved_by is null;

-- One business event: what happened, why, and under which key. Posted when its first transfer was.
create view ledger_posting as
  select merchant_id, posting_id as id, key, fingerprint, reason, reference, posted_at, lines, resolves, reverses
    from ledger_transfer
   where line = 1;

-- Transfers one by one, as they were asked for. For whoever looks at postings.
create view ledger_leg as
  select t.merchant_id, t.posting_id, t.line + l.later as line, t.posted_at, t.from_code, l.to_code, t.currency, l.amount,
         l.from_balance, l.to_balance
    from ledger_transfer t
   cross join lateral (values
     (0, t.to_code, t.amount, t.from_balance + coalesce(t.also_amount, 0), t.to_balance),
     (1, t.also_code, t.also_amount, t.from_balance, t.also_balance)) l (later, to_code, amount, from_balance, to_balance)
   where l.to_code is not null;

-- For whoever looks at accounts. What went to a second receiver is part of the amount; it is a fee if the house got it
-- as one. Where there is no second receiver, the third part gives an entry of no account: a condition there would keep
-- the planner from reading all three through their indexes, in order.
create view ledger_entry as
  select merchant_id, from_code as code, posted_at, posting_id, line, currency,
         -(amount + coalesce(also_amount, 0)) as amount, from_balance as balance, to_code as other_code,
         also_code, also_amount, case when also_code like 'house.fees:%' then also_amount end as fee
    from ledger_transfer
  union all
  select merchant_id, to_code, posted_at, posting_id, line, currency, amount, to_balance, from_code, null, null, null
    from ledger_transfer
  union all
  select merchant_id, also_code, posted_at, posting_id, line + 1, currency, also_amount, also_balance, from_code, null, null, null
    from ledger_transfer;

-- Rows stay as they were written, for everyone: grants keep the application out, these triggers everybody else.
create trigger ledger_transfer_forever before update or delete on ledger_transfer
  for each row execute function ledger_refuse_change();
create trigger ledger_transfer_whole before truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_forever before delete on ledger_account
  for each row execute function ledger_refuse_change();
create trigger ledger_account_whole before truncate on ledger_account
  for each statement execute function ledger_refuse_change();
create trigger ledger_hold_forever before delete on ledger_hold
  for each row execute function ledger_refuse_change();
create trigger ledger_hold_whole before truncate on ledger_hold
  for each statement execute function ledger_refuse_change();

create trigger ledger_hold_once before update on ledger_hold
  for each row execute function ledger_refuse_second_resolution();

grant select on ledger_account, ledger_posting, ledger_transfer, ledger_hold, ledger_leg, ledger_entry to coralhub_app;

-- Balances are rewritten in place all day: room on the page keeps those updates out of the index.
alter table ledger_account set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- Every finished day is sealed: a Merkle root for each merchant's entries, one root over all merchants, and a chain
-- over the days. Whoever keeps one chain value can later prove that nothing before it was changed.

create table ledger_day (
  day date primary key,
  -- first moment after the day, in Beijing; no entry may be added before it any more
  sealed_until timestamptz not null,
  entries bigint not null,
  root bytea not null,
  previous bytea not null,
  chain bytea not null,
  sealed_at timestamptz not null,
  constraint ledger_day_chain check (chain = sha256(previous || root)),
  constraint ledger_day_root check (length(root) = 32 and length(previous) = 32),
  constraint ledger_day_end check (sealed_until = (day + 1)::timestamp at time zone 'Asia/Shanghai')
);

create table ledger_seal (
  merchant_id uuid not null,
  day date not null,
  -- where the merchant's root stands among the leaves of the day's tree
  place integer not null,
  entries bigint not null,
  root bytea not null,
  primary key (merchant_id, day),
  constraint ledger_seal_root check (length(root) = 32)
);
create index ledger_seal_day on ledger_seal (day, place);

create trigger ledger_day_forever before update or delete on ledger_day
  for each row execute function ledger_refuse_change();
create trigger ledger_day_whole before truncate on ledger_day
  for each statement execute function ledger_refuse_change();
create trigger ledger_seal_forever before update or delete on ledger_seal
  for each row execute function ledger_refuse_change();
create trigger ledger_seal_whole before truncate on ledger_seal
  for each statement execute function ledger_refuse_change();

-- The trial balance of a sealed day: what moved on each kind of account, and where all of them together stood at its end.
create table ledger_day_total (
  day date not null,
  kind text not null,
  currency text not null,
  debits numeric not null,
  credits numeric not null,
  closing numeric not null,
  primary key (day, kind, currency)
);
create trigger ledger_day_total_forever before update or delete on ledger_day_total
  for each row execute function ledger_refuse_change();
create trigger ledger_day_total_whole before truncate on ledger_day_total
  for each statement execute function ledger_refuse_change();

grant select on ledger_day, ledger_seal, ledger_day_total to coralhub_app;

-- What came onto each kind of a merchant's accounts on a sealed day, and why. Sums over months (the income trend of the
-- home page) then add up days instead of payments. Written by the seal itself, from the entries it covers: a sealed day
-- takes no more of them, so its sums are final.
create table ledger_day_credit (
  merchant_id uuid not null,
  day date not null,
  kind text collate "C" not null,
  reason text collate "C" not null,
  currency text collate "C" not null,
  amount numeric not null,
  primary key (merchant_id, day, kind, reason, currency)
);
create trigger ledger_day_credit_forever before update or delete on ledger_day_credit
  for each row execute function ledger_refuse_change();
create trigger ledger_day_credit_whole before truncate on ledger_day_credit
  for each statement execute function ledger_refuse_change();
grant select on ledger_day_credit to coralhub_app;

create trigger ledger_day_summed after insert on ledger_day
  for each row execute function ledger_sum_sealed_day();

-- A correction by hand: one operator proposes, another one decides. The posting refers to the row and must agree with it.
create table ledger_adjustment (
  merchant_id uuid not null,
  id uuid not null,
  from_code text collate "C" not null,
  to_code text collate "C" not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  memo text not null check (length(memo) between 1 and 500),
  state text not null check (state in ('pending', 'posted', 'rejected')),
  made_by uuid not null,
  made_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  note text,
  posting_id uuid,
  primary key (merchant_id, id),
  constraint ledger_adjustment_two_people check (decided_by <> made_by),
  constraint ledger_adjustment_decided check ((state = 'pending') = (decided_by is null)
    and (decided_by is null) = (decided_at is null) and (state = 'posted') = (posting_id is not null))
);
create index ledger_adjustment_newest on ledger_adjustment (merchant_id, made_at desc);
create index ledger_adjustment_pending on ledger_adjustment (made_at) where state = 'pending';

create trigger ledger_adjustment_once before update on ledger_adjustment
  for each row execute function ledger_adjustment_decided_once();
create trigger ledger_adjustment_proposed before insert on ledger_adjustment
  for each row execute function ledger_adjustment_begins_pending();
grant select, insert, update on ledger_adjustment to coralhub_app;

-- What reconciliation found wrong. An open alarm stops payouts; a finance operator closes it after looking into it.
create table ledger_alarm (
  id uuid primary key,
  rule text not null,
  -- what exactly is wrong; the same thing is not reported twice while it is open
  subject text not null,
  detail jsonb not null,
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by uuid,
  note text,
  check ((cleared_at is null) = (cleared_by is null))
);
create unique index ledger_alarm_open on ledger_alarm (rule, subject) where cleared_at is null;
create index ledger_alarm_newest on ledger_alarm (raised_at desc);
grant select, insert on ledger_alarm to coralhub_app;
grant update (last_seen_at, detail, cleared_at, cleared_by, note) on ledger_alarm to coralhub_app;

-- How far each check has come and what it said last.
create table ledger_check (
  name text primary key,
  checked_until timestamptz,
  ran_at timestamptz not null,
  took_ms integer not null,
  breaches integer not null
);
grant select, insert, update on ledger_check to coralhub_app;

-- What the sandbox's banks have booked on our accounts with them.
create table sandbox_statement_line (
  rail text not null,
  reference text not null,
  -- A bank that books one reference twice has two lines for it.
  line integer not null default 1,
  currency text not null,
  amount bigint not null,
  booked_at timestamptz not null,
  primary key (rail, reference, line)
);
create index sandbox_statement_line_time on sandbox_statement_line (rail, booked_at);
grant select, insert on sandbox_statement_line to coralhub_app;
