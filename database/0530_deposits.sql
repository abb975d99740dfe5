-- The owner of a deposit hears once that it will mature, also where the job stood still on the day it should have said so.
alter table deposit_placement add column reminded_at timestamptz;
update deposit_placement set reminded_at = now() where state = 'held' and matures_on <= ((now() at time zone 'Asia/Shanghai') - interval '9 hours')::date + 7;
