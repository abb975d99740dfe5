-- needs: text_grams.sql

-- Where a merchant's real-name certification stands. The open-API user id exists once it has passed.
create table certification (
  merchant_id uuid primary key references merchant (merchant_id),
  state text not null check (state in ('none', 'rejected', 'reviewing', 'certified', 'supplement', 'expired', 'frozen', 'changing')),
  kind text check (kind in ('person', 'mainland', 'hongkong')),
  subject_name text,
  open_user_id text,
  changed_at timestamptz not null,
  -- What the merchant says it deals in, named once and asked of nobody twice.
  item_code integer,
  item_name text,
  -- Which application it rests on, until when its documents are valid, and what the merchant was told about that.
  application_id uuid,
  big_customer boolean not null default false,
  expires_on date,
  reminded_days integer,
  frozen_reason text,
  check (state not in ('certified', 'changing') or open_user_id is not null)
);
create index certification_expiry on certification (expires_on) where state in ('certified', 'changing') and expires_on is not null;
create index certification_by_name on certification using gin (text_grams(subject_name)) with (fastupdate = off);
grant select, insert, update on certification to coralhub_app;

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
-- The desk's other ways to look, over all merchants: by name, by who is at it, by kind, in the order of submission.
create index certification_application_by_name on certification_application using gin (text_grams(subject_name));
create index certification_application_held on certification_application (held_by) where held_by is not null;
create index certification_application_by_form on certification_application (form, due_at desc, id desc);
create index certification_application_by_kind on certification_application (submission_kind, due_at desc, id desc);
create index certification_application_submitted on certification_application (submitted_at desc, id desc);
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

-- A face check under way: found by the key in the QR code, of which only the hash is kept.
create table face_check (
  key_hash bytea primary key,
  id uuid not null,
  owner_id uuid not null,
  state text not null check (state in ('waiting', 'opened', 'passed', 'failed')),
  attempts integer not null default 0,
  reason text not null default '',
  file_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- Whom it was made for: a keyed hash of the document number. Null where the form did not say yet.
  person_index bytea
);
create index face_check_by_owner on face_check (owner_id, id);
grant select, insert, update on face_check to coralhub_app;

-- How the sandbox's own reviewer behaves; one row, absent until somebody changes it.
create table sandbox_reviewer (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null,
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_reviewer to coralhub_app;
