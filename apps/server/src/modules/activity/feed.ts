import type { Activity as FeedLine } from "@coralhub/contract";
import {
  MONEY_KINDS,
  MONEY_STEPS,
  moneyOf,
  moneyRecordAddress,
  moneyText,
  signedAmount,
  type MoneyKind,
} from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { listFeed, type FeedEvent } from "./money-events-store.ts";

/** Kinds whose word and other side make one sentence; of the others the other side stands below. */
const WITH_OTHER_SIDE: Partial<Record<MoneyKind, string>> = {
  withdrawal: "到 ",
  supplier: "给 ",
  service: "给 ",
  seller: "给 ",
  exchange: " ",
  exchangeOrder: " ",
};

/** The newest of the list in the list's own words: kind, state, amount with its sign, and where its record is. */
export const readFeed = async (db: Db, merchantId: string, limit: number): Promise<FeedLine[]> =>
  (await listFeed(db, merchantId, limit)).map(lineOf);

function lineOf(event: FeedEvent): FeedLine {
  const { id, kind, direction, step, currency, minor, feeMinor, counterparty, store, platform, at } = event;
  const { label } = MONEY_KINDS[kind];
  const joint = counterparty === "" ? undefined : WITH_OTHER_SIDE[kind];
  const amount = moneyOf(currency, minor);
  // A fee that is all of the event is its amount already.
  const fee = feeMinor > 0n && feeMinor < minor ? `手续费 ${moneyText(moneyOf(currency, feeMinor))}` : null;
  return {
    id,
    direction,
    platform,
    title: joint === undefined ? label : `${label}${joint}${counterparty}`,
    body: [joint === undefined ? counterparty : null, store, fee].filter(Boolean).join("，"),
    at,
    state: MONEY_STEPS[step],
    amount: signedAmount(kind, amount),
    path: moneyRecordAddress(event),
  };
}
