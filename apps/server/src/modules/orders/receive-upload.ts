import { createHash } from "node:crypto";
import { Refusal, type UploadedFile } from "@coralhub/contract";
import {
  needsItsShop,
  ORDER_PAPERS,
  orderSheet,
  orderUploadLifecycle,
  platformByCode,
  platformName,
  toShanghaiTime,
  type Currency,
  type OrderPaper,
  type OrderSheetKey,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { ANALYSE_JOB } from "./analyse-upload.ts";
import type { OrdersDeps } from "./deps.ts";
import { dropRows } from "./drop-rows.ts";
import { compareAgain } from "./store-rows.ts";
import { findStoreBrief } from "./stores-view-store.ts";
import { findSameFile, insertUpload, listAnalysing, lockBeginnings, lockUpload, type Upload } from "./uploads-store.ts";

export const FILE_PURPOSE = "order";
const AT_ONCE = 5;

type Input = {
  platformCode?: string;
  merchantsId?: string | undefined;
  excelType: OrderSheetKey;
  url?: string;
  corrects?: string | undefined;
};

/** Whose orders they are, and in which currency: the store's, where there is one. */
export async function destinationOf(
  db: Db,
  merchantId: string,
  { platformCode, merchantsId }: Pick<Input, "platformCode" | "merchantsId">,
): Promise<{ platform: string; storeId: string | null; currency: Currency | null; name: string }> {
  const store = merchantsId === undefined ? undefined : await findStoreBrief(db, merchantId, merchantsId);
  if (merchantsId !== undefined && !store) throw new Refusal("not_found");
  const platform = platformByCode(platformCode ?? store?.platform ?? "");
  if (!platform) throw new Refusal("order.platform_unknown");
  if (store && store.platform !== platform.code) throw new Refusal("not_found");
  return {
    platform: platform.code,
    storeId: store?.id ?? null,
    currency: store?.currency ?? null,
    name: store?.name ?? platform.name,
  };
}

/** A file comes: it is kept, and read in the background. The page watches how far that is. */
export async function receiveFile(deps: OrdersDeps, ctx: MerchantContext, file: UploadedFile, request: Input) {
  const where = await destinationOf(deps.database.db, ctx.merchantId, request);
  requireFit(request.excelType, where.platform);
  requirePapers(where.platform, []);
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: FILE_PURPOSE,
    kind: "sheet",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  return ctx.once(async (tx) => {
    const { id: fileId, fileName } = await deps.files.record(tx, received);
    return begin(deps, tx, ctx, { ...where, ...request, fileId, fileName, fileHash: received.sha256 });
  });
}

/** A file that was uploaded before is to be read now. */
export async function applyAnalysis(
  deps: OrdersDeps,
  ctx: MerchantContext,
  { fileId, ...request }: Input & { fileId: string },
) {
  const where = await destinationOf(deps.database.db, ctx.merchantId, request);
  requireFit(request.excelType, where.platform);
  requirePapers(where.platform, []);
  const file = await deps.files.find(ctx.merchantId, fileId);
  if (!file || file.purpose !== FILE_PURPOSE) throw new Refusal("not_found");
  if (!/csv|spreadsheet/.test(file.contentType)) throw new Refusal("order.not_a_sheet");
  const fileHash = createHash("sha256")
    .update(await deps.files.read(file))
    .digest();
  return ctx.once((tx) => begin(deps, tx, ctx, { ...where, ...request, fileId, fileName: file.fileName, fileHash }));
}

function requireFit(excelType: OrderSheetKey, platform: string): void {
  const { platforms, label } = orderSheet(excelType);
  if (platforms !== null && !platforms.includes(platform)) {
    throw new Refusal("order.sheet_unfit", { sheet: label, platform: platformByCode(platform)!.name });
  }
}

/** Trade that no platform can be asked about is shown by its papers, which come with typed orders: a file has none. */
export function requirePapers(platform: string, kinds: readonly OrderPaper[]): void {
  if (platformByCode(platform)?.category !== "offline" || kinds.some((kind) => kind !== "logistics")) return;
  const papers = `${ORDER_PAPERS.contract}、${ORDER_PAPERS.invoice}之一，与逐笔填写的订单一起提交`;
  throw new Refusal("order.papers_missing", { papers });
}

/**
 * What a shop numbers by itself says which order it is only together with the shop: brought for none, or for one that nobody has
 * looked at, two merchants could prove the same trade.
 */
export function requireShop(
  { platform, storeId }: { platform: string; storeId: string | null },
  shopId: string | null,
) {
  if (shopId !== null || !needsItsShop(platform)) return;
  throw storeId === null
    ? new Refusal("order.shop_missing", { platform: platformName(platform) })
    : new Refusal("order.shop_unknown");
}

type Begun = {
  platform: string;
  storeId: string | null;
  currency: Currency | null;
  excelType: OrderSheetKey;
  url?: string;
  corrects?: string | undefined;
  fileId: string;
  fileName: string;
  fileHash: Uint8Array;
};
async function begin(deps: OrdersDeps, tx: Tx, { merchantId }: MerchantContext, begun: Begun) {
  const { platform, storeId, currency, excelType, url = "", corrects, fileId, fileName, fileHash } = begun;
  await lockBeginnings(tx, merchantId);
  const same = await findSameFile(tx, merchantId, fileHash);
  if (same) throw new Refusal("order.same_file", { at: toShanghaiTime(same.at).slice(0, 16) });
  if ((await listAnalysing(tx, merchantId)).length >= AT_ONCE)
    throw new Refusal("order.too_many_uploads", { most: AT_ONCE });
  if (corrects !== undefined) await requireCorrectable(tx, { merchantId, id: corrects });
  const id = deps.ids.next();
  const upload = {
    merchantId,
    id,
    way: "file",
    platform,
    storeId,
    currency,
    sheet: excelType,
    fileId,
    fileHash,
    fileName,
    url,
    corrects: corrects ?? null,
  } as const;
  requireShop(upload, await insertUpload(tx, upload, deps.clock.now()));
  await deps.jobs.send(tx, ANALYSE_JOB, { merchantId, id });
  return { id, state: "analysing" as const };
}

export async function requireCorrectable(tx: Tx, key: { merchantId: string; id: string }): Promise<void> {
  // Before the quota, as whoever decides about it does: what is typed as a correction ends with it.
  const before = await lockUpload(tx, key);
  if (before.rowsFailed === 0) throw new Refusal("order.not_correctable");
}

/**
 * Of a cancelled file nothing stays: neither the rows that were read until then nor what they granted. What a store is read for
 * is not the merchant's to send again, so its reading goes to its end.
 */
export async function cancelUpload(
  deps: OrdersDeps,
  ctx: MerchantContext,
  id: string,
): Promise<Pick<Upload, "id" | "state">> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const { state, way } = await lockUpload(tx, key);
    if (state !== "analysing" || way !== "file") throw new Refusal("order.not_cancellable");
    await deps.lifecycles.advance(tx, orderUploadLifecycle, key, "cancel", {
      by: merchantActor(ctx),
      at: deps.clock.now(),
    });
    await dropRows(deps, tx, key);
    await compareAgain(deps, tx, key.merchantId);
    return { id, state: "cancelled" as const };
  });
}
