-- How each simulated rail behaves right now; a rail without a row behaves normally.
create table sandbox_rail_mode (
  rail text primary key,
  mode text not null check (mode in ('normal', 'slow', 'down')),
  changed_at timestamptz not null,
  changed_by uuid not null references operator (id)
);
grant select, insert, update on sandbox_rail_mode to coralhub_app;
