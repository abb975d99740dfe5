import {
  moneyOf,
  orderUploadLifecycle,
  quotaUseLifecycle,
  type Currency,
  type Money,
  type QuotaUseKind,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { PastPosting } from "../ledger/index.ts";
import { insertMatches } from "./matches-store.ts";
import { consumedPosting, grantedPosting, releasedPosting, reservedPosting } from "./orders-postings.ts";
import { insertUses, takeOrders, type QuotaUse } from "./quota-store.ts";
import { packRows, type ComingRow } from "./packed-rows.ts";
import { claimNumbers, insertRows, type JudgedRow } from "./rows-store.ts";
import { insertUpload, lockUpload, noteProgress, saveCounts } from "./uploads-store.ts";

/** Orders a platform delivered once, all of them behind one income. */
export type DeliveryPlant = {
  id: string;
  postingId: string;
  platform: string;
  storeId: string | null;
  way: "store" | "file";
  name: string;
  currency: Currency;
  at: Date;
  incomeId: string;
  serial: string;
  orders: readonly {
    id: string;
    matchId: string;
    number: string;
    orderedAt: Date;
    amountMinor: bigint;
    refundedMinor: bigint;
    goods: string;
    country: string;
  }[];
};
/** A move into CNY that was covered by them; `backAt`: it failed or came back. */
export type UsePlant = {
  id: string;
  moveId: string;
  kind: QuotaUseKind;
  reference: string;
  amount: Money;
  confirmedAt: Date;
  paidAt: Date | null;
  backAt: Date | null;
  postingIds: { reserved: string; consumed: string; released: string };
};
type Plants = { merchantId: string; deliveries: readonly DeliveryPlant[]; uses: readonly UsePlant[] };

const grantedBy = ({ orders }: DeliveryPlant): bigint =>
  orders.reduce((sum, { amountMinor, refundedMinor }) => sum + amountMinor - refundedMinor, 0n);

/** What all of it means in the books, oldest first. */
export function quotaHistory({ merchantId, deliveries, uses }: Plants): PastPosting[] {
  const granted = deliveries.map((delivery): PastPosting => {
    const amount = moneyOf(delivery.currency, grantedBy(delivery));
    const facts = { merchantId, key: delivery.id, reference: delivery.name, amount, debt: 0n };
    return { at: delivery.at, posting: { ...grantedPosting(facts), id: delivery.postingId } };
  });
  const used = uses.flatMap(({ id, reference, amount, confirmedAt, paidAt, backAt, postingIds }): PastPosting[] => {
    const use = { merchantId, id, attempt: 1, reference, amount };
    const from = paidAt ? "used" : "reserved";
    return [
      { at: confirmedAt, posting: { ...reservedPosting(use), id: postingIds.reserved } },
      ...(paidAt ? [{ at: paidAt, posting: { ...consumedPosting(use), id: postingIds.consumed } }] : []),
      ...(backAt
        ? [{ at: backAt, posting: { ...releasedPosting({ ...use, from, debt: 0n }), id: postingIds.released } }]
        : []),
    ];
  });
  return [...granted, ...used].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Deliveries and uses of the past. Their postings are planted with them, by whoever plants the books. */
export async function plantOrders({ lifecycles }: { lifecycles: Lifecycles }, tx: Tx, plants: Plants): Promise<void> {
  const { merchantId, deliveries, uses } = plants;
  for (const delivery of deliveries) await plantDelivery(lifecycles, tx, merchantId, delivery);
  for (const use of uses.toSorted((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime())) {
    await plantUse(lifecycles, tx, merchantId, use);
  }
}

async function plantDelivery(lifecycles: Lifecycles, tx: Tx, merchantId: string, delivery: DeliveryPlant) {
  const { id, platform, storeId, way, name, currency, at, incomeId, serial, orders } = delivery;
  const key = { merchantId, id };
  const none = { fileId: null, fileHash: null, url: "", corrects: null };
  await insertUpload(tx, { ...key, way, platform, storeId, currency, sheet: "template", fileName: name, ...none }, at);
  const upload = await lockUpload(tx, key);
  await claimNumbers(
    tx,
    upload,
    orders.map(({ id: orderId, number }) => ({ id: orderId, orderNumber: number })),
  );
  const rows = orders.map((order, place): ComingRow => {
    const { number: orderNumber, orderedAt, amountMinor, refundedMinor, goods, country } = order;
    const nothing = { quantity: 1, buyer: null, carrier: null, tracking: null, findings: [] };
    return {
      line: place + 1,
      given: { orderNumber, goods },
      read: { ...nothing, orderNumber, orderedAt, currency, amountMinor, refundedMinor, goods, country, serial },
    };
  });
  const judged = orders.map(({ id: orderId, amountMinor, refundedMinor }): JudgedRow => ({
    id: orderId,
    state: "passed",
    refundedMinor,
    figureMinor: refundedMinor,
    grantedMinor: amountMinor - refundedMinor,
    findings: [],
  }));
  await insertRows(tx, upload, packRows(rows).stored, judged, at);
  await noteProgress(tx, key, { total: rows.length, done: rows.length }, at);
  await saveCounts(tx, key, { passed: rows.length, failed: 0, waiting: 0 });
  await lifecycles.advance(tx, orderUploadLifecycle, key, "pass", { by: SYSTEM, at });
  const match = { merchantId, incomeId, ground: "serial", explanation: `结算单号 ${serial}`, boundBy: null } as const;
  const ids = orders.map(({ matchId }) => matchId);
  await insertMatches(tx, { ...match, orderIds: orders.map((order) => order.id), ids }, at);
}

async function plantUse(lifecycles: Lifecycles, tx: Tx, merchantId: string, plant: UsePlant): Promise<void> {
  const { id, moveId, kind, reference, amount, confirmedAt, paidAt, backAt } = plant;
  const { currency, minor: amountMinor } = amount;
  const via = { viaCurrency: null, viaMinor: null };
  const use = { merchantId, id, moveId, kind, reference, currency, amountMinor, ...via };
  await insertUses(tx, [use], confirmedAt);
  const move = (action: "consume" | "release", at: Date) =>
    lifecycles.advance(tx, quotaUseLifecycle, { merchantId, id }, action, { by: SYSTEM, at });
  if (paidAt) await move("consume", paidAt);
  if (backAt) await move("release", backAt);
  const state: QuotaUse["state"] = backAt ? "released" : paidAt ? "consumed" : "reserved";
  if (state === "consumed") await takeOrders(tx, { ...use, state, attempt: 1, createdAt: confirmedAt });
}
