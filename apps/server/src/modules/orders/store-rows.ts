import {
  moneyOf,
  moneyText,
  needsPerson,
  orderUploadLifecycle,
  type Currency,
  type OrderFinding,
  type OrderUploadAction,
  type ReviewRecord,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { grantQuota } from "./quota.ts";
import type { BriefRow, PackedRows } from "./packed-rows.ts";
import { claimNumbers, insertRows, listRefused, sumGranted, type JudgedRow } from "./rows-store.ts";
import type { ToldRefund } from "./known-numbers-store.ts";
import { takeRefunds } from "./told-refunds.ts";
import { countRows, lockUpload, saveCounts, type Upload, type UploadKey } from "./uploads-store.ts";

/** Found where nothing else is wrong with a row that says how far an order was refunded. */
const OLD: ReadonlySet<OrderFinding> = new Set(["duplicateEarlier", "alreadyUsed", "refundedWhole", "refundOnly"]);

/** Follows from the order and a key of ours: who is looked at is neither chosen by uploading again nor computed before. */
const drawOf = ({ secrets }: OrdersDeps, number: string): number =>
  Buffer.from(secrets.blindIndex(number, "order sample")).readUInt32BE();

/**
 * Takes a piece of a delivery: numbers are claimed, rows written, quota granted for what passes without a person. All of it
 * commits together, so a delivery that is read again goes on where it stood.
 */
export async function storeRows(
  deps: OrdersDeps,
  tx: Tx,
  upload: Upload,
  { briefs, stored }: PackedRows,
  record: ReviewRecord,
): Promise<void> {
  const at = deps.clock.now();
  const rows = briefs.map((brief) => ({ brief, id: deps.ids.next() }));
  const fine = rows.filter(({ brief }) => brief.findings.length === 0);
  const taken = await claimNumbers(
    tx,
    upload,
    fine.map(({ id, brief }) => ({ id, orderNumber: brief.orderNumber! })),
  );
  const refused = await listRefused(
    tx,
    upload,
    fine.map(({ brief }) => brief.orderNumber!),
  );
  const judged = rows.map(({ id, brief }): JudgedRow => {
    const found = brief.findings.length > 0 ? undefined : taken.get(brief.orderNumber!);
    const row = found === undefined ? brief : { ...brief, findings: [found] };
    return { id, ...judge(deps, upload, row, { record, refused }) };
  });
  await insertRows(tx, upload, stored, judged, at);
  await takeRefunds(deps, tx, upload, refundsIn(briefs, judged));
  const granted = new Map<Currency, bigint>();
  for (const [place, { grantedMinor }] of judged.entries()) {
    const currency = briefs[place]!.currency!;
    if (grantedMinor > 0n) granted.set(currency, (granted.get(currency) ?? 0n) + grantedMinor);
  }
  for (const [currency, minor] of granted) {
    const amount = moneyOf(currency, minor);
    await grantQuota(deps, tx, {
      ...upload,
      key: `${upload.id}:${rows[0]!.id}:${currency}`,
      reference: upload.fileName.slice(0, 60),
      amount,
    });
  }
}

/** What a delivery says about orders that were brought before: nothing but their refunds is news. */
const refundsIn = (briefs: readonly BriefRow[], judged: readonly JudgedRow[]): ToldRefund[] =>
  briefs.flatMap(({ orderNumber, currency, refundedMinor }, place) => {
    const { findings } = judged[place]!;
    return orderNumber !== null &&
      currency !== null &&
      refundedMinor > 0n &&
      findings.length === 1 &&
      OLD.has(findings[0]!)
      ? [{ orderNumber, currency, refundedMinor }]
      : [];
  });

function judge(
  deps: OrdersDeps,
  { way }: Upload,
  { findings, currency, amountMinor, orderNumber, refundedMinor }: BriefRow,
  { record, refused }: { record: ReviewRecord; refused: ReadonlySet<string> },
): Omit<JudgedRow, "id"> {
  if (findings.length > 0) return { state: "failed", grantedMinor: 0n, findings };
  const order = { currency: currency!, amountMinor: amountMinor!, draw: drawOf(deps, orderNumber!) };
  // A person's no is only taken back by a person, in whatever way the order comes again.
  return refused.has(orderNumber!) || needsPerson({ way, record, ...order })
    ? { state: "waiting", grantedMinor: 0n, findings }
    : { state: "passed", grantedMinor: order.amountMinor - refundedMinor, findings };
}

/** What the rows of a delivery add up to is its own state; whoever waits for it is told. Nobody waits for a store. */
export async function settleUpload(deps: OrdersDeps, tx: Tx, key: UploadKey, by: Actor = SYSTEM): Promise<Upload> {
  const upload = await lockUpload(tx, key);
  const counts = await countRows(tx, key);
  await saveCounts(tx, key, counts);
  const { passed, failed, waiting } = counts;
  const at = deps.clock.now();
  const go = async (
    action: OrderUploadAction,
    message?: Parameters<OrdersDeps["lifecycles"]["advance"]>[4]["message"],
  ) => {
    await deps.lifecycles.advance(tx, orderUploadLifecycle, key, action, {
      by,
      at,
      ...(message && upload.way !== "store" && { message }),
    });
  };
  if (waiting > 0) {
    if (upload.state !== "waiting" && upload.state !== "reviewing") await go("handOver");
    return lockUpload(tx, key);
  }
  const target = passed === 0 ? "failed" : failed === 0 ? "passed" : "partlyPassed";
  if (target === upload.state) return upload;
  const granted = (await sumGranted(tx, key))
    .map(({ currency, minor }) => moneyText(moneyOf(currency, minor)))
    .join("、");
  const data = { id: key.id, name: upload.fileName, count: String(passed), amount: granted || "0" };
  if (target === "passed") await go("pass", { event: "orders.passed", data });
  else if (target === "partlyPassed")
    await go("passPartly", { event: "orders.partly_passed", data: { ...data, failed: String(failed) } });
  else
    await go("fail", {
      event: "orders.failed",
      data: { id: key.id, name: upload.fileName, reason: `${failed} 个订单都没有通过，原因见报告` },
    });
  await deps.jobs.send(tx, "orders.match", { merchantId: key.merchantId });
  return lockUpload(tx, key);
}
