-- What happened to a thing of the business, step by step, in one place for all of them: a payment, a payout, a store, a card.
create table business_event (
  merchant_id uuid not null,
  -- The table the thing is kept in, and its id there.
  subject text not null,
  subject_id uuid not null,
  -- Carries the time of writing, so the id alone orders a timeline.
  id uuid not null,
  at timestamptz not null,
  -- An action of its lifecycle, or a step beside it.
  action text not null,
  -- In the words the merchant reads; what operators tell each other is in the audit log.
  note text,
  actor_kind text not null check (actor_kind in ('merchant', 'operator', 'system', 'rail')),
  -- The person of the merchant, the operator; the system and the rails are nobody.
  actor_id uuid,
  -- Who it was, as people read it.
  actor_name text,
  primary key (merchant_id, subject_id, id),
  check (actor_id is null or actor_kind in ('merchant', 'operator'))
);
grant select, insert on business_event to coralhub_app;
