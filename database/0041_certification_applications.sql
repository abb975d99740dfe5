-- Standing: which application it rests on, until when its documents are valid, and what the merchant was told about that.
alter table certification
  add column application_id uuid,
  add column big_customer boolean not null default false,
  add column expires_on date,
  add column reminded_days integer,
  add column frozen_reason text;
create index certification_expiry on certification (expires_on) where state in ('certified', 'changing') and expires_on is not null;

-- What a merchant has typed and uploaded but not submitted. The subject is the merchant itself, or a seller of its own.
create table certification_draft (
  merchant_id uuid not null references merchant (merchant_id),
  subject_id uuid not null,
  form text not null check (form in ('person', 'mainland', 'hongkong', 'bigMainland', 'bigHongkong', 'sellerPerson', 'sellerEnterprise', 'sellerHongkong')),
  answers bytea not null,
  saved_at timestamptz not null,
  primary key (merchant_id, subject_id, form)
);
grant select, insert, update, delete on certification_draft to coralhub_app;

-- One case on the review desk. Its answers are sealed in certification_submission, one row for each time they were handed in.
create table certification_application (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  subject_id uuid not null,
  form text not null check (form in ('person', 'mainland', 'hongkong', 'bigMainland', 'bigHongkong', 'sellerPerson', 'sellerEnterprise', 'sellerHongkong')),
  number text not null,
  state text not null check (state in ('waiting', 'second', 'supplement', 'rejected', 'approved', 'superseded')),
  submission_kind text not null check (submission_kind in ('first', 'resubmission', 'supplement', 'change', 'renewal')),
  version integer not null check (version > 0),
  subject_name text not null,
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  -- Null until names, countries and documents of this version have been looked up.
  assessed_at timestamptz,
  risk_score integer not null default 0,
  risk_facts jsonb not null default '[]',
  high_risk boolean not null default false,
  held_by uuid,
  held_at timestamptz,
  proposed_by uuid,
  decided_by text,
  decided_at timestamptz,
  primary key (merchant_id, id)
);
create index certification_application_by_subject on certification_application (merchant_id, subject_id, id desc);
-- The desk works over all merchants: what waits, soonest due first; and what was decided, newest first.
create index certification_application_queue on certification_application (due_at, id) where state in ('waiting', 'second');
create index certification_application_by_state on certification_application (state, due_at desc, id desc);
create index certification_application_by_due on certification_application (due_at desc, id desc);
create index certification_application_by_number on certification_application (number);
create index certification_application_decided on certification_application (decided_at) where decided_at is not null;
grant select, insert, update on certification_application to coralhub_app;

create table certification_submission (
  merchant_id uuid not null,
  application_id uuid not null,
  version integer not null,
  answers bytea not null,
  submitted_at timestamptz not null,
  primary key (merchant_id, application_id, version),
  foreign key (merchant_id, application_id) references certification_application (merchant_id, id)
);
grant select, insert on certification_submission to coralhub_app;

-- The standing verdict on each field; a resubmission clears only what it changes.
create table certification_verdict (
  merchant_id uuid not null,
  application_id uuid not null,
  field text not null,
  verdict text not null check (verdict in ('accepted', 'rejected')),
  reason text not null default '',
  version integer not null,
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (merchant_id, application_id, field),
  foreign key (merchant_id, application_id) references certification_application (merchant_id, id)
);
grant select, insert, update, delete on certification_verdict to coralhub_app;

create table certification_event (
  merchant_id uuid not null,
  application_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('merchant', 'operator', 'system')),
  actor text not null,
  what text not null,
  detail text not null default '',
  version integer not null,
  primary key (merchant_id, application_id, id),
  foreign key (merchant_id, application_id) references certification_application (merchant_id, id)
);
grant select, insert on certification_event to coralhub_app;

-- Questions to the merchant about one field, or about something else altogether.
create table certification_enquiry (
  merchant_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  field text not null,
  label text not null,
  state text not null check (state in ('open', 'answered', 'closed')),
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, application_id) references certification_application (merchant_id, id)
);
create index certification_enquiry_by_application on certification_enquiry (merchant_id, application_id, id);
grant select, insert, update on certification_enquiry to coralhub_app;

create table certification_enquiry_post (
  merchant_id uuid not null,
  enquiry_id uuid not null,
  id uuid not null,
  by_merchant boolean not null,
  author text not null,
  words text not null,
  file_ids uuid[] not null default '{}',
  at timestamptz not null,
  primary key (merchant_id, enquiry_id, id),
  foreign key (merchant_id, enquiry_id) references certification_enquiry (merchant_id, id)
);
grant select, insert on certification_enquiry_post to coralhub_app;

-- Which accounts a document number was submitted for: a keyed hash, never the number.
create table document_number_use (
  number_index bytea not null,
  owner_id uuid not null,
  subject_id uuid not null,
  primary key (number_index, owner_id, subject_id)
);
grant select, insert on document_number_use to coralhub_app;
