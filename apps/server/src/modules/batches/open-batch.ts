import { Refusal, type UploadedFile } from "@coralhub/contract";
import { BATCH_REPEAT_DAYS, batchLifecycle, toShanghaiDay, type BatchState, type PayoutKind } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { findConfirmed, insertBatch } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";

export type BatchAnswer = { id: string; state: BatchState };
const DAY_MS = 86_400_000;
const PURPOSE = "payment batch";

/** The same content is not paid twice by mistake. */
export async function requireUnpaid(
  db: Db,
  { merchantId, fileHash }: { merchantId: string; fileHash: Uint8Array },
  at: Date,
): Promise<void> {
  const since = new Date(at.getTime() - BATCH_REPEAT_DAYS * DAY_MS);
  const before = await findConfirmed(db, merchantId, fileHash, since);
  if (before) throw new Refusal("batch.confirmed_before", { day: toShanghaiDay(before) });
}

type Sheet = { kind: PayoutKind; title: string; fileName: string; bytes: Uint8Array };
/** Takes a sheet in; it is read behind the page. */
async function takeSheet(
  deps: BatchesDeps,
  ctx: MerchantContext,
  { kind, title, fileName, bytes }: Sheet,
): Promise<BatchAnswer> {
  const { merchantId } = ctx;
  const received = await deps.files.receive({ ownerId: merchantId, purpose: PURPOSE, kind: "sheet", fileName, bytes });
  const at = deps.clock.now();
  await requireUnpaid(deps.database.db, { merchantId, fileHash: received.sha256 }, at);
  return ctx.once(async (tx) => {
    const file = await deps.files.record(tx, received);
    const key = { merchantId, id: deps.ids.next() };
    await insertBatch(tx, { ...key, kind, title, fileId: file.id, fileHash: received.sha256, accounts: {}, at });
    await deps.lifecycles.record(tx, batchLifecycle, key, { action: "upload", at, by: merchantActor(ctx) });
    await deps.jobs.send(tx, "batches.parse", key, { key: key.id });
    return { id: key.id, state: "uploaded" };
  });
}

export const uploadBatch = async (
  deps: BatchesDeps,
  ctx: MerchantContext,
  { kind, file }: { kind: PayoutKind; file: UploadedFile },
): Promise<BatchAnswer> =>
  takeSheet(deps, ctx, {
    kind,
    title: file.fileName.slice(0, 120),
    fileName: file.fileName,
    bytes: await file.read(),
  });

export const pasteBatch = (
  deps: BatchesDeps,
  ctx: MerchantContext,
  { kind, title, text }: { kind: PayoutKind; title: string; text: string },
): Promise<BatchAnswer> => {
  const name = title || `粘贴的表格 ${toShanghaiDay(deps.clock.now())}`;
  return takeSheet(deps, ctx, { kind, title: name, fileName: `${name}.csv`, bytes: Buffer.from(text, "utf8") });
};
