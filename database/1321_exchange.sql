-- What each look at the market took as right in the last hour, so that a rate is measured by all of it and not by the one
-- that happened to begin an hour: a jump spread over such a border went unseen.
create table fx_rate_taken (
  currency text not null,
  at timestamptz not null,
  per_dollar text not null,
  primary key (currency, at)
);
insert into fx_rate_taken (currency, at, per_dollar) select currency, at, per_dollar from fx_rate_baseline;
grant select, insert, delete on fx_rate_taken to coralhub_app;
