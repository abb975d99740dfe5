-- needs: service_money_events.sql
-- Borrowed money and what is paid back of it are neither income nor expense; what borrowing costs is an expense of its own.
alter table money_event drop constraint money_event_direction_check;
alter table money_event add constraint money_event_direction_check
  check (direction in ('in', 'out', 'exchange', 'transfer', 'financing'));
-- What a tab sums is what its rows are: money in never takes, money out never gives.
alter table money_event add constraint money_event_net_as_direction check (case direction when 'in' then net_minor >= 0
  when 'out' then net_minor <= 0 else true end);
-- What was borrowed and paid back so far says it, too; a repayment of interest alone is no repayment of principal.
delete from money_event where kind = 'loanRepaid';
update money_event set direction = 'financing' where kind = 'loanDrawn';
update loan_repayment set at = at;
