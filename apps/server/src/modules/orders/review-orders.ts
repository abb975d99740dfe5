import { Refusal, type OrderDeskCase } from "@coralhub/contract";
import {
  accountParts,
  findingLabel,
  isProven,
  moneyOf,
  orderRowLifecycle,
  orderUploadLifecycle,
  rejectLabel,
  type Currency,
  type Money,
  type RejectReason,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { describeUpload } from "./describe-orders.ts";
import { countTrackings, readUploadRows } from "./order-rows-store.ts";
import { lockQuota } from "./quota-store.ts";
import { grantQuota } from "./quota.ts";
import {
  countAllReasons,
  findOrder,
  listOpenIds,
  lockOrders,
  releaseNumbers,
  reviewRecord,
  type StoredOrder,
} from "./rows-store.ts";
import { settleUpload } from "./store-rows.ts";
import { findUpload, listPapers, lockUpload, type UploadKey } from "./uploads-store.ts";

const ROWS_SHOWN = 500;
const NINETY_DAYS_MS = 90 * 86_400_000;

export async function describeCase(deps: OrdersDeps, ctx: OperatorContext, key: UploadKey): Promise<OrderDeskCase> {
  const detail = await describeUpload(deps, key);
  const [merchantName, record, debts] = await Promise.all([
    deps.nameOf(key.merchantId),
    reviewRecord(deps.database.db, key.merchantId),
    deps.ledger.balances(key.merchantId, ["house.quota_debt"]),
  ]);
  await deps.database.transaction((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "order.viewed",
      subject: key.id,
      address: ctx.address,
      detail: {},
    }),
  );
  return {
    ...detail,
    merchantId: key.merchantId,
    merchantName,
    record: {
      passed: record.passed,
      failed: record.failed,
      passedWorth: moneyOf("USD", record.passedCents),
      failedWorth: moneyOf("USD", record.failedCents),
      proven: isProven(record),
    },
    debt: debts.flatMap(({ code, balance }) =>
      balance.minor < 0n ? [moneyOf(accountParts(code).currency, -balance.minor)] : [],
    ),
  };
}

export async function describeCaseRows(deps: OrdersDeps, { open, ...key }: UploadKey & { open: "yes" | "no" }) {
  const { db } = deps.database;
  const rows = await readUploadRows(db, key, open === "yes" ? "open" : "all", ROWS_SHOWN);
  const shared = await countTrackings(
    db,
    key.merchantId,
    rows.flatMap(({ tracking }) => tracking ?? []),
  );
  return rows.map((row) => ({ ...row, sharedTracking: row.tracking === null ? 0 : (shared.get(row.tracking) ?? 0) }));
}

/** Somebody takes it up: file and rows say so, and the merchant sees it. */
export const beginReview = (deps: OrdersDeps, ctx: OperatorContext, key: UploadKey) =>
  ctx.once(async (tx) => {
    const at = deps.clock.now();
    const by = operatorActor(ctx);
    await lockUpload(tx, key);
    await deps.lifecycles.advance(tx, orderUploadLifecycle, key, "begin", { by, at });
    const ids = await listOpenIds(tx, key);
    const moves = ids.map((id) => ({ key: { merchantId: key.merchantId, id } }));
    if (moves.length > 0) await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "begin", { by, at }, moves);
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "order.begun",
      subject: key.id,
      address: ctx.address,
      detail: { merchantId: key.merchantId },
    });
    return { rows: ids.length };
  });

type Decision = UploadKey & {
  orderIds: string[];
  decision: "pass" | "fail";
  reason: RejectReason | null;
  part: Money | null;
};
/** Accepts or refuses what was chosen. What passes grants quota in the same transaction. */
export async function decideOrders(
  deps: OrdersDeps,
  ctx: OperatorContext,
  { merchantId, id, orderIds, decision, reason, part }: Decision,
) {
  if (decision === "fail" && reason === null) throw new Refusal("input.invalid", {}, { reason: "请选择原因" });
  if (part && (decision !== "pass" || orderIds.length !== 1)) throw new Refusal("order.part_too_much");
  return ctx.once(async (tx) => {
    const key = { merchantId, id };
    const upload = await lockUpload(tx, key);
    // Its end would be said before all of it is read.
    if (upload.state === "analysing") throw new Refusal("state.changed");
    // What passes grants: before the orders, as refunds that are told and files that are cancelled do.
    if (decision === "pass") await lockQuota(tx, merchantId);
    const orders = await lockOrders(tx, merchantId, orderIds);
    if (orders.length !== new Set(orderIds).size || orders.some(({ uploadId }) => uploadId !== id))
      throw new Refusal("not_found");
    const worths = decision === "pass" ? orders.map((order) => worthOf(order, part)) : [];
    const by = operatorActor(ctx);
    const at = deps.clock.now();
    const who = { decidedBy: ctx.operator.id, decidedName: ctx.operator.name, decidedAt: at };
    const moves = orders.map((order, place) => ({
      key: { merchantId, id: order.id },
      set: decision === "pass" ? { ...who, grantedMinor: worths[place] } : { ...who, reason },
    }));
    const action = decision === "fail" ? "fail" : part ? "passPartly" : "pass";
    const moved = await deps.lifecycles.advanceMany(tx, orderRowLifecycle, action, { by, at }, moves);
    if (moved.some((one) => !one)) throw new Refusal("state.changed");
    if (decision === "fail")
      await releaseNumbers(
        tx,
        merchantId,
        orders.map((order) => order.id),
      );
    const granted = new Map<Currency, bigint>();
    orders.forEach(({ currency }, place) => {
      if (decision === "pass") granted.set(currency!, (granted.get(currency!) ?? 0n) + worths[place]!);
    });
    for (const [currency, minor] of granted) {
      await grantQuota(deps, tx, {
        merchantId,
        key: `${id}:${orders[0]!.id}:${currency}:reviewed`,
        reference: upload.fileName.slice(0, 60),
        amount: moneyOf(currency, minor),
      });
    }
    const note = `${decision === "pass" ? "通过" : `不通过：${rejectLabel(reason!)}`} ${orders.length} 个`;
    await deps.lifecycles.record(tx, orderUploadLifecycle, key, { by, at, action: "decide", note });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "order.decided",
      subject: id,
      address: ctx.address,
      detail: { decision, reason, orders: orderIds.length },
    });
    await settleUpload(deps, tx, key, by);
    return { decided: orders.length, granted: [...granted].map(([currency, minor]) => moneyOf(currency, minor)) };
  });
}

function worthOf({ amountMinor, refundedMinor, currency }: StoredOrder, part: Money | null): bigint {
  const whole = (amountMinor ?? 0n) - refundedMinor;
  if (!part) return whole;
  if (part.currency !== currency || part.minor <= 0n || part.minor > whole) throw new Refusal("order.part_too_much");
  return part.minor;
}

export async function lookUpWaybill(deps: OrdersDeps, ctx: OperatorContext, { merchantId, id }: UploadKey) {
  const order = await findOrder(deps.database.db, { merchantId, id });
  if (!order || order.tracking === null || order.orderedAt === null) throw new Refusal("not_found");
  const { tracking, carrier, orderedAt, country } = order;
  const standing = await deps.logistics.look({ tracking, carrier, orderedAt, country });
  await deps.database.transaction((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "order.waybill_checked",
      subject: id,
      address: ctx.address,
      detail: {},
    }),
  );
  return { tracking, carrier, ...standing };
}

/** A paper that came with it, or the uploaded file itself. */
export async function readPaper(
  deps: OrdersDeps,
  ctx: OperatorContext,
  { merchantId, id, fileId }: UploadKey & { fileId: string },
) {
  const { db } = deps.database;
  const papers = await listPapers(db, { merchantId, id });
  const isOfIt =
    papers.some((paper) => paper.fileId === fileId) || (await findUpload(db, { merchantId, id }))?.fileId === fileId;
  const file = isOfIt ? await deps.files.find(merchantId, fileId) : undefined;
  if (!file) throw new Refusal("not_found");
  await deps.database.transaction((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "order.viewed",
      subject: fileId,
      address: ctx.address,
      detail: {},
    }),
  );
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}

export async function describeReasons(deps: OrdersDeps) {
  const counts = await countAllReasons(deps.database.db, new Date(deps.clock.now().getTime() - NINETY_DAYS_MS));
  return counts.map(({ word, by, count }) => ({
    label: by === "person" ? rejectLabel(word) : findingLabel(word),
    by,
    count,
  }));
}
