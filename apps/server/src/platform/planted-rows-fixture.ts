import type { TestDatabase } from "@coralhub/testkit";

export type Values = Record<string, unknown>;
type Column = { name: string; type: string; needed: boolean };
export const LONG_AGO = new Date("2020-01-01T00:00:00Z");

const columnsOf = (server: TestDatabase, table: string) =>
  server.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
            a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as needed
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );

/** Rows without a life around them: what they are checked against elsewhere is not what is asked here. */
export async function loosen(server: TestDatabase, table: string, kept?: string): Promise<void> {
  const held = await server.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')",
    [table],
  );
  for (const { name } of held.filter((constraint) => constraint.name !== kept))
    await server.query(`alter table ${table} drop constraint "${name}"`);
}

let made = 0;
function filled({ type }: Column): unknown {
  made++;
  if (type === "uuid") return crypto.randomUUID();
  if (type === "bytea") return Buffer.from(`b${made}`);
  if (type === "jsonb") return "{}";
  if (type === "boolean") return false;
  if (type.endsWith("[]")) return [];
  if (type === "date" || type.startsWith("timestamp")) return LONG_AGO;
  return type === "text" ? `t${made}` : made;
}

/** A row that has what it must have, and what is given. */
export async function plant(server: TestDatabase, table: string, given: Values): Promise<void> {
  const columns = (await columnsOf(server, table)).filter(({ name, needed }) => needed || name in given);
  const values = columns.map((column) => (column.name in given ? given[column.name] : filled(column)));
  await server.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${values.map((_, at) => `$${at + 1}`).join(", ")})`,
    values,
  );
}
