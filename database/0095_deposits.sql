-- A merchant's account with the deposit partner: how far its opening has come, and until when the consent holds.
create table deposit_account (
  merchant_id uuid primary key references merchant (merchant_id),
  state text not null check (state in ('none', 'filling', 'verifying', 'reviewing', 'asked', 'open', 'declined', 'expired')),
  -- What the merchant would like to keep there; the partner asks.
  currencies text[] not null,
  -- Answers to the partner's financial form: tax numbers are among them.
  sealed_answers bytea not null,
  -- Why it was declined, or what the partner wants to know.
  reason text,
  -- Known before the partner hears of it; another attempt has another one.
  reference text,
  applied_at timestamptz not null,
  changed_at timestamptz not null,
  authorised_until timestamptz,
  reminded_at timestamptz,
  check (reason is null or state in ('declined', 'asked')),
  check (authorised_until is not null or state not in ('open', 'expired')),
  check (reference is not null or state in ('none', 'filling', 'verifying', 'declined'))
);
-- The operators' list looks at all merchants.
create index deposit_account_by_time on deposit_account (applied_at desc);
create index deposit_account_until on deposit_account (authorised_until) where state = 'open';
grant select, insert, update on deposit_account to coralhub_app;

-- Who speaks for the company at the partner's counter. The address is proven by a code.
create table deposit_operator (
  merchant_id uuid not null references deposit_account (merchant_id),
  id uuid not null,
  name text not null,
  duty text not null check (duty in ('maker', 'checker')),
  sealed_email bytea not null,
  email_hint text not null,
  code_hash text,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  verified_at timestamptz,
  primary key (merchant_id, id)
);
grant select, insert, update, delete on deposit_operator to coralhub_app;

-- Whose a partner's word is: it names nothing but our reference.
create table deposit_reference (
  reference text primary key,
  owner_id uuid not null,
  -- Null: about the account itself.
  placement_id uuid
);
grant select, insert on deposit_reference to coralhub_app;

-- A price a merchant was shown: good for one placement, for a few minutes.
create table deposit_session (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  currency text not null,
  principal_minor bigint not null check (principal_minor > 0),
  term_months integer not null,
  rate text not null,
  value_date date not null,
  matures_on date not null,
  instruction text not null,
  renew_minor bigint check (renew_minor > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, id)
);
create index deposit_session_expired on deposit_session (expires_at);
grant select, insert, update, delete on deposit_session to coralhub_app;

-- A fixed deposit. What it moved is in the ledger under `deposit:<id>:…`.
create table deposit_placement (
  merchant_id uuid not null references merchant (merchant_id),
  id uuid not null,
  state text not null check (state in ('pending', 'held', 'matured', 'renewed', 'broken', 'refused')),
  currency text not null,
  principal_minor bigint not null check (principal_minor > 0),
  term_months integer not null check (term_months in (1, 3, 6, 9, 12)),
  rate text not null,
  value_date date not null,
  matures_on date not null check (matures_on > value_date),
  interest_minor bigint not null check (interest_minor >= 0),
  accrued_minor bigint not null default 0 check (accrued_minor >= 0),
  -- Interest is in the books up to the morning of this day.
  accrued_through date not null,
  instruction text not null check (instruction in ('payOut', 'renewPrincipal', 'renewAll', 'renewPart')),
  renew_minor bigint check (renew_minor > 0),
  rail text not null,
  rail_reference text not null,
  reason text,
  renewed_from uuid,
  renewed_to uuid,
  paid_interest_minor bigint check (paid_interest_minor >= 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  -- The partner was asked last.
  asked_at timestamptz,
  -- The partner has paid back what ended; its own books and ours agree from then on.
  settled_at timestamptz,
  hold_posting_id uuid,
  primary key (merchant_id, id),
  check ((instruction = 'renewPart') = (renew_minor is not null)),
  check ((ended_at is not null) = (state not in ('pending', 'held'))),
  check ((paid_interest_minor is not null) = (state in ('matured', 'renewed', 'broken'))),
  check ((renewed_to is not null) = (state = 'renewed')),
  check (accrued_minor <= interest_minor),
  check (settled_at is null or ended_at is not null),
  check (state <> 'pending' or hold_posting_id is not null)
);
create index deposit_placement_by_time on deposit_placement (merchant_id, created_at desc, id desc);
create index deposit_placement_held on deposit_placement (merchant_id, matures_on) where state in ('pending', 'held');
-- The jobs and the desk look at all merchants, mostly at what is open.
create index deposit_placement_accruing on deposit_placement (accrued_through) where state = 'held';
create index deposit_placement_maturing on deposit_placement (matures_on) where state = 'held';
create index deposit_placement_waiting on deposit_placement (created_at) where state = 'pending';
create index deposit_placement_all_by_time on deposit_placement (created_at desc, id desc);
grant select, insert, update on deposit_placement to coralhub_app;

-- What each day added; the days add up to what is paid.
create table deposit_accrual (
  merchant_id uuid not null,
  placement_id uuid not null,
  day date not null,
  amount_minor bigint not null,
  total_minor bigint not null,
  primary key (merchant_id, placement_id, day),
  foreign key (merchant_id, placement_id) references deposit_placement (merchant_id, id)
);
grant select, insert on deposit_accrual to coralhub_app;

-- Changes of the partner's rates: from a day on, proposed by one person of finance and agreed to by another.
create table deposit_rate (
  id uuid primary key,
  currency text not null,
  term_months integer not null check (term_months in (1, 3, 6, 9, 12)),
  rate text not null,
  effective_from date not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  rejected_at timestamptz,
  check (approved_by is null or approved_by <> proposed_by),
  check ((approved_by is null) = (approved_at is null)),
  check (approved_at is null or rejected_at is null)
);
create unique index deposit_rate_once on deposit_rate (currency, term_months, effective_from) where approved_at is not null;
grant select, insert, update on deposit_rate to coralhub_app;

-- The sandbox's deposit partner.
create table sandbox_deposit_request (
  reference text primary key,
  kind text not null check (kind in ('opening', 'placement')),
  about text not null,
  currency text,
  amount_minor bigint,
  state text not null check (state in ('taken', 'accepted', 'refused', 'asked', 'paidBack')),
  reason text,
  sent integer not null default 1,
  at timestamptz not null
);
create index sandbox_deposit_request_by_time on sandbox_deposit_request (at desc);
grant select, insert, update on sandbox_deposit_request to coralhub_app;

create table sandbox_deposit_plan (
  id uuid primary key,
  reference text not null references sandbox_deposit_request (reference),
  decision text not null check (decision in ('accept', 'refuse', 'ask')),
  times integer not null check (times between 0 and 20),
  due_at timestamptz not null,
  done_at timestamptz
);
create index sandbox_deposit_plan_due on sandbox_deposit_plan (due_at, id) where done_at is null;
grant select, insert, update on sandbox_deposit_plan to coralhub_app;

create table sandbox_deposit_settings (
  only_row boolean primary key default true check (only_row),
  openings text not null,
  placements text not null,
  delay_seconds integer not null check (delay_seconds between 0 and 86400),
  changed_at timestamptz not null
);
grant select, insert, update on sandbox_deposit_settings to coralhub_app;
