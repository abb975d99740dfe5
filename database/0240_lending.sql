-- A loan from its application to its last repayment. What it moved is in the ledger under `loan:<id>:…`.
create table loan (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('reviewing', 'asked', 'deciding', 'approved', 'drawing', 'active', 'overdue', 'closed',
    'declined', 'cancelled')),
  product text not null check (product in ('order', 'easy', 'icbc')),
  asked_minor bigint not null check (asked_minor > 0),
  -- What the lender offers: never more than was asked for.
  granted_minor bigint check (granted_minor > 0 and granted_minor <= asked_minor),
  rate text not null,
  term_months integer not null check (term_months in (1, 3, 6, 12)),
  way text not null check (way in ('equal', 'interestOnly', 'bullet')),
  purpose text not null,
  -- Per cent of each income in the loan's currency that goes into repayment.
  income_share integer not null check (income_share between 0 and 100),
  -- The pre-score as it was shown, with its reasons.
  score jsonb not null,
  rail text not null,
  reference text not null,
  -- Each signature pays out under a reference of its own.
  attempt integer not null default 0,
  reason text,
  outstanding_minor bigint not null default 0 check (outstanding_minor >= 0),
  due_minor bigint not null default 0 check (due_minor >= 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  approved_at timestamptz,
  signed_at timestamptz,
  drawn_at timestamptz,
  drawn_on date,
  ended_at timestamptz,
  -- The lender was asked last; the plan was brought to this day; income was looked at up to then.
  asked_at timestamptz,
  checked_on date,
  swept_until timestamptz,
  primary key (merchant_id, id),
  check (granted_minor is not null or state not in ('approved', 'drawing', 'active', 'overdue', 'closed')),
  check (drawn_on is not null or state not in ('active', 'overdue', 'closed')),
  check (outstanding_minor = 0 or state in ('active', 'overdue')),
  check ((ended_at is not null) = (state in ('closed', 'declined', 'cancelled')))
);
create index loan_by_time on loan (merchant_id, created_at desc, id desc);
-- The desk and the jobs look at all merchants, mostly at what is open.
create index loan_all_by_time on loan (created_at desc, id desc);
create index loan_owing on loan (checked_on) where state in ('active', 'overdue');
create index loan_waiting on loan (created_at) where state in ('reviewing', 'deciding', 'drawing', 'approved');
grant select, insert, update on loan to coralhub_app;

-- Whose a lender's word is: it names nothing but our reference.
create table loan_reference (
  reference text primary key,
  owner_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('application', 'payOut'))
);
grant select, insert on loan_reference to coralhub_app;

-- The plan. An early repayment plans anew what has not fallen due.
create table loan_instalment (
  merchant_id uuid not null,
  loan_id uuid not null,
  no integer not null check (no > 0),
  months integer not null check (months > 0),
  period_from date not null,
  starts_on date not null,
  due_on date not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  billed boolean not null,
  paid_principal_minor bigint not null check (paid_principal_minor between 0 and principal_minor),
  paid_interest_minor bigint not null check (paid_interest_minor between 0 and interest_minor),
  penalty_minor bigint not null,
  paid_penalty_minor bigint not null check (paid_penalty_minor between 0 and penalty_minor),
  penalty_through date not null,
  primary key (merchant_id, loan_id, no),
  foreign key (merchant_id, loan_id) references loan (merchant_id, id),
  check (starts_on between period_from and due_on and period_from < due_on),
  check (billed or (paid_principal_minor = 0 and paid_interest_minor = 0 and penalty_minor = 0))
);
grant select, insert, delete on loan_instalment to coralhub_app;

create table loan_repayment (
  merchant_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  source text not null check (source in ('hand', 'due', 'income')),
  -- The income a share was taken of: once each.
  source_id uuid,
  source_code text not null,
  reference text not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  penalty_minor bigint not null check (penalty_minor >= 0),
  posting_id uuid not null,
  at timestamptz not null,
  -- The lender has it.
  remitted_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, loan_id) references loan (merchant_id, id),
  check (principal_minor + interest_minor + penalty_minor > 0)
);
create index loan_repayment_of_loan on loan_repayment (merchant_id, loan_id, at);
create unique index loan_repayment_once on loan_repayment (merchant_id, loan_id, source_id) where source_id is not null;
grant select, insert, update on loan_repayment to coralhub_app;

create table loan_paper (
  merchant_id uuid not null,
  loan_id uuid not null,
  file_id uuid not null,
  paper text not null,
  file_name text not null,
  added_at timestamptz not null,
  primary key (merchant_id, loan_id, file_id),
  foreign key (merchant_id, loan_id) references loan (merchant_id, id)
);
grant select, insert on loan_paper to coralhub_app;

-- What ICBC has been told of a merchant, and the merchant's own wish.
create table icbc_customer (
  merchant_id uuid primary key references merchant (merchant_id),
  joined_at timestamptz,
  user_sent_at timestamptz,
  orders_sent_at timestamptz,
  orders_count integer not null default 0,
  card_no text,
  card_opened_at timestamptz,
  check ((card_no is null) = (card_opened_at is null))
);
grant select, insert, update on icbc_customer to coralhub_app;

-- The sandbox's lender.
create table sandbox_lender_request (
  reference text primary key,
  kind text not null check (kind in ('application', 'payOut', 'repayment')),
  about text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  granted_minor bigint,
  state text not null check (state in ('taken', 'accepted', 'refused', 'asked')),
  reason text,
  sent integer not null default 1,
  at timestamptz not null,
  -- What it will decide by itself, when, and how often it tells.
  plan text,
  times integer not null default 0,
  due_at timestamptz
);
create index sandbox_lender_request_by_time on sandbox_lender_request (at desc);
create index sandbox_lender_request_due on sandbox_lender_request (due_at) where due_at is not null;
grant select, insert, update on sandbox_lender_request to coralhub_app;

create table sandbox_lender_settings (
  only_row boolean primary key default true check (only_row),
  applications text not null,
  pay_outs text not null,
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_lender_settings to coralhub_app;
