-- The books. Every row belongs to one merchant, and every merchant's rows sum to zero by themselves: the house
-- accounts a merchant touches (fees, clearing, nostro ...) are kept as mirrors in that merchant's own books.
--
-- The application's role may read these tables and call the functions of 0101; it may write none of them directly.

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

-- The identity of an account never changes, so it is checked when the account is opened. CHECKs would be read and
-- evaluated again with every change of the balance, and reading them is dear: this table has just the one it needs.
create function ledger_check_account() returns trigger language plpgsql as $$
begin
  if new.code is distinct from new.kind || ':' || new.currency || coalesce(':' || new.owner, '')
     or new.currency !~ '^[A-Z]{3}$' or new.owner !~ '^[A-Za-z0-9_.:-]{1,100}$' or new.balance <> 0
     or (case when new.owner is null
          then new.kind not in ('wallet', 'card_wallet', 'house.fees', 'house.fx', 'house.suspense', 'house.interest',
            'house.promotion', 'house.rounding', 'house.quota')
          else new.kind not in ('collection', 'card', 'deposit', 'interest', 'hold', 'quota',
            'house.nostro', 'house.clearing')
        end) then
    raise exception 'ledger: % is no account', new.code using errcode = 'CL002';
  end if;
  return new;
end $$;
create trigger ledger_account_opened before insert on ledger_account
  for each row execute function ledger_check_account();

-- One business event: what happened, why, and under which key. Posts with all its transfers or not at all.
create table ledger_posting (
  merchant_id uuid not null,
  id uuid not null,
  key text collate "C" not null,
  -- what was asked for under that key: the same key with another content is refused
  fingerprint bytea not null,
  reason text collate "C" not null,
  reference text collate "C",
  posted_at timestamptz not null,
  lines integer not null,
  -- the posting whose hold this one resolves
  resolves uuid,
  -- the posting this one takes back (红冲)
  reverses uuid,
  primary key (merchant_id, id),
  constraint ledger_posting_key unique (merchant_id, key)
);
create unique index ledger_posting_reverses on ledger_posting (merchant_id, reverses) where reverses is not null;
create index ledger_posting_reference on ledger_posting (merchant_id, reference) where reference is not null;

-- Moves a positive amount of one currency between two accounts. One row is both entries, so the two sides cannot
-- differ: everything sums to zero by construction.
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
  primary key (merchant_id, posting_id, line),
  constraint ledger_transfer_positive check (amount > 0)
);
create unique index ledger_transfer_from on ledger_transfer (merchant_id, from_code, posted_at);
create unique index ledger_transfer_to on ledger_transfer (merchant_id, to_code, posted_at);

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

-- An account's side of its transfers, with the running balance.
create view ledger_entry as
  select merchant_id, from_code as code, posted_at, posting_id, line, currency,
         -amount as amount, from_balance as balance, to_code as other_code
    from ledger_transfer
  union all
  select merchant_id, to_code, posted_at, posting_id, line, currency, amount, to_balance, from_code
    from ledger_transfer;

-- Rows stay as they were written, for everyone: grants keep the application out, these triggers everybody else.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows cannot be changed', tg_table_name using errcode = 'CL000';
end $$;
create trigger ledger_posting_forever before update or delete on ledger_posting
  for each row execute function ledger_refuse_change();
create trigger ledger_posting_whole before truncate on ledger_posting
  for each statement execute function ledger_refuse_change();
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

create function ledger_refuse_second_resolution() returns trigger language plpgsql as $$
begin
  if old.resolved_by is not null or new.resolved_by is null
     or (new.merchant_id, new.posting_id, new.code, new.amount, new.opened_at)
        is distinct from (old.merchant_id, old.posting_id, old.code, old.amount, old.opened_at) then
    raise exception 'a hold is resolved once' using errcode = 'CL000';
  end if;
  return new;
end $$;
create trigger ledger_hold_once before update on ledger_hold
  for each row execute function ledger_refuse_second_resolution();

grant select on ledger_account, ledger_posting, ledger_transfer, ledger_hold, ledger_entry to coralhub_app;

-- Balances are rewritten in place all day: room on the page keeps those updates out of the index.
alter table ledger_account set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
