import { sql } from "kysely";
import type { IssuedCard } from "../../rails/card-issuer/index.ts";
import type { CardKey } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";

type Vault = Pick<CardsDeps, "database" | "vaultSecrets" | "clock">;
type Kept = Pick<IssuedCard, "number" | "expiry">;
const contextOf = ({ merchantId, id }: CardKey): string => `card:${merchantId}:${id}`;

/** As the vault's own role, under its own key. Told twice, it is kept once. */
export async function keepNumber(
  { database, vaultSecrets, clock }: Vault,
  key: CardKey,
  { number, expiry }: Kept,
): Promise<void> {
  const sealed = vaultSecrets.seal(JSON.stringify({ number, expiry } satisfies Kept), contextOf(key));
  await sql`
    insert into card_vault.card_number (merchant_id, card_id, sealed, kept_at)
    values (${key.merchantId}, ${key.id}, ${sealed}, ${clock.now()}) on conflict do nothing`.execute(database.vault);
}

export async function readNumber({ database, vaultSecrets }: Vault, key: CardKey): Promise<Kept | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from card_vault.card_number
    where merchant_id = ${key.merchantId} and card_id = ${key.id}`.execute(database.vault);
  return rows[0] && (JSON.parse(vaultSecrets.openText(rows[0].sealed, contextOf(key))) as Kept);
}

/** A card that is closed needs no number any more. */
export async function forgetNumber({ database }: Pick<Vault, "database">, key: CardKey): Promise<void> {
  await sql`delete from card_vault.card_number
    where merchant_id = ${key.merchantId} and card_id = ${key.id}`.execute(database.vault);
}
