-- How far each friend is on the way to a reward. Who invited whom is the register's; this is what came of it.
create table invitation_progress (
  merchant_id uuid not null references merchant (merchant_id),
  friend_id uuid not null,
  state text not null check (state in ('joined', 'certified', 'reviewing', 'rewarded', 'declined')),
  doubts text[] not null default '{}',
  -- In cents of a dollar.
  reward_minor bigint check (reward_minor > 0),
  reason text,
  decided_by uuid references operator (id),
  joined_at timestamptz not null,
  rewarded_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, friend_id),
  check ((state = 'rewarded') = (reward_minor is not null))
);
create index invitation_progress_moving on invitation_progress (changed_at) where state in ('joined', 'certified');
create index invitation_progress_doubted on invitation_progress (changed_at) where state = 'reviewing';
grant select, insert, update on invitation_progress to coralhub_app;
