-- Banks that tell nothing by themselves are asked whether what they have paid came back.
create index payout_paid_lately on payout (rail, finished_at) where state = 'completed';
