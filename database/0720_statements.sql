-- Transfers as a statement reads them: with what their posting was for, and whether they are all of it.
create view ledger_move as
  select merchant_id, posting_id, posted_at, from_code, to_code, also_code, currency, amount, also_amount, reason, reference, reverses,
         coalesce(lines = 1 + (also_code is not null)::int, false) as is_whole
    from ledger_transfer;
grant select on ledger_move to coralhub_app;
