import { Refusal } from "@coralhub/contract";
import { batchLifecycle, moneyText, needsStepUp } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { proveCode, requireFresh, type CodeUse } from "../identity/index.ts";
import { quoteToJson } from "../prices/index.ts";
import { createHash } from "node:crypto";
import { findBatch, insertBatch, lockBatch, lockTwins, setRest, type Batch, type BatchKey } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";
import { requireUnpaid, type BatchAnswer } from "./open-batch.ts";
import { agreedOf, type Offered } from "./price-batch.ts";
import { findRows, forgetRows, groupRows, lockReady, markPaid, moveRest } from "./rows-store.ts";
import { giveRowsBack, reserveSpread } from "./sheet-coupons.ts";

/**
 * What arrives, how many, and the sheet as it was: a rate that moves between the code and the confirmation changes none of
 * them, an account that somebody writes over does.
 */
const codeMoney = ({ title, fileHash, version }: Batch, { totals, count }: Offered): NonNullable<CodeUse["money"]> => ({
  payee: `「${title.slice(0, 40)}」${count} 个收款人${totals.length > 1 ? `，${totals.map((one) => moneyText(one)).join("、")}` : ""}`,
  amount: totals[0]!,
  version: `${Buffer.from(fileHash).toString("hex")}:${version}`,
});

/** Much at once only by somebody who has just proven themselves again. */
async function requireProof(deps: BatchesDeps, ctx: MerchantContext, { totals }: Offered): Promise<void> {
  if (needsStepUp(totals, await deps.payouts.limits())) requireFresh(deps, ctx);
}

async function quoted(deps: BatchesDeps, key: BatchKey, quoteId: string): Promise<{ batch: Batch; agreed: Offered }> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) throw new Refusal("not_found");
  if (batch.state !== "toConfirm") throw new Refusal("batch.not_editable");
  if (batch.quoteId !== quoteId) throw new Refusal("batch.quote_ended");
  return { batch, agreed: agreedOf(batch.quote) };
}

export async function sendBatchCode(
  deps: BatchesDeps,
  ctx: MerchantContext,
  { id, quoteId, channel }: { id: string; quoteId: string; channel: "sms" | "email" },
) {
  const { merchantId } = ctx;
  const { batch, agreed } = await quoted(deps, { merchantId, id }, quoteId);
  await requireProof(deps, ctx, agreed);
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(batch, agreed) });
}

type Confirmation = {
  id: string;
  quoteId: string;
  verifyCode: string;
  channel: "sms" | "email";
  toleranceBasisPoints: number;
};
/** One code for all rows that are chosen; the others move to a sheet of their own and can be paid later. */
export async function confirmBatch(
  deps: BatchesDeps,
  ctx: MerchantContext,
  { id, quoteId, verifyCode, channel, toleranceBasisPoints }: Confirmation,
): Promise<BatchAnswer> {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const { batch: seen, agreed } = await quoted(deps, key, quoteId);
  if (!(await deps.certifiedAs(merchantId))) throw new Refusal("access.not_certified");
  await requireProof(deps, ctx, agreed);
  const money = codeMoney(seen, agreed);
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  return ctx.once(async (tx) => {
    await lockTwins(tx, seen);
    const batch = (await lockBatch(tx, key))!;
    const at = deps.clock.now();
    if (batch.state !== "toConfirm") throw new Refusal("batch.not_editable");
    if (batch.quoteId !== quoteId || batch.quoteExpiresAt! <= at) throw new Refusal("batch.quote_ended");
    if (batch.quoteVersion !== batch.version) throw new Refusal("batch.changed");
    // The same file may have been uploaded twice before either was confirmed.
    await requireUnpaid(tx, batch, at);
    await spendCode(tx);
    await reserveSpread(deps, tx, batch, { spread: agreedOf(batch.quote).spread, quoteId });
    const { personId, personName, address } = ctx;
    const fresh = (await groupRows(tx, key)).reduce((sum, group) => sum + group.fresh, 0);
    const told = { title: batch.title, count: String(fresh), batchId: id };
    await deps.lifecycles.advance(tx, batchLifecycle, key, "confirm", {
      at,
      by: merchantActor(ctx),
      set: {
        agreed: quoteToJson({ ...agreedOf(batch.quote), toleranceBasisPoints }),
        confirmedBy: { personId, personName, address },
        rowsDone: 0,
        rowsTotal: agreed.count,
      },
      // Whoever can add where money goes can take it: the owner hears of a sheet's new accounts before they are paid.
      ...(fresh > 0 && { message: { event: "batch.new_payees", data: told } }),
      note: `${agreed.count} 笔，${agreed.totals.map((one) => moneyText(one)).join("、")}`,
    });
    await splitRest(deps, tx, batch, agreed.count);
    await deps.audit.record(tx, {
      actor: { kind: "merchant", id: merchantId, personId },
      action: "batch.confirmed",
      subject: `batch:${id}`,
      address,
      detail: { title: batch.title, count: agreed.count, totals: agreed.totals.map((one) => moneyText(one)) },
    });
    await deps.jobs.send(tx, "batches.pay", key, { key: `${id} pay` });
    return { id, state: "confirmed" };
  });
}

async function splitRest(deps: BatchesDeps, tx: Tx, batch: Batch, chosen: number): Promise<void> {
  if (batch.rowsTotal <= chosen) return;
  const { merchantId, kind, fileId, accounts } = batch;
  const rest = { merchantId, id: deps.ids.next() };
  // These rows were not paid with the file: they are content of their own.
  const fileHash = createHash("sha256").update(batch.fileHash).update(rest.id).digest();
  const at = deps.clock.now();
  const title = batch.title.replace(/（其余 \d+ 行）$/, "");
  const left = batch.rowsTotal - chosen;
  await insertBatch(tx, { ...rest, kind, title: `${title}（其余 ${left} 行）`, fileId, fileHash, accounts, at });
  await moveRest(tx, batch, rest.id);
  await deps.lifecycles.advance(tx, batchLifecycle, rest, "parse", {
    at,
    by: SYSTEM,
    set: { rowsTotal: left, rowsDone: left },
  });
  await deps.lifecycles.advance(tx, batchLifecycle, rest, "offer", { at, by: SYSTEM });
  await setRest(tx, batch, rest.id);
}

export async function cancelBatch(deps: BatchesDeps, ctx: MerchantContext, id: string): Promise<BatchAnswer> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    await deps.lifecycles.advance(tx, batchLifecycle, key, "cancel", { at: deps.clock.now(), by: merchantActor(ctx) });
    await forgetRows(tx, key);
    return { id, state: "cancelled" };
  });
}

/** Until its payment has been submitted a row may be taken back; one that is not paid yet is not paid at all. */
export async function cancelRow(
  deps: BatchesDeps,
  ctx: MerchantContext,
  { id, line }: { id: string; line: number },
): Promise<BatchAnswer> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (!batch) throw new Refusal("not_found");
    const isUnderWay = batch.state === "confirmed" || batch.state === "processing";
    if (!isUnderWay) throw new Refusal("batch.not_editable");
    const waits = (await lockReady(tx, key, [line])).has(line);
    const [row] = await findRows(tx, key, [line]);
    if (!row) throw new Refusal("not_found");
    if (row.payoutId)
      await deps.payouts.cancel(tx, { merchantId: ctx.merchantId, id: row.payoutId }, merchantActor(ctx));
    else if (waits) {
      await markPaid(tx, key, [{ line, payoutId: null, reason: "已取消" }]);
      await giveRowsBack(deps, tx, ctx.merchantId, [{ id, line }]);
    } else throw new Refusal("state.changed");
    return { id, state: batch.state };
  });
}
