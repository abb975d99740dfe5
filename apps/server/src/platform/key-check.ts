import type pg from "pg";
import { ConfigError, type Config } from "./config.ts";
import { systemRandom } from "./random.ts";
import { createSecrets, type Secrets } from "./secrets.ts";

const WORD = "this key opens what lies here";
const CONTEXT = "key check";
type Client = Pick<pg.Client, "query">;

/**
 * Before anything is changed: what lies here was sealed with a key this server has, and its look-ups were keyed by the same
 * oldest one. A new database has nothing yet.
 */
export async function refuseWrongKey(client: Client, { secretKeys }: Pick<Config, "secretKeys">): Promise<void> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('public.key_check') is not null as there",
  );
  if (!tables[0]!.there) return;
  // As a document: an earlier version's table has no look-ups yet.
  const { rows } = await client.query<{ sealed: Buffer; lookups: string | null }>(
    "select sealed, to_jsonb(key_check)->>'lookups' as lookups from key_check",
  );
  if (!rows[0]) return;
  const secrets = createSecrets(secretKeys, systemRandom);
  if (!opens(secrets, rows[0].sealed))
    throw new ConfigError(
      "SECRET_KEY does not open what is sealed in this database: set the key it was set up with, " +
        "or after a change of keys name the old one in SECRET_KEYS_EARLIER; nothing was changed",
    );
  const { lookups } = rows[0];
  if (lookups !== null && lookups !== `\\x${lookupsOf(secrets).toString("hex")}`)
    throw new ConfigError(
      "the last key of SECRET_KEYS_EARLIER is not the one this database was set up with: look-ups are keyed by it, " +
        "so the oldest key stays, as the last one, also after re-sealing; nothing was changed",
    );
}

function opens(secrets: Secrets, sealed: Buffer): boolean {
  try {
    return secrets.openText(sealed, CONTEXT) === WORD;
  } catch {
    return false;
  }
}
const lookupsOf = (secrets: Secrets): Buffer => Buffer.from(secrets.blindIndex(WORD, CONTEXT));

/** After the migrations: the first start leaves its word, and a start with a new key seals it anew. */
export async function leaveWord(client: Client, { secretKeys }: Pick<Config, "secretKeys">): Promise<void> {
  const secrets = createSecrets(secretKeys, systemRandom);
  const sealed = secrets.seal(WORD, CONTEXT);
  const keyId = sealed.subarray(1, 5);
  await client.query(
    `insert into key_check (sealed, lookups, checked_at) values ($1, $3, now())
     on conflict (only_row) do update set sealed = excluded.sealed, checked_at = excluded.checked_at,
       lookups = coalesce(key_check.lookups, excluded.lookups)
     where substring(key_check.sealed from 2 for 4) <> $2 or key_check.lookups is null`,
    [sealed, keyId, lookupsOf(secrets)],
  );
}
