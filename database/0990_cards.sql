-- What was decided about more of a purchase that stands; the first decision is the purchase's own.
alter table card_message add column decision jsonb;
