-- Friends on the way are looked at in turn, those whose last look is longest ago first: nobody is left out behind many others.
alter table invitation_progress add column looked_at timestamptz;
drop index invitation_progress_moving;
create index invitation_progress_moving on invitation_progress (looked_at nulls first, joined_at, friend_id)
  where state in ('joined', 'certified');
create index invitation_progress_by_joining on invitation_progress (joined_at);
