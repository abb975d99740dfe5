import { addressOf, cardLifecycle, cardText, type CardState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** A merchant's own cards, by their last four or by what is written about them. Nobody finds a card by its number. */
export async function findCards(db: Db, merchantId: string, { text, limit }: Wanted): Promise<Find[]> {
  const { rows } = await sql<{ id: string; name: string; lastFour: string | null; state: CardState }>`
    select id, name, last_four as "lastFour", state from card
    where merchant_id = ${merchantId} and deleted_at is null and (last_four = ${text}
      or position(lower(${text}) in lower(concat_ws(' ', name, label, owner))) > 0)
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id, name, lastFour, state }) => ({
    kind: "card",
    title: cardText({ name, lastFour }),
    detail: cardLifecycle.states[state].label,
    amount: null,
    path: addressOf("cards", { card: id }),
  }));
}
