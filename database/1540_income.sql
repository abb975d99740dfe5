-- New ones come at the end: an index that grows there keeps full pages, one that grows at its beginning half empty ones.
drop index income_by_time;
create index income_by_time on income (announced_at, id);
