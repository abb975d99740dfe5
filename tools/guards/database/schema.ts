import type { TestDatabase } from "@coralhub/testkit";

type Query = TestDatabase["query"];

/** Tables a test may find without the product having made them a merchant's or the application's. */
const BOOKKEEPING = ["schema_migration", "schema_function"];

/**
 * Tables with a `merchant_id` that need not be spread over machines, each with its reason.
 * Anything else must have the merchant in every key.
 */
export const NOT_SPREAD: Readonly<Record<string, string>> = {};

const ORDINARY = `c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;
const MERCHANT_TABLES = `
  select c.oid, c.relname as name, a.attnum as merchant
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
  where ${ORDINARY}`;

/** The schema must also load with its merchant tables spread by merchant: PostgreSQL itself judges the keys. */
export async function spreadProblems(query: Query): Promise<string[]> {
  const tables = await query<{ name: string; first: string | null }>(`
    select t.name, (select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                    where i.indrelid = t.oid and i.indisprimary) as first
    from (${MERCHANT_TABLES}) t order by t.name`);
  if (tables.length === 0) return ["no merchant tables found, so nothing was checked"];
  const problems: string[] = [];
  await query("create schema spread_proof");
  for (const { name, first } of tables) {
    if (NOT_SPREAD[name]) continue;
    if (first !== "merchant_id") problems.push(`${name}: the primary key must begin with merchant_id`);
    const refusal = await query(
      `create table spread_proof."${name}" (like public."${name}" including all) partition by hash (merchant_id)`,
    ).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (refusal) problems.push(`${name}: ${refusal}`);
  }
  await query("drop schema spread_proof cascade");
  return [...problems, ...(await foreignKeyProblems(query))];
}

/** A reference between merchants' tables carries the merchant; one from anywhere else into them cannot be kept. */
async function foreignKeyProblems(query: Query): Promise<string[]> {
  const keys = await query<{ name: string; source: string; carries: boolean; target: string }>(`
    with merchant_table as (${MERCHANT_TABLES})
    select k.conname as name, k.conrelid::regclass::text as source, k.confrelid::regclass::text as target,
      exists (select from unnest(k.conkey, k.confkey) as pair (ours, theirs)
              where pair.ours = s.merchant and pair.theirs = t.merchant) as carries
    from pg_constraint k
    join merchant_table t on t.oid = k.confrelid
    left join merchant_table s on s.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0`);
  return keys
    .filter(({ carries, source }) => !carries && !NOT_SPREAD[source])
    .map(
      ({ name, source, target }) =>
        `${source}: foreign key ${name} to ${target} must contain merchant_id on both sides`,
    );
}

/** Every table says what the application may do with it, and nobody else may do anything. */
export async function grantProblems(query: Query, role: string): Promise<string[]> {
  const tables = await query<{ name: string; granted: string[]; everyone: boolean }>(
    `select c.relname as name,
       coalesce(array_agg(g.privilege_type) filter (where g.grantee = $1::regrole), '{}') as granted,
       coalesce(bool_or(g.grantee = 0), false) as everyone
     from pg_class c left join lateral aclexplode(c.relacl) g on true
     where ${ORDINARY} and c.relname <> all($2) group by c.relname order by c.relname`,
    [role, BOOKKEEPING],
  );
  if (tables.length === 0) return ["no tables found, so nothing was checked"];
  return tables.flatMap(({ name, granted, everyone }) => {
    const excess = granted.filter((privilege) => !["SELECT", "INSERT", "UPDATE", "DELETE"].includes(privilege));
    return [
      ...(granted.length === 0 ? [`${name}: nothing is granted to ${role}`] : []),
      ...(excess.length > 0 ? [`${name}: ${role} must not have ${excess.join(", ")}`] : []),
      ...(everyone ? [`${name}: granted to everyone`] : []),
    ];
  });
}

/** The words a column's own check allows; undefined where no check lists any. */
export async function allowedWords(query: Query, column: string): Promise<string[] | undefined> {
  const [table, name] = column.split(".");
  const checks = await query<{ definition: string }>(
    `select pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = $2
     where k.conrelid = to_regclass($1) and k.contype = 'c' and k.conkey = array[a.attnum]`,
    [table, name],
  );
  const lists = checks.map(({ definition }) => [...definition.matchAll(/'([^']+)'::text/g)].map((match) => match[1]!));
  return lists.find((words) => words.length > 0);
}

export async function missingColumns(query: Query, table: string, columns: readonly string[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped",
    [table],
  );
  return columns.filter((column) => !rows.some(({ name }) => name === column));
}

export async function primaryKey(query: Query, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select a.attname as name from pg_index i
     cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = to_regclass($1) and i.indisprimary order by k.place`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The partial indexes of a table that name several states, with the states they name. */
export async function indexedStates(
  query: Query,
  table: string,
  column: string,
): Promise<{ index: string; words: string[] }[]> {
  const rows = await query<{ index: string; predicate: string }>(
    `select i.indexrelid::regclass::text as index, pg_get_expr(i.indpred, i.indrelid) as predicate
     from pg_index i where i.indrelid = to_regclass($1) and i.indpred is not null`,
    [table],
  );
  return rows.flatMap(({ index, predicate }) => {
    const list = new RegExp(`\\b${column} = ANY \\(ARRAY\\[([^\\]]*)\\]`).exec(predicate)?.[1];
    return list === undefined ? [] : [{ index, words: [...list.matchAll(/'([^']+)'/g)].map((match) => match[1]!) }];
  });
}
