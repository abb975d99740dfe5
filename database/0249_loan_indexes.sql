-- Over whole groups of states, as all others: what is not over.
drop index loan_waiting;
create index loan_waiting on loan (created_at)
  where state in ('asked', 'approved', 'overdue', 'reviewing', 'deciding', 'drawing', 'active');
