import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "./db.ts";

/** Statements that say who may do what, in the order of the files. */
const GRANT = /^(?:grant|revoke)\s[^;]+;/gim;
/** Something a later migration has taken away again. */
const GONE = new Set(["42P01", "42703", "42883"]);

/**
 * Says again what every migration said about rights: a dump restored without them, or a hand that took one away, is
 * mended by the next start. Inside the caller's transaction.
 */
export async function grantAgain(client: Pick<pg.Client, "query">, files: readonly { text: string }[]): Promise<void> {
  const statements = files.flatMap(({ text }) => text.match(GRANT) ?? []);
  await client.query("savepoint grants");
  try {
    await client.query(statements.join("\n"));
  } catch (error) {
    if (!GONE.has((error as { code?: string }).code ?? "")) throw error;
    await client.query("rollback to savepoint grants");
    for (const statement of statements) await grantOne(client, statement);
  }
}

async function grantOne(client: Pick<pg.Client, "query">, statement: string): Promise<void> {
  await client.query("savepoint one_grant");
  try {
    await client.query(statement);
  } catch (error) {
    if (!GONE.has((error as { code?: string }).code ?? "")) throw error;
    await client.query("rollback to savepoint one_grant");
  }
}

/** Tables of which the application's role lacks what the migrations give it; asked as that role. */
export async function missingRights(db: Db, files: readonly { text: string }[]): Promise<string[]> {
  const wanted = files.flatMap(({ text }) =>
    [...text.matchAll(/^grant ((?:select|insert|update|delete|, )+) on ([\w, \n]+?) to/gim)].flatMap(
      ([, rights, tables]) =>
        tables!
          .split(",")
          .flatMap((table) => rights!.split(",").map((right) => ({ table: table.trim(), right: right.trim() }))),
    ),
  );
  const { rows } = await sql<{ table: string; right: string }>`
    select w.name as table, w.allowed as right
    from unnest(${wanted.map(({ table }) => table)}::text[], ${wanted.map(({ right }) => right)}::text[]) as w (name, allowed)
    where to_regclass(w.name) is not null and not has_table_privilege(to_regclass(w.name), w.allowed)`.execute(db);
  return rows.map(({ table, right }) => `${table}: ${right}`);
}
