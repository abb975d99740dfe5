import { Refusal } from "@coralhub/contract";
import {
  findingLabel,
  NO_RECORD,
  ORDER_FINDINGS,
  orderRowLifecycle,
  readOrder,
  toShanghaiDay,
  TYPED_HABITS,
  type GivenOrder,
  type OrderPaper,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { settleCorrected } from "./analyse-upload.ts";
import { packRows } from "./packed-rows.ts";
import { destinationOf, FILE_PURPOSE, requireCorrectable, requirePapers, requireShop } from "./receive-upload.ts";
import { findOrder, lastLine, lockOrders, reviewRecord } from "./rows-store.ts";
import { settleUpload, storeRows } from "./store-rows.ts";
import { findUpload, insertPapers, insertUpload, lockUpload, noteProgress, type PaperRow } from "./uploads-store.ts";

type Typed = {
  platformCode: string;
  merchantsId?: string | undefined;
  /** The delivery whose refused orders come again here. */
  corrects?: string | undefined;
  rows: GivenOrder[];
  papers: { fileId: string; kind: OrderPaper }[];
};

/** Orders typed or pasted into the page: few enough to be looked at while the merchant waits. */
export async function typeOrders(
  deps: OrdersDeps,
  ctx: MerchantContext,
  { rows, papers, corrects, ...request }: Typed,
) {
  const { merchantId, now } = ctx;
  const where = await destinationOf(deps.database.db, merchantId, request);
  requirePapers(
    where.platform,
    papers.map(({ kind }) => kind),
  );
  const named: PaperRow[] = [];
  for (const { fileId, kind } of papers) {
    const file = await deps.files.find(merchantId, fileId);
    if (!file || file.purpose !== FILE_PURPOSE) throw new Refusal("not_found");
    named.push({ fileId, kind, fileName: file.fileName });
  }
  const { platform, storeId, currency, name } = where;
  const coming = rows.map((given, at) => ({
    line: at + 1,
    given,
    read: readOrder(given, { platform, currency, now, habits: TYPED_HABITS }),
  }));
  markRepeated(coming);
  return ctx.once(async (tx) => {
    if (corrects !== undefined) await requireCorrectable(tx, { merchantId, id: corrects });
    const id = deps.ids.next();
    const fileName = `${name} ${toShanghaiDay(now)} 手工填写`;
    const upload = {
      merchantId,
      id,
      way: "typed",
      platform,
      storeId,
      currency,
      sheet: "template",
      fileId: null,
      fileHash: null,
      fileName,
      url: "",
      corrects: corrects ?? null,
    } as const;
    requireShop(upload, await insertUpload(tx, upload, now));
    await insertPapers(tx, { merchantId, id }, named);
    const record = await reviewRecord(tx, merchantId);
    await storeRows(deps, tx, await lockUpload(tx, { merchantId, id }), packRows(coming), record);
    await noteProgress(tx, { merchantId, id }, { total: rows.length, done: rows.length }, now);
    const { state } = await settleUpload(deps, tx, { merchantId, id });
    if (corrects !== undefined) await settleCorrected(deps, tx, { merchantId, id, corrects }, []);
    return { id, state };
  });
}

function markRepeated(coming: { read: ReturnType<typeof readOrder> }[]): void {
  const seen = new Set<string>();
  for (const { read } of coming) {
    if (read.orderNumber === null) continue;
    if (seen.has(read.orderNumber)) read.findings.push("duplicateInFile");
    seen.add(read.orderNumber);
  }
}

/** A refused order is mended in the page: the mended one stands behind it in the same delivery. */
export async function repairOrder(
  deps: OrdersDeps,
  ctx: MerchantContext,
  { id, given }: { id: string; given: GivenOrder },
) {
  const { merchantId, now } = ctx;
  const seen = await findOrder(deps.database.db, { merchantId, id });
  const upload = seen && (await findUpload(deps.database.db, { merchantId, id: seen.uploadId }));
  if (!seen || !upload) throw new Refusal("not_found");
  if (seen.state !== "failed" || upload.state === "analysing" || upload.state === "cancelled")
    throw new Refusal("order.not_repairable");
  const { platform, currency } = upload;
  const read = readOrder({ ...seen.given, ...given }, { platform, currency, now, habits: TYPED_HABITS });
  if (read.findings.length > 0) {
    const fields = Object.fromEntries(
      read.findings.map((finding) => [`given.${ORDER_FINDINGS[finding].field}`, findingLabel(finding)]),
    );
    throw new Refusal("order.still_wrong", { problems: read.findings.map(findingLabel).join("；") }, fields);
  }
  return ctx.once(async (tx) => {
    const key = { merchantId, id: upload.id };
    const locked = await lockUpload(tx, key);
    const [order] = await lockOrders(tx, merchantId, [id]);
    if (order?.state !== "failed") throw new Refusal("order.not_repairable");
    const line = (await lastLine(tx, key)) + 1;
    const row = { line, given: { ...seen.given, ...given }, read };
    // First: what it said of refunds is said anew by the one that mends it.
    await deps.lifecycles.advance(tx, orderRowLifecycle, { merchantId, id }, "replace", {
      by: merchantActor(ctx),
      at: now,
    });
    // A person's no is not overcome by typing: what was typed is always looked at.
    await storeRows(deps, tx, { ...locked, way: "typed", corrects: null }, packRows([row]), NO_RECORD);
    const { state } = await settleUpload(deps, tx, key, merchantActor(ctx));
    return { id: upload.id, state };
  });
}
