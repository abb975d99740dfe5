-- A freeze outlives the closing of an account, and the money that comes back to it afterwards.
alter table receiving_account drop constraint receiving_account_state_check;
alter table receiving_account add constraint receiving_account_state_check
  check (state in ('applying', 'open', 'refused', 'frozen', 'closed', 'payingOut', 'closedFrozen', 'payingOutFrozen'));
