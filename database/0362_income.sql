-- Fewer entries for each payment: every one of them is written with it and kept as long as it is.

-- When money last came to an account is read from the list's own index by account.
drop index income_by_account;
-- Nearly every payment is credited, and asking for those is asking for all of them: income_shown carries the state. What is
-- asked for by its state is what is not, or not yet.
drop index income_shown_by_state;
create index income_shown_by_state on income (merchant_id, state, announced_at desc, id desc)
  where not hidden and state <> 'credited';
