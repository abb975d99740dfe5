import type { OutboxHandler } from "../../platform/outbox.ts";
import { findAnyCard } from "./cards-store.ts";
import { forgetNumber } from "./vault-store.ts";
import type { CardsDeps } from "./deps.ts";

/** The issuer hears what became of a card; our own answers follow it already. */
export const deliverState =
  (deps: CardsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const { id, state } = payload as { id: string; state: "active" | "frozen" | "closed" };
    const card = await findAnyCard(deps.database.db, { merchantId: merchantId!, id });
    if (card?.token) await deps.issuer.setCardState(card.token, state);
    // Closed for good: the number is of no use to anybody.
    if (state === "closed") await forgetNumber(deps, { merchantId: merchantId!, id });
    return { result: "delivered" };
  };
