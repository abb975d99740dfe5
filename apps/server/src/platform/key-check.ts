import type pg from "pg";
import { ConfigError, type Config } from "./config.ts";
import { systemRandom } from "./random.ts";
import { createSecrets } from "./secrets.ts";

const WORD = "this key opens what lies here";
const CONTEXT = "key check";
type Client = Pick<pg.Client, "query">;

/** Before anything is changed: what lies here was sealed with a key this server has. A new database has nothing yet. */
export async function refuseWrongKey(client: Client, { secretKeys }: Pick<Config, "secretKeys">): Promise<void> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('public.key_check') is not null as there",
  );
  if (!tables[0]!.there) return;
  const { rows } = await client.query<{ sealed: Buffer }>("select sealed from key_check");
  if (!rows[0]) return;
  try {
    if (createSecrets(secretKeys, systemRandom).openText(rows[0].sealed, CONTEXT) === WORD) return;
  } catch {
    // Said below, in words that help.
  }
  throw new ConfigError(
    "SECRET_KEY does not open what is sealed in this database: set the key it was set up with, " +
      "or after a change of keys name the old one in SECRET_KEYS_EARLIER; nothing was changed",
  );
}

/** After the migrations: the first start leaves its word, and a start with a new key seals it anew. */
export async function leaveWord(client: Client, { secretKeys }: Pick<Config, "secretKeys">): Promise<void> {
  const sealed = createSecrets(secretKeys, systemRandom).seal(WORD, CONTEXT);
  const keyId = sealed.subarray(1, 5);
  await client.query(
    `insert into key_check (sealed, checked_at) values ($1, now())
     on conflict (only_row) do update set sealed = excluded.sealed, checked_at = excluded.checked_at
     where substring(key_check.sealed from 2 for 4) <> $2`,
    [sealed, keyId],
  );
}
