import { moneyOf, NO_RECORD, platformByCode, toShanghaiDay, type Money } from "@coralhub/domain";
import { Refusal } from "@coralhub/contract";
import type { Tx } from "../../platform/db.ts";
import type { OrdersDeps } from "./deps.ts";
import { packRows, type ComingRow } from "./packed-rows.ts";
import { storeRows, settleUpload } from "./store-rows.ts";
import { insertUpload, lockUpload, noteProgress } from "./uploads-store.ts";

const HOUR_MS = 3_600_000;
/** Below what a person always looks at, in any currency. */
const SMALLEST_PARTS = 1n;

/** The simulated platform delivers finished orders of this worth: for whoever wants to see a payment and not an upload. */
export async function proveTrade(
  deps: OrdersDeps,
  tx: Tx,
  {
    merchantId,
    platformCode,
    amount,
    partMinor,
  }: { merchantId: string; platformCode: string; amount: Money; partMinor: bigint },
): Promise<{ uploadId: string; granted: Money }> {
  const platform = platformByCode(platformCode);
  if (!platform) throw new Refusal("order.platform_unknown");
  const at = deps.clock.now();
  const id = deps.ids.next();
  const fileName = `${platform.name} ${toShanghaiDay(at)} 沙箱订单`;
  await insertUpload(
    tx,
    {
      merchantId,
      id,
      way: "store",
      platform: platform.code,
      storeId: null,
      currency: amount.currency,
      sheet: "template",
      fileId: null,
      fileHash: null,
      fileName,
      url: "",
      corrects: null,
    },
    at,
  );
  const parts = partMinor > SMALLEST_PARTS ? partMinor : SMALLEST_PARTS;
  const rows: ComingRow[] = [];
  for (let left = amount.minor, line = 1; left > 0n; line++) {
    const minor = left < parts ? left : parts;
    left -= minor;
    const number = `SBX-${id.slice(-12)}-${line}`;
    const nothing = { quantity: 1, country: "US", buyer: null, carrier: null, tracking: null, serial: null };
    const orderedAt = new Date(at.getTime() - 48 * HOUR_MS - line * 1_000);
    const read = {
      ...nothing,
      orderNumber: number,
      orderedAt,
      currency: amount.currency,
      amountMinor: minor,
      refundedMinor: 0n,
      goods: "沙箱订单",
      findings: [],
    };
    rows.push({ line, given: { orderNumber: number, goods: "沙箱订单" }, read });
  }
  await storeRows(deps, tx, await lockUpload(tx, { merchantId, id }), packRows(rows), NO_RECORD);
  await noteProgress(tx, { merchantId, id }, { total: rows.length, done: rows.length }, at);
  await settleUpload(deps, tx, { merchantId, id });
  return { uploadId: id, granted: moneyOf(amount.currency, amount.minor) };
}
