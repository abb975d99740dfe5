import { sql } from "kysely";
import pg from "pg";
import { anchorOfDay, NEWEST_ANCHOR } from "./audit-anchor.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { FileStorage } from "./file-storage.ts";
import type { Log } from "./log.ts";
import { SEALED_CELLS, sealCell, type SealedCell } from "./sealed-cells.ts";
import type { Secrets } from "./secrets.ts";

const ROWS_AT_ONCE = 200;
/** One place of the database where sealed values may lie: every column of bytes, found by asking the schema. */
type Place = { schema: string; table: string; column: string; key: string[] };
/**
 * `moved`: under the newest key from now on; `skipped`: changed by somebody else meanwhile, so sealed anew already; `left`:
 * sealed by a version that bound its key to the row, so that the earlier key is still needed.
 */
export type Resealed = { place: string; moved: number; skipped: number; left: number };

/** What may be dropped now, said only where it is true. The last earlier key stays whatever was moved. */
export function adviceAfter(done: readonly Resealed[], earlierKeys: number): { text: string; mayDrop: boolean } {
  const sum = (of: "moved" | "skipped" | "left") => done.reduce((total, one) => total + one[of], 0);
  const stays = "SECRET_KEYS_EARLIER 的最后一个（最早的）密钥用于查找，必须一直保留";
  if (sum("left") > 0)
    return { text: `还有 ${sum("left")} 项只有旧密钥能打开，任何旧密钥都不能移除；${stays}`, mayDrop: false };
  if (sum("moved") + sum("skipped") > 0)
    return {
      text: `请在所有服务器都用上新密钥后再运行一次，直到没有可换的项，在此之前不要移除旧密钥；${stays}`,
      mayDrop: false,
    };
  if (earlierKeys > 1) return { text: `除最后一个外，SECRET_KEYS_EARLIER 中的密钥可以移除；${stays}`, mayDrop: true };
  return { text: earlierKeys === 1 ? stays : "没有旧密钥", mayDrop: false };
}

/**
 * Seals everything under the newest key while servers run: each value is compared when it is written, so that whatever
 * a server wrote meanwhile stays. As the owner of the tables; can be stopped and begun again at any time.
 */
export async function resealDatabase(url: string, holders: readonly Secrets[]): Promise<Resealed[]> {
  const [reading, writing] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([reading.connect(), writing.connect()]);
  try {
    const done: Resealed[] = [];
    const under = (sealed: Buffer) => firstOf(holders, sealed);
    for (const place of await sealedPlaces(reading)) {
      let left = 0;
      const fresh = (sealed: Buffer) => {
        if (holders.some((holder) => holder.needsEarlier(sealed))) left++;
        return under(sealed);
      };
      const which = `length(${quoted(place.column)}) > 60`;
      done.push({ ...(await rewrite(reading, writing, { ...place, which }, fresh)), left });
    }
    return done.filter(({ moved, skipped, left }) => moved + skipped + left > 0);
  } finally {
    await Promise.all([reading.end(), writing.end()]);
  }
}

/** Seals what an earlier version left in the clear in a column that holds sealed values now. Can be repeated at any time. */
export async function sealClearCells(
  url: string,
  secrets: Secrets,
  cells: readonly SealedCell[] = Object.keys(SEALED_CELLS) as SealedCell[],
): Promise<Resealed[]> {
  const [reading, writing] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([reading.connect(), writing.connect()]);
  try {
    const done: Resealed[] = [];
    for (const cell of cells) {
      const key = SEALED_CELLS[cell];
      const [table, column] = cell.split(".") as [string, string];
      const name = quoted(column);
      // The first byte of a sealed value is its version; a text begins with none of them.
      const which = `${name} is not null and (length(${name}) = 0 or get_byte(${name}, 0) > 2)`;
      const seal = (clear: Buffer, row: string[]) =>
        secrets.isSealed(clear) ? undefined : sealCell(secrets, cell, row, clear.toString("utf8"));
      done.push(await rewrite(reading, writing, { schema: "public", table, column, key: [...key], which }, seal));
    }
    return done.filter(({ moved, skipped }) => moved + skipped > 0);
  } finally {
    await Promise.all([reading.end(), writing.end()]);
  }
}

type Sealing = { url: string; db: Db; clock: Clock; secrets: Secrets; log: Pick<Log, "warn"> };
/**
 * The same by a server, with no more rights than its own: what the migration that brought the seal did not come to. Each
 * place is walked until nothing was left there, and never again: whatever is written since is sealed.
 */
export async function completeSealing({ url, db, clock, secrets, log }: Sealing): Promise<void> {
  const { rows } = await sql<{ place: string }>`select place from sealed_place`.execute(db);
  const done = new Set(rows.map(({ place }) => place));
  const left = (Object.keys(SEALED_CELLS) as SealedCell[]).filter((cell) => !done.has(cell));
  if (left.length === 0) return;
  const sealed = await sealClearCells(url, secrets, left);
  for (const { place, moved, skipped } of sealed)
    log.warn({ place, moved, skipped }, "cells left in the clear are sealed");
  const unsure = new Set(sealed.map(({ place }) => place));
  for (const place of left.filter((cell) => !unsure.has(cell)))
    await sql`insert into sealed_place (place, sealed_at) values (${place}, ${clock.now()}) on conflict do nothing`.execute(
      db,
    );
}

/** In every schema of ours: card numbers lie in one of their own. */
export async function sealedPlaces(client: Pick<pg.Client, "query">): Promise<Place[]> {
  const { rows } = await client.query<Place>(`
    select n.nspname as schema, c.relname as "table", a.attname as "column",
           (select array_agg(k.attname::text order by k.attnum) from pg_attribute k
             where k.attrelid = c.oid and k.attnum = any (i.indkey)) as key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'card_vault')
      join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and not a.attisdropped
      join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind in ('r', 'p') and not c.relispartition
     order by 1, 2, 3`);
  return rows;
}

export const placeName = ({ schema, table, column }: Omit<Place, "key">): string =>
  `${schema === "public" ? "" : `${schema}.`}${table}.${column}`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Read through a cursor of one transaction, written by another: rows that change meanwhile are not met twice. */
async function rewrite(
  reading: pg.Client,
  writing: pg.Client,
  { schema, table, column, key, which }: Place & { which: string },
  freshOf: (bytes: Buffer, key: string[]) => Uint8Array | undefined,
): Promise<Resealed> {
  const [from, cell] = [`${quoted(schema)}.${quoted(table)}`, quoted(column)];
  const keys = key.map((name) => `${quoted(name)}::text`).join(", ");
  const same = key.map((name, at) => `${quoted(name)} = $${at + 3}`).join(" and ");
  const result = { place: placeName({ schema, table, column }), moved: 0, skipped: 0, left: 0 };
  await reading.query("begin read only");
  await reading.query(
    `declare sealed_values no scroll cursor for select array[${keys}] as key, ${cell} as sealed from ${from} where ${which}`,
  );
  for (;;) {
    const { rows } = await reading.query<{ key: string[]; sealed: Buffer }>(`fetch ${ROWS_AT_ONCE} from sealed_values`);
    for (const row of rows) {
      const fresh = freshOf(row.sealed, row.key);
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
  const result = { place: "files", moved: 0, skipped: 0, left: 0 };
  try {
    await client.query("begin read only");
    await client.query("declare recorded no scroll cursor for select id::text as id from file order by id");
    for (;;) {
      const { rows } = await client.query<{ id: string }>(`fetch ${ROWS_AT_ONCE} from recorded`);
      for (const { id } of rows) {
        const sealed = await storage.read(id);
        const fresh = sealed && secrets.reseal(sealed);
        if (sealed && secrets.needsEarlier(sealed)) result.left++;
        if (!fresh) continue;
        await storage.write(id, fresh);
        result.moved++;
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    for (const key of await anchorsSince(client)) if (await resealAnchor(storage, secrets, key)) result.moved++;
    return result;
  } finally {
    await client.end();
  }
}

/** The audit log's: the newest, and one for every day since its first entry. */
async function anchorsSince(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(`
    select day::date::text as day from generate_series(
      (select min(at) at time zone 'UTC' from audit_entry)::date,
      (greatest(now(), (select max(at) from audit_entry)) at time zone 'UTC')::date + 1, interval '1 day') as day`);
  return [NEWEST_ANCHOR, ...rows.map(({ day }) => anchorOfDay(new Date(day)))];
}

/** A server may write the same one meanwhile: looked at once more right before, its word stays. */
async function resealAnchor(storage: FileStorage, secrets: Secrets, key: string): Promise<boolean> {
  const sealed = await storage.read(key);
  const fresh = sealed && secrets.reseal(sealed);
  if (!fresh) return false;
  const now = await storage.read(key);
  if (!now || !Buffer.from(sealed).equals(now)) return false;
  await storage.write(key, fresh);
  return true;
}
