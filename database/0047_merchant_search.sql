-- The console looks merchants up by any part of a number, an address or a name, over all of them. Merchants come one at
-- a time: each goes into the index at once, so that no search has to read what is still pending.
create index merchant_search on merchant
  using gin (text_grams(mobile), text_grams(email), text_grams(user_no), text_grams(contact_name))
  with (fastupdate = off);
create index merchant_registered on merchant (registered_at desc);
create index certification_by_name on certification using gin (text_grams(subject_name)) with (fastupdate = off);
