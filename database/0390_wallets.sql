-- The desk lists every merchant's transfers by time, and sums those of today.
create index wallet_transfer_all_by_time on wallet_transfer (created_at desc, id desc) where kind <> 'received';
