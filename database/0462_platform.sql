-- Places whose cells a server has walked through and found sealed, all of them (apps/server/src/platform/reseal.ts).
create table sealed_place (
  place text primary key,
  sealed_at timestamptz not null
);
grant select, insert on sealed_place to coralhub_app;
