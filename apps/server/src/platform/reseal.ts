import pg from "pg";
import type { FileStorage } from "./file-storage.ts";
import type { Secrets } from "./secrets.ts";

const ROWS_AT_ONCE = 200;
/** One place of the database where sealed values may lie: every column of bytes, found by asking the schema. */
type Place = { table: string; column: string; key: string[] };
/** `moved`: under the newest key from now on; `skipped`: changed by somebody else meanwhile, so sealed anew already. */
export type Resealed = { place: string; moved: number; skipped: number };

/**
 * Seals everything under the newest key while servers run: each value is compared when it is written, so that whatever
 * a server wrote meanwhile stays. As the owner of the tables; can be stopped and begun again at any time.
 */
export async function resealDatabase(url: string, holders: readonly Secrets[]): Promise<Resealed[]> {
  const [reading, writing] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([reading.connect(), writing.connect()]);
  try {
    const done: Resealed[] = [];
    for (const place of await sealedPlaces(reading)) done.push(await resealPlace(reading, writing, place, holders));
    return done.filter(({ moved, skipped }) => moved + skipped > 0);
  } finally {
    await Promise.all([reading.end(), writing.end()]);
  }
}

async function sealedPlaces(client: pg.Client): Promise<Place[]> {
  const { rows } = await client.query<Place>(`
    select c.relname as "table", a.attname as "column",
           (select array_agg(k.attname::text order by k.attnum) from pg_attribute k
             where k.attrelid = c.oid and k.attnum = any (i.indkey)) as key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and not a.attisdropped
      join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind in ('r', 'p') and not c.relispartition
     order by 1, 2`);
  return rows;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Read through a cursor of one transaction, written by another: rows that change meanwhile are not met twice. */
async function resealPlace(
  reading: pg.Client,
  writing: pg.Client,
  { table, column, key }: Place,
  holders: readonly Secrets[],
): Promise<Resealed> {
  const [from, cell] = [quoted(table), quoted(column)];
  const keys = key.map((name) => `${quoted(name)}::text`).join(", ");
  const same = key.map((name, at) => `${quoted(name)}::text = $${at + 3}`).join(" and ");
  const result = { place: `${table}.${column}`, moved: 0, skipped: 0 };
  await reading.query("begin read only");
  await reading.query(
    `declare sealed_values no scroll cursor for select array[${keys}] as key, ${cell} as sealed from ${from} where length(${cell}) > 60`,
  );
  for (;;) {
    const { rows } = await reading.query<{ key: string[]; sealed: Buffer }>(`fetch ${ROWS_AT_ONCE} from sealed_values`);
    for (const row of rows) {
      const fresh = firstOf(holders, row.sealed);
      if (!fresh) continue;
      const { rowCount } = await writing.query(`update ${from} set ${cell} = $1 where ${cell} = $2 and ${same}`, [
        fresh,
        row.sealed,
        ...row.key,
      ]);
      if (rowCount) result.moved++;
      else result.skipped++;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await reading.query("commit");
  return result;
}

function firstOf(holders: readonly Secrets[], sealed: Uint8Array): Uint8Array | undefined {
  for (const holder of holders) {
    const fresh = holder.reseal(sealed);
    if (fresh) return fresh;
  }
  return undefined;
}

/** The same for what lies beside the database. A file is never changed once written, so nobody is in the way. */
export async function resealFiles(url: string, storage: FileStorage, secrets: Secrets): Promise<Resealed> {
  const client = new pg.Client(url);
  await client.connect();
  const result = { place: "files", moved: 0, skipped: 0 };
  try {
    await client.query("begin read only");
    await client.query("declare recorded no scroll cursor for select id::text as id from file order by id");
    for (;;) {
      const { rows } = await client.query<{ id: string }>(`fetch ${ROWS_AT_ONCE} from recorded`);
      for (const { id } of rows) {
        const sealed = await storage.read(id);
        const fresh = sealed && secrets.reseal(sealed);
        if (!fresh) continue;
        await storage.write(id, fresh);
        result.moved++;
      }
      if (rows.length < ROWS_AT_ONCE) return result;
    }
  } finally {
    await client.end();
  }
}
