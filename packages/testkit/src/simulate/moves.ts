import * as domain from "@coralhub/domain";
import type { Lifecycle } from "@coralhub/domain";
import type { TestDatabase } from "../database.ts";

/** A move between two states of a lifecycle; from nothing where something begins. */
export type Move = { lifecycle: string; from: string | null; to: string };
type Stored = Lifecycle & { stored: NonNullable<Lifecycle["stored"]> };

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" &&
  value !== null &&
  "states" in value &&
  "groups" in value &&
  "stored" in value &&
  !!value.stored;

const columnOf = ({ stored }: Stored): string => stored.column ?? "state";

/** Every lifecycle that is kept somewhere, by its table; by table and column where that is not the table's `state`. */
export const STORED_LIFECYCLES: ReadonlyMap<string, Stored> = new Map(
  Object.values<unknown>(domain)
    .filter(isStored)
    .map((lifecycle) => [nameOf(lifecycle), lifecycle] as const)
    .toSorted(([one], [other]) => one.localeCompare(other)),
);
function nameOf(lifecycle: Stored): string {
  const column = columnOf(lifecycle);
  return column === "state" ? lifecycle.stored.table : `${lifecycle.stored.table}.${column}`;
}

export const nameMove = ({ lifecycle, from, to }: Move): string => `${lifecycle}: ${from ?? "-"} → ${to}`;

/** Every move the tables allow. */
export const possibleMoves = (): Move[] => [
  ...new Map(
    [...STORED_LIFECYCLES].flatMap(([table, { actions }]) =>
      Object.values(actions).flatMap(({ from, to }) =>
        from.map((one) => [`${table} ${one} ${to}`, { lifecycle: table, from: one, to }] as const),
      ),
    ),
  ).values(),
];

/** Moves that lead back to where they begin show in another column: the time of the move, or what it changes. */
const SHOWN_BY: Readonly<Record<string, string>> = { store: "version", "store.authorisation": "authorised_until" };
const shownBy = (name: string, { stored }: Stored): string => SHOWN_BY[name] ?? stored.changedAt ?? "";
const ledBack = ({ actions }: Stored): string[] =>
  Object.values(actions).flatMap(({ from, to }) => (from.includes(to) ? [to] : []));

/** The database notes every move by itself, whoever makes it: what the engine does and what somebody does past it. */
export async function watchMoves(database: TestDatabase): Promise<void> {
  await database.query("create schema simulation");
  await database.query(`create table simulation.move (
    number bigserial primary key, lifecycle text not null, merchant_id text, id text, from_state text, to_state text not null)`);
  // A year has hundreds of thousands of them, and laws ask after every tick.
  await database.query("create index on simulation.move (lifecycle, merchant_id, number)");
  await database.query("create index on simulation.move (merchant_id, number)");
  await database.query(`
    create function simulation.note_move() returns trigger language plpgsql security definer as $$
    declare
      now_is jsonb := to_jsonb(new);
      was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
    begin
      if tg_op = 'INSERT' or was ->> tg_argv[0] is distinct from now_is ->> tg_argv[0]
          or (now_is ->> tg_argv[0] = any (string_to_array(tg_argv[2], ',')) and was ->> tg_argv[3] is distinct from now_is ->> tg_argv[3]) then
        insert into simulation.move (lifecycle, merchant_id, id, from_state, to_state)
        values (tg_argv[1], now_is ->> 'merchant_id', now_is ->> 'id', was ->> tg_argv[0], now_is ->> tg_argv[0]);
      end if;
      return null;
    end $$`);
  for (const [name, lifecycle] of STORED_LIFECYCLES)
    await database.query(`
      create trigger simulation_notes_${columnOf(lifecycle)} after insert or update on ${lifecycle.stored.table}
      for each row execute function simulation.note_move('${columnOf(lifecycle)}', '${name}', '${ledBack(lifecycle).join()}', '${shownBy(name, lifecycle)}')`);
}

export async function readMoves(database: TestDatabase): Promise<(Move & { count: number })[]> {
  return database.query<Move & { count: number }>(`
    select lifecycle, from_state as from, to_state as to, count(*)::int as count
      from simulation.move group by 1, 2, 3 order by 1, 2 nulls first, 3`);
}

/** How far a database's moves were looked at: a year has hundreds of thousands, and this is asked after every tick. */
const lookedAt = new WeakMap<TestDatabase, string>();

/** Moves since the last look that no lifecycle knows: somebody wrote a state past the engine. */
export async function unknownMoves(database: TestDatabase): Promise<string[]> {
  const known = new Set(possibleMoves().map(nameMove));
  const moves = await database.query<Move & { latest: string }>(
    `select lifecycle, from_state as from, to_state as to, max(number)::text as latest
       from simulation.move where number > $1 group by 1, 2, 3 order by 1, 2 nulls first, 3`,
    [lookedAt.get(database) ?? "0"],
  );
  const latest = moves.reduce((most, move) => (BigInt(move.latest) > most ? BigInt(move.latest) : most), 0n);
  if (latest > 0n) lookedAt.set(database, String(latest));
  return moves.filter((move) => move.from !== null && !known.has(nameMove(move))).map(nameMove);
}
