-- Where a merchant's real-name certification stands. The open-API user id exists once it has passed.
create table certification (
  merchant_id uuid primary key references merchant (merchant_id),
  state text not null check (state in ('none', 'rejected', 'reviewing', 'certified', 'supplement', 'expired', 'frozen', 'changing')),
  kind text check (kind in ('person', 'mainland', 'hongkong')),
  subject_name text,
  open_user_id text,
  changed_at timestamptz not null,
  check (state not in ('certified', 'changing') or open_user_id is not null)
);
grant select, insert, update on certification to coralhub_app;
