-- What a bank said that its payment cannot have come to: every such word is kept with all it said, and with how the payment stood.
create table payout_contradiction (
  merchant_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  said text not null check (said in ('paid', 'refused', 'returned')),
  -- The payment's state when it was said.
  state_then text not null,
  -- What a return brings back, where the bank names it.
  currency text,
  amount_minor bigint,
  reason text,
  -- The return's own number.
  reference text,
  at timestamptz not null,
  seen_by uuid,
  seen_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, payout_id) references payout (merchant_id, id),
  check ((currency is null) = (amount_minor is null)),
  check (seen_by is null or seen_at is not null)
);
-- Said again while the payment stands as it did, it is the same word.
create unique index payout_contradiction_once on payout_contradiction
  (merchant_id, payout_id, said, state_then, currency, amount_minor, reason, reference) nulls not distinct;
create index payout_contradiction_unseen on payout_contradiction (merchant_id, payout_id) where seen_at is null;
grant select, insert, update on payout_contradiction to coralhub_app;

-- Until now only the last word was kept; how the payment stood then, and who looked, the audit log and the timeline know.
insert into payout_contradiction (merchant_id, id, payout_id, said, state_then, at, seen_at)
select merchant_id, gen_random_uuid(), id, contradicted_as, state, contradicted_at, contradiction_seen_at from payout
 where contradicted_at is not null and contradicted_as is not null;
alter table payout drop column contradicted_as, drop column contradicted_at, drop column contradiction_seen_at;
