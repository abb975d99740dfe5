import { Refusal, type OrderPlatform, type OrderRow, type OrderUploadDetail } from "@coralhub/contract";
import {
  FILE_PROBLEMS,
  findingLabel,
  isConnected,
  moneyOf,
  orderUploadLifecycle,
  uploadStepLabel,
  type OrderUploadStep,
  ORDER_SHEETS,
  PLATFORMS,
  rejectLabel,
  sheetsFor,
  type FileProblem,
} from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { OrdersDeps } from "./deps.ts";
import { readOrderRows } from "./order-rows-store.ts";
import { describeQuotas } from "./describe-quota.ts";
import { listUsesOf } from "./quota-store.ts";
import { listRefundLines } from "./refunds-store.ts";
import { countFindings, countReasons, findOrder, sumGranted } from "./rows-store.ts";
import { joinGaps, unreadSince } from "./reading-periods.ts";
import { listGaps, listStoreBriefs, listSyncs } from "./stores-view-store.ts";
import { countUploads, findUpload, listAnalysing, listPapers, type Upload, type UploadKey } from "./uploads-store.ts";

export const problemText = (problem: string | null): string | null =>
  problem === null ? null : (FILE_PROBLEMS[problem as FileProblem] ?? problem);

export async function findOrderRows(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, OrderRow>> {
  const rows = await readOrderRows(db, merchantId, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function describeOrder(deps: OrdersDeps, merchantId: string, id: string) {
  const { db } = deps.database;
  const order = await findOrder(db, { merchantId, id });
  const row = (await findOrderRows(db, merchantId, [id])).get(id);
  if (!order || !row) throw new Refusal("not_found");
  const uses = await listUsesOf(db, merchantId, id);
  const refunds = order.orderNumber === null ? [] : await listRefundLines(db, order, order.orderNumber);
  return {
    ...row,
    given: order.given,
    refunds: refunds.map(({ currency, minor, ...refund }) => ({ ...refund, amount: moneyOf(currency, minor) })),
    uses: uses.map((use) => ({ ...use, amount: moneyOf(use.currency, use.minor) })),
  };
}

export async function requireUpload(deps: OrdersDeps, key: UploadKey): Promise<Upload> {
  const upload = await findUpload(deps.database.db, key);
  if (!upload) throw new Refusal("not_found");
  return upload;
}

/** What was refused, and why, in the words a merchant reads. */
export async function describeFailures({ database: { db } }: OrdersDeps, key: UploadKey) {
  const [findings, reasons] = await Promise.all([countFindings(db, key), countReasons(db, key)]);
  return {
    findings: findings.map((one) => ({ ...one, label: findingLabel(one.finding) })),
    reasons: reasons.map((one) => ({ ...one, label: rejectLabel(one.reason) })),
  };
}

export async function describeUpload(deps: OrdersDeps, key: UploadKey): Promise<OrderUploadDetail> {
  const { db } = deps.database;
  const { merchantId: _owner, shopId: _shop, fileId, ...upload } = await requireUpload(deps, key);
  const [failures, granted, papers, timeline] = await Promise.all([
    describeFailures(deps, key),
    sumGranted(db, key),
    listPapers(db, key),
    deps.lifecycles.timeline(db, orderUploadLifecycle, key),
  ]);
  return {
    ...upload,
    ...failures,
    papers,
    problemText: problemText(upload.problem),
    hasDocument: fileId !== null,
    fileId,
    granted: granted.map(({ currency, minor }) => moneyOf(currency, minor)),
    timeline: timeline.map(({ action, note, at }) => ({
      label: uploadStepLabel(action as OrderUploadStep),
      note,
      at,
    })),
  };
}

export async function describeReport(deps: OrdersDeps, key: UploadKey) {
  const { state, rowsPassed: passed, rowsFailed: failed } = await requireUpload(deps, key);
  const verdict = state === "failed" ? "fail" : state === "partlyPassed" ? "partial" : "none";
  return { state, verdict, passed, failed, ...(await describeFailures(deps, key)) } as const;
}

export async function describeOverview(deps: OrdersDeps, merchantId: string) {
  const { db } = deps.database;
  const [quotas, analysing, { failed }] = await Promise.all([
    describeQuotas(deps, merchantId),
    listAnalysing(db, merchantId),
    countUploads(db, merchantId),
  ]);
  return { quotas, analysing, failedUploads: failed };
}

/** Platforms with how their orders can come, the merchant's own stores first. */
export async function describePlatforms(deps: OrdersDeps, merchantId: string): Promise<OrderPlatform[]> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const [stores, syncs, gaps, connected] = await Promise.all([
    listStoreBriefs(db, merchantId),
    listSyncs(db, merchantId),
    listGaps(db, merchantId),
    deps.stores.connectedStores(merchantId),
  ]);
  const platforms = PLATFORMS.filter(({ needsOrderEvidence }) => needsOrderEvidence).map((platform): OrderPlatform => {
    const { code, name, category } = platform;
    return {
      platformCode: code,
      name,
      needsOrders: true,
      ways: [
        ...(isConnected(platform) ? ["store" as const] : []),
        ...(category === "offline" ? [] : ["file" as const]),
        "typed" as const,
      ],
      sheets: sheetsFor(code).map((excelType) => ({
        excelType,
        label: ORDER_SHEETS[excelType].label,
        where: ORDER_SHEETS[excelType].where,
      })),
      stores: stores
        .filter((store) => store.platform === code)
        .map(({ id, name: storeName }) => {
          const sync = syncs.find(({ storeId }) => storeId === id);
          const unread = sync ? unreadSince(sync.readUntil, now, connected.has(id)) : [];
          return {
            id,
            name: storeName,
            connected: connected.has(id),
            readUntil: sync?.readUntil ?? null,
            problem: sync?.problem ?? null,
            gaps: joinGaps([...gaps.filter(({ storeId }) => storeId === id), ...unread]).map(
              ({ lacks, since, until }) => ({ lacks, since, until }),
            ),
          };
        }),
    };
  });
  return platforms.toSorted((a, b) => b.stores.length - a.stores.length);
}
