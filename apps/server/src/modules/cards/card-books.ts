import type { CardPosting } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Posting } from "../ledger/index.ts";
import type { CardsDeps } from "./deps.ts";

/** A step of the cards in a merchant's books, under an id that other rows of the transaction name. */
export const postingOf = (merchantId: string, id: string, posting: CardPosting): Posting => ({
  merchantId,
  id,
  ...posting,
});

export async function postCard(
  deps: Pick<CardsDeps, "ledger" | "ids">,
  tx: Tx,
  merchantId: string,
  posting: CardPosting,
): Promise<string> {
  const id = deps.ids.next();
  await deps.ledger.postIn(tx, [postingOf(merchantId, id, posting)]);
  return id;
}
