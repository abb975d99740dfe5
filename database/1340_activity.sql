-- What has no number in the list, and what went back under a number of its bank's, is found by its posting.
create index money_event_by_posting on money_event (merchant_id, (posting_id::text)) where reference is null or state = 'returned';
