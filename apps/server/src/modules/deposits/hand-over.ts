import { openingLifecycle, type OpeningState } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { DepositsDeps } from "./deps.ts";
import { insertOpeningReference } from "./opening-store.ts";

export const OPEN_TOPIC = "deposit-partner.open";

/** All addresses are proven: the partner decides now. */
export async function passOn(deps: DepositsDeps, tx: Tx, merchantId: string): Promise<OpeningState> {
  const reference = await newOpening(deps, tx, merchantId);
  const at = deps.clock.now();
  const state = await deps.lifecycles.advance(tx, openingLifecycle, { merchantId }, "pass", {
    by: SYSTEM,
    at,
    set: { reference },
  });
  await tellPartner(deps, tx, { merchantId, reference }, null);
  return state;
}

/** Known before the partner hears of it; every attempt has its own. */
export async function newOpening(deps: DepositsDeps, tx: Tx, merchantId: string): Promise<string> {
  const reference = `CA${deps.ids.next().replaceAll("-", "").toUpperCase()}`;
  await insertOpeningReference(tx, reference, merchantId);
  return reference;
}

/** Each answer is a message of its own to the partner, about the same opening. */
export const tellPartner = (
  deps: DepositsDeps,
  tx: Tx,
  { merchantId, reference }: { merchantId: string; reference: string },
  answer: string | null,
) =>
  deps.outbox.enqueue(tx, {
    topic: OPEN_TOPIC,
    reference: answer === null ? reference : `${reference}:${deps.ids.next()}`,
    merchantId,
    payload: { reference, answer },
  });
