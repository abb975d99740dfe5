import { sql, type RawBuilder } from "kysely";
import { bytesAsText } from "./bulk-row.ts";
import type { Db, Tx } from "./db.ts";

export type Columns = Readonly<Record<string, unknown>>;
/** Which rows may move: those of the table whose state is still one of these. */
export type Place = { table: string; column: string; from: readonly string[] };

const equal = (columns: Columns): RawBuilder<unknown> =>
  sql.join(
    Object.entries(columns).map(([column, value]) => sql`${sql.ref(`t.${column}`)} = ${value}`),
    sql` and `,
  );

/** Compare-and-set of one row; false where it is not there, or not where it was. */
export async function moveRow(
  tx: Tx,
  { table, column, from }: Place,
  key: Columns,
  sets: Columns,
  expects: Columns = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${setting(Object.keys(sets))}
    from jsonb_populate_record(null::${sql.table(table)}, ${asJson(sets)}::jsonb) g
    where ${equal({ ...key, ...expects })} and ${sql.ref(`t.${column}`)} = any(${from}::text[])`.execute(tx);
  return numAffectedRows === 1n;
}

/** New rows of one table, those that name the same columns with one statement; a column nobody names keeps its default. */
export async function insertRows(tx: Tx, table: string, rows: readonly Columns[]): Promise<void> {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join(" "));
  for (const same of alike.values()) {
    const names = sql.join(Object.keys(same[0]!).map((name) => sql.ref(name)));
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${asJson(same)}::jsonb)`.execute(tx);
  }
}

export async function exists(db: Db, { table }: Place, key: Columns): Promise<boolean> {
  const { rows } = await sql`select 1 as there from ${sql.table(table)} t where ${equal(key)}`.execute(db);
  return rows.length > 0;
}

export type RowMove = { key: Columns; sets: Columns; expects: Columns };
/**
 * Compare-and-set of many rows, those that change the same columns with one statement. They are locked in the order of their
 * keys first: two batches that share rows wait for each other instead of meeting head on. A row named twice moves once.
 */
export async function moveRows(tx: Tx, place: Place, moves: readonly RowMove[]): Promise<boolean[]> {
  const moved = moves.map(() => false);
  const alike = Map.groupBy(moves.keys(), (at) => {
    const { key, sets, expects } = moves[at]!;
    return JSON.stringify([key, sets, expects].map((columns) => Object.keys(columns)));
  });
  for (const places of alike.values()) {
    const { key, sets, expects } = moves[places[0]!]!;
    const rows = new Map(places.toReversed().map((at) => [keyText(moves[at]!.key), at]));
    const given = [...rows.values()].map((at) => ({ ...moves[at]!.expects, ...moves[at]!.sets, ...moves[at]!.key }));
    // What must still be so may be what changes: both values of one column cannot travel in one record.
    const both = Object.keys(expects).filter((column) => column in sets);
    if (both.length > 0) throw new Error(`${both.join(", ")} of ${place.table} is expected and changed at once`);
    const found = await updateAlike(tx, place, given, {
      key: Object.keys(key),
      sets: Object.keys(sets),
      expects: Object.keys(expects),
    });
    for (const row of found) moved[rows.get(keyText(row))!] = true;
  }
  return moved;
}

const keyText = (key: Columns): string =>
  JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1))).toLowerCase();

async function updateAlike(
  tx: Tx,
  { table, column, from }: Place,
  given: readonly Columns[],
  { key, sets, expects }: Record<"key" | "sets" | "expects", readonly string[]>,
): Promise<Columns[]> {
  const records = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${asJson(given)}::jsonb) g`;
  const same = sql.join(
    [...key, ...expects].map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`g.${name}`)}`),
    sql` and `,
  );
  const ofKey = sql.join(key.map((name) => sql.ref(`t.${name}`)));
  await sql`select 1 from ${sql.table(table)} t join ${records} on ${same} order by ${ofKey} for no key update of t`.execute(
    tx,
  );
  const { rows } = await sql<Columns>`
    update ${sql.table(table)} t
    set ${setting(sets)}
    from ${records}
    where ${same} and ${sql.ref(`t.${column}`)} = any(${from}::text[])
    returning ${ofKey}`.execute(tx);
  return rows;
}

/** PostgreSQL reads each value by its column's own type, whatever that is: one row and many are written alike. */
const setting = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`));

/** Whole amounts go as text: a number of JSON would round them in other hands. Bytes go as PostgreSQL writes them. */
const asJson = (records: Columns | readonly Columns[]): string =>
  JSON.stringify(records, function (this: Record<string, unknown>, name, value: unknown) {
    // A buffer has turned itself into something else before it is seen here.
    const given = this[name];
    if (given instanceof Uint8Array) return bytesAsText(given);
    return typeof value === "bigint" ? value.toString() : value;
  });

export type TimelineEvent = {
  id: string;
  action: string;
  note: string | null;
  at: Date;
  actorKind: "merchant" | "operator" | "system" | "rail";
  actorId: string | null;
  actorName: string | null;
};
type Subject = { merchantId: string; subject: string; subjectId: string };
export type EventRow = Subject & TimelineEvent;

export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  const all = <K extends keyof EventRow>(name: K) => events.map((event) => event[name]);
  await sql`
    insert into business_event (merchant_id, subject, subject_id, id, at, action, note, actor_kind, actor_id, actor_name)
    select * from unnest(${all("merchantId")}::uuid[], ${all("subject")}::text[], ${all("subjectId")}::uuid[],
      ${all("id")}::uuid[], ${all("at")}::timestamptz[], ${all("action")}::text[], ${all("note")}::text[],
      ${all("actorKind")}::text[], ${all("actorId")}::uuid[], ${all("actorName")}::text[])`.execute(tx);
}

export async function listEvents(db: Db, { merchantId, subject, subjectId }: Subject): Promise<TimelineEvent[]> {
  const { rows } = await sql<TimelineEvent>`
    select id, action, note, at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName"
    from business_event
    where merchant_id = ${merchantId} and subject_id = ${subjectId} and subject = ${subject} order by id`.execute(db);
  return rows;
}
