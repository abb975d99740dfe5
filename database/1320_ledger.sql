-- A correction by hand may name the posting it takes back (红冲); one at a time waits for its second person. That it
-- happens once is the books' own rule.
alter table ledger_adjustment add column corrects uuid;
create unique index ledger_adjustment_correcting on ledger_adjustment (merchant_id, corrects)
  where state = 'pending' and corrects is not null;
