import type { Db, Tx } from "../../platform/db.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { secretsIn, type Answers } from "./answers.ts";
import { listSecrets, saveSecret } from "./secrets-store.ts";
import type { StoreKey } from "./stores-store.ts";

/** Bound to its row: a sealed key copied to another store opens nowhere. */
const contextOf = ({ merchantId, id }: StoreKey, field: string): string => `store secret:${merchantId}:${id}:${field}`;
const SHOWN_LETTERS = 4;
/** Of a short secret four letters would be half of it: then fewer, down to none. */
export const lastFourOf = (secret: string): string =>
  secret.slice(secret.length - Math.min(SHOWN_LETTERS, Math.floor(secret.length / 3)));

export async function saveSecrets(secrets: Secrets, tx: Tx, key: StoreKey, answers: Answers): Promise<void> {
  for (const [field, secret] of secretsIn(answers))
    await saveSecret(tx, key, {
      field,
      sealed: secrets.seal(secret, contextOf(key, field)),
      lastFour: lastFourOf(secret),
    });
}

/** For the clients that speak with the platform, and for checking a form as a whole; never for an answer to a browser. */
export async function openSecrets(secrets: Secrets, db: Db, key: StoreKey): Promise<Answers> {
  const kept = await listSecrets(db, key);
  return Object.fromEntries(kept.map(({ field, sealed }) => [field, secrets.openText(sealed, contextOf(key, field))]));
}
