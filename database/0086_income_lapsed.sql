-- An announcement nothing came of has a state of its own: it is waited for no more, and may still come.
alter table income drop constraint income_state_check;
alter table income add constraint income_state_check check (state in ('announced', 'lapsed', 'reviewing', 'credited',
  'needsEvidence', 'abnormal', 'returned'));
alter table income drop constraint income_check1;
alter table income add constraint income_arrived check ((arrived_at is null) = (state in ('announced', 'lapsed')));
alter table income drop constraint income_check2;
alter table income add constraint income_posted check ((hold_posting_id is null) = (state in ('announced', 'lapsed')));
-- The watch looks for those that are due, of all merchants.
create index income_announced on income (announced_at) where state = 'announced';

alter table income_event drop constraint income_event_action_check;
alter table income_event add constraint income_event_action_check check (action in ('announce', 'lapse', 'arrive',
  'credit', 'askEvidence', 'flag', 'supplement', 'claim', 'wishReturn', 'proposeCredit', 'rejectCredit',
  'proposeReturn', 'rejectReturn', 'giveBack', 'assign', 'recheck'));
