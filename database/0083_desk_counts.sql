-- What waits is counted for the console's bar every half minute by everyone who has it open: the counts read these, not
-- the years of what is done. Incomes, stores and applications for certification have theirs already.
create index receiving_account_applying on receiving_account (applied_at) where state = 'applying';
create index unclaimed_income_waiting on unclaimed_income (arrived_at) where state in ('waiting', 'proposed');
create index module_application_waiting on module_application (applied_at) where state = 'applied';
create index account_recovery_waiting on account_recovery (created_at) where state in ('requested', 'proposed');
