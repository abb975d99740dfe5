-- Whether a transfer is all of its posting is true of most of them. The planner, which without this takes it for half, would
-- put the few others together and look up their heads before the many.
create statistics ledger_transfer_is_whole on (coalesce(lines = 1 + (also_code is not null)::int, false)) from ledger_transfer;
