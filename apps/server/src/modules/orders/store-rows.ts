import {
  isCountedByShop,
  moneyOf,
  moneyText,
  needsPerson,
  orderUploadLifecycle,
  refundedInAll,
  type Currency,
  type OrderUploadAction,
  type ReviewRecord,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { grantQuota } from "./quota.ts";
import { isSure, type BriefRow, type PackedRows } from "./packed-rows.ts";
import { insertRefundLines, listToldBefore, rememberFigures, sumRefundLines } from "./refunds-store.ts";
import { claimNumbers, insertRows, listSuspect, releaseNumbers, sumGranted, type JudgedRow } from "./rows-store.ts";
import { lockQuota } from "./quota-store.ts";
import { takeRefunds } from "./told-refunds.ts";
import { countRows, lockUpload, saveCounts, type Upload, type UploadKey } from "./uploads-store.ts";

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
    fine.map(({ id, brief }) => ({ ...brief, id, orderNumber: brief.orderNumber! })),
  );
  const suspect = await listSuspect(
    tx,
    upload,
    fine.map(({ brief }) => brief.orderNumber!),
  );
  // Before it is read how far orders are refunded, as everybody does who notes a refund; behind the numbers, as ever. Whoever
  // brings nothing new waits for nobody.
  const isNews = fine.some(({ id }) => !taken.has(id)) || briefs.some(tellsRefund);
  if (isNews) await lockQuota(tx, upload.merchantId);
  const known = isNews ? await noteRefunds(tx, upload, briefs, at) : { figureOf: ownFigure, refundedOf: ownFigure };
  const judged = rows.map(({ id, brief }): JudgedRow => {
    const found = taken.get(id);
    const row = { ...brief, refundedMinor: known.refundedOf(brief) };
    return {
      id,
      figureMinor: found === undefined && brief.findings.length === 0 ? known.figureOf(brief) : ownFigure(brief),
      ...judge(deps, upload, found === undefined ? row : { ...row, findings: [found] }, { record, suspect }),
    };
  });
  await insertRows(tx, upload, stored, judged, at);
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
  const gone = fullyRefunded(fine, judged);
  if (gone.length > 0) await releaseNumbers(tx, upload.merchantId, gone);
  // Behind the grants: a file may say an order twice, and its refund the second time.
  const refunds = briefs
    .filter(isSure)
    .filter(tellsRefund)
    .map((brief) => ({ ...brief, refundedMinor: ownFigure(brief), kind: brief.refunds.at(-1)?.kind }));
  await takeRefunds(deps, tx, upload, refunds);
}

const tellsRefund = ({ refunds, refundedMinor }: BriefRow): boolean => refunds.length > 0 || refundedMinor > 0n;
/** What a row says of refunds as one figure: what it says line by line is written down by itself. */
const ownFigure = ({ refunds, refundedMinor }: BriefRow): bigint => (refunds.length > 0 ? 0n : refundedMinor);
/** Whether a delivery's rows are a platform's own words: it wrote the report, or was asked. */
const isPlatforms = ({ way, sheet }: Upload): boolean => way === "store" || (way === "file" && sheet !== "template");

/**
 * Writes down what is told of refunds, of orders that stand, were refused or have not come yet: line by line, or as one figure.
 * The answer says how far the order of a row is refunded by everything that was ever told.
 */
async function noteRefunds(tx: Tx, upload: Upload, briefs: readonly BriefRow[], at: Date) {
  const sure = briefs.filter(isSure);
  const lines = sure.flatMap(({ orderNumber, refunds }) => refunds.map((line) => ({ ...line, orderNumber })));
  await insertRefundLines(tx, upload, lines, at);
  const figures = sure.map((brief) => ({ ...brief, refundedMinor: ownFigure(brief) }));
  if (isPlatforms(upload)) await rememberFigures(tx, upload, figures, { at, isRead: upload.way === "store" });
  const numbers = sure.map(({ orderNumber }) => orderNumber);
  const linesOf = await sumRefundLines(tx, upload, numbers);
  const before = await listToldBefore(tx, upload, numbers);
  const figureOf = (row: BriefRow): bigint => {
    const [own, told] = [ownFigure(row), isSure(row) ? before(row) : 0n];
    return told > own ? told : own;
  };
  return {
    figureOf,
    refundedOf: (row: BriefRow) => (isSure(row) ? refundedInAll(figureOf(row), linesOf(row)) : row.refundedMinor),
  };
}

/** What nothing is left of by refunds that were told before: its number is free for a report that knows better. */
const fullyRefunded = (fine: readonly { id: string }[], judged: readonly JudgedRow[]): string[] => {
  const claimed = new Set(fine.map(({ id }) => id));
  return judged.flatMap(({ id, findings }) => (claimed.has(id) && findings.includes("refundedWhole") ? [id] : []));
};

function judge(
  deps: OrdersDeps,
  { way, platform, storeId }: Upload,
  { findings, currency, amountMinor, orderNumber, refundedMinor }: BriefRow,
  { record, suspect }: { record: ReviewRecord; suspect: ReadonlySet<string> },
): Omit<JudgedRow, "id" | "figureMinor"> {
  if (findings.length > 0) return { state: "failed", refundedMinor, grantedMinor: 0n, findings };
  // Its own report says less than others have said before it.
  if (refundedMinor >= amountMinor!)
    return { state: "failed", refundedMinor, grantedMinor: 0n, findings: ["refundedWhole"] };
  const order = { currency: currency!, amountMinor: amountMinor!, draw: drawOf(deps, orderNumber!) };
  const ownShop = storeId !== null && isCountedByShop(platform);
  // A person's no is only taken back by a person, in whatever way the order comes again.
  return suspect.has(orderNumber!) || needsPerson({ way, ownShop, record, ...order })
    ? { state: "waiting", refundedMinor, grantedMinor: 0n, findings }
    : { state: "passed", refundedMinor, grantedMinor: order.amountMinor - refundedMinor, findings };
}

/** Once a delivery is read, decided or gone its orders are all that come of it: money that waited for it is compared again. */
export const compareAgain = ({ jobs }: OrdersDeps, tx: Tx, merchantId: string): Promise<void> =>
  jobs.send(tx, "orders.match", { merchantId });

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
    if (upload.state !== "waiting" && upload.state !== "reviewing") {
      await go("handOver");
      await compareAgain(deps, tx, key.merchantId);
    }
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
  await compareAgain(deps, tx, key.merchantId);
  return lockUpload(tx, key);
}

/** A delivery whose refused rows came again in another one: without refused rows it has passed, and the other one's end is told. */
export async function settleReplaced(deps: OrdersDeps, tx: Tx, key: UploadKey): Promise<void> {
  const { state } = await lockUpload(tx, key);
  const counts = await countRows(tx, key);
  if (counts.passed > 0 && state !== "analysing") return void (await settleUpload(deps, tx, key));
  await saveCounts(tx, key, counts);
  if (state === "failed" && counts.failed + counts.waiting === 0)
    await deps.lifecycles.advance(tx, orderUploadLifecycle, key, "pass", { by: SYSTEM, at: deps.clock.now() });
}
