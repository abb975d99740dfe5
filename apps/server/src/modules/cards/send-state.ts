import type { CardState } from "@coralhub/domain";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { findAnyCard } from "./cards-store.ts";
import { forgetNumber } from "./vault-store.ts";
import type { CardsDeps } from "./deps.ts";

type Told = "active" | "frozen" | "closed";
/** What the issuer is told; nothing of a card it has not opened, or has let expire itself. */
const TOLD: Partial<Record<CardState, Told>> = {
  active: "active",
  frozen: "frozen",
  closing: "closed",
  closed: "closed",
};

/**
 * The issuer hears what has become of a card; our own answers follow it already. Instructions that failed come again in any
 * order, so each says what the card is now, and looks once more whether it still was when the issuer had heard it.
 */
export const deliverState =
  (deps: CardsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const read = async () => {
      const card = await findAnyCard(deps.database.db, key);
      const state = card && TOLD[card.state];
      return card?.token && state ? { token: card.token, state } : undefined;
    };
    let said: Told | undefined;
    for (let now = await read(); now && now.state !== said; now = await read()) {
      said = now.state;
      await deps.issuer.setCardState(now.token, said);
    }
    // Closed for good: the number is of no use to anybody.
    if (said === "closed") await forgetNumber(deps, key);
    return { result: "delivered" };
  };
