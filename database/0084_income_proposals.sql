-- What a screening list holds is credited by two different people, as money is sent back: one proposal says which of the two.
alter table income rename column return_reason to proposal_reason;
alter table income rename column return_proposed_by to proposed_by;
alter table income rename column return_proposed_name to proposed_name;
alter table income rename column return_proposed_at to proposed_at;
alter table income rename column return_decided_by to decided_by;
alter table income add column proposed text;
update income set proposed = 'return' where proposed_by is not null;
alter table income add check (proposed in ('credit', 'return') and proposed_by is not null
  or proposed is null and proposed_by is null);
-- What one person credited before stays as it is.
alter table income add constraint income_screened_by_two
  check (state <> 'credited' or hold is distinct from 'payerScreened' or decided_by is not null and proposed_by is not null)
  not valid;

alter table income_event drop constraint income_event_action_check;
alter table income_event add constraint income_event_action_check check (action in ('announce', 'arrive', 'credit',
  'askEvidence', 'flag', 'supplement', 'claim', 'wishReturn', 'proposeCredit', 'rejectCredit', 'proposeReturn',
  'rejectReturn', 'giveBack', 'assign', 'recheck'));
