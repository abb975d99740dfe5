import { Refusal, type WalletTransfer } from "@coralhub/contract";
import {
  actionsFor,
  maskedName,
  minimumWithdrawal,
  moneyOf,
  moneyText,
  payoutLimit,
  receivingPosting,
  sameName,
  sendingPosting,
  TRANSFER_MINUTES,
  walletTransferLifecycle,
  type Money,
  type WalletTransferAction,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { lockOpenOwner, proveCode, type CodeUse } from "../identity/index.ts";
import type { WalletsDeps } from "./deps.ts";
import { numberOf } from "./wallet-numbers.ts";
import {
  findOwner,
  findTransfer,
  insertTransfer,
  listLapsed,
  lockTransfer,
  type TransferKey,
  type WalletTransferRecord,
} from "./wallets-store.ts";

type Payee = { number: string; name: string };
type FoundPayee = { payeeId: string; name: string };

/** Number and name must belong together; an unknown number and a wrong name answer alike. */
export async function findPayee(deps: WalletsDeps, merchantId: string, { number, name }: Payee): Promise<FoundPayee> {
  const payeeId = await findOwner(deps.database.db, number);
  if (payeeId === merchantId) throw new Refusal("wallet.payee_self");
  const holder = payeeId === undefined ? null : await deps.certification.holderOf(payeeId);
  if (payeeId === undefined || !holder || !sameName(holder.name, name)) throw new Refusal("wallet.payee_unknown");
  return { payeeId, name: holder.name };
}

export async function checkPayee(deps: WalletsDeps, merchantId: string, payee: Payee) {
  const { name } = await findPayee(deps, merchantId, payee);
  return { number: payee.number, maskedName: maskedName(name) };
}

type Input = Payee & { amount: Money; note: string };

function refusedAmount(name: "wallet.below_minimum" | "wallet.above_limit", values: Record<string, string>): Refusal {
  return new Refusal(name, values, { amount: new Refusal(name, values).message });
}

/** Writes down who gets how much. Nothing moves before the code has come back. */
export async function applyTransfer(deps: WalletsDeps, ctx: MerchantContext, request: Input): Promise<WalletTransfer> {
  const { merchantId } = ctx;
  const { payeeId, name } = await findPayee(deps, merchantId, request);
  const holder = await deps.certification.holderOf(merchantId);
  if (!holder) throw new Refusal("access.not_certified");
  const { amount } = request;
  const [minimum, maximum] = [minimumWithdrawal(amount.currency), payoutLimit(holder.kind, amount.currency)];
  // Between wallets small amounts are as good as large ones; a hundredth of the least withdrawal is enough.
  const least = moneyOf(amount.currency, minimum.minor / 100n || 1n);
  if (amount.minor < least.minor) throw refusedAmount("wallet.below_minimum", { minimum: moneyText(least) });
  if (amount.minor > maximum.minor) throw refusedAmount("wallet.above_limit", { maximum: moneyText(maximum) });
  const { id } = await ctx.once(async (tx) => {
    await deps.payouts.requireRoom(tx, { merchantId, amount });
    const key = { merchantId, id: deps.ids.next() };
    const at = deps.clock.now();
    await insertTransfer(tx, {
      ...key,
      kind: "sent",
      state: "unverified",
      amount,
      fromCode: null,
      otherNumber: request.number,
      otherName: name,
      otherId: payeeId,
      note: request.note,
      sweepId: null,
      postingId: null,
      createdAt: at,
      expiresAt: new Date(at.getTime() + TRANSFER_MINUTES * 60_000),
      completedAt: null,
    });
    await deps.lifecycles.record(tx, walletTransferLifecycle, key, { by: merchantActor(ctx), action: "apply", at });
    return { id: key.id };
  });
  return describeTransfer(deps, { merchantId, id });
}

const codeMoney = ({ otherName, otherNumber, amount }: WalletTransferRecord): NonNullable<CodeUse["money"]> => ({
  payee: `${otherName} 钱包 ${otherNumber}`,
  amount,
});

export async function sendTransferCode(
  deps: WalletsDeps,
  { merchantId, now }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const transfer = await findTransfer(deps.database.db, { merchantId, id });
  if (!transfer) throw new Refusal("not_found");
  if (transfer.state !== "unverified") throw new Refusal("state.changed");
  if (transfer.expiresAt! <= now) throw new Refusal("wallet.lapsed");
  return deps.identity.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(transfer) });
}

type Confirmation = { id: string; verifyCode: string; channel: "sms" | "email" };

/** The code is right: out of one merchant's wallet and into the other's, both books in one transaction, once. */
export async function confirmTransfer(
  deps: WalletsDeps,
  ctx: MerchantContext,
  { id, verifyCode, channel }: Confirmation,
): Promise<WalletTransfer> {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const seen = await findTransfer(deps.database.db, key);
  if (!seen || seen.kind !== "sent") throw new Refusal("not_found");
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money: codeMoney(seen) } as const;
  const spendCode = await proveCode(deps.identity.codes, use, ctx);
  const ownNumber = await numberOf(deps, merchantId);
  await ctx.once(async (tx) => {
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    const holder = await deps.certification.holderOf(merchantId, tx);
    if (!holder) throw new Refusal("access.not_certified");
    const open = await lockOpenOwner(tx, seen.otherId!);
    if (!open || !(await deps.certification.holderOf(seen.otherId!, tx))) throw new Refusal("wallet.payee_unknown");
    const transfer = (await lockTransfer(tx, key))!;
    if (transfer.state !== "unverified") throw new Refusal("state.changed");
    const at = deps.clock.now();
    if (transfer.expiresAt! <= at) throw new Refusal("wallet.lapsed");
    await spendCode(tx);
    await deps.payouts.countOutflow(tx, { ...key, kind: "walletTransfer", amount: transfer.amount });
    await move(deps, tx, ctx, transfer, { name: holder.name, number: ownNumber, at });
    return null;
  });
  return describeTransfer(deps, key);
}

async function move(
  deps: WalletsDeps,
  tx: Tx,
  ctx: MerchantContext,
  transfer: WalletTransferRecord,
  { at, ...sender }: { name: string; number: string; at: Date },
): Promise<void> {
  const { merchantId, id, amount, otherId, otherName, otherNumber, note } = transfer;
  const [postingId, receiptId] = [deps.ids.next(), deps.ids.next()];
  await deps.orders.quota.handOver(tx, { from: merchantId, to: otherId!, amount });
  await deps.ledger.postIn(tx, [
    { ...sendingPosting(id, amount), merchantId, id: postingId },
    { ...receivingPosting(id, amount), merchantId: otherId!, id: receiptId },
  ]);
  await insertTransfer(tx, {
    merchantId: otherId!,
    id,
    kind: "received",
    state: "completed",
    amount,
    fromCode: null,
    otherNumber: sender.number,
    otherName: sender.name,
    otherId: merchantId,
    note,
    sweepId: null,
    postingId: receiptId,
    createdAt: at,
    expiresAt: null,
    completedAt: at,
  });
  await deps.lifecycles.advance(tx, walletTransferLifecycle, { merchantId, id }, "confirm", {
    by: merchantActor(ctx),
    at,
    set: { postingId },
    message: { event: "wallet.sent", data: { payee: otherName!, amount: moneyText(amount), number: otherNumber! } },
  });
  await deps.messages.send(tx, {
    event: "wallet.received",
    merchantId: otherId!,
    data: { payer: sender.name, amount: moneyText(amount), currency: amount.currency },
  });
}

export async function cancelTransfer(deps: WalletsDeps, ctx: MerchantContext, { id }: { id: string }) {
  const key = { merchantId: ctx.merchantId, id };
  await ctx.once(async (tx) => {
    await deps.lifecycles.advance(tx, walletTransferLifecycle, key, "cancel", {
      by: merchantActor(ctx),
      at: deps.clock.now(),
    });
    return null;
  });
  return describeTransfer(deps, key);
}

const LAPSED_AT_ONCE = 100;

/** What nobody verified in time is given up. */
export async function lapseTransfers(deps: WalletsDeps): Promise<void> {
  const at = deps.clock.now();
  for (const key of await listLapsed(deps.database.db, at, LAPSED_AT_ONCE)) {
    await deps.database.transaction((tx) =>
      deps.lifecycles.tryAdvance(tx, walletTransferLifecycle, key, "lapse", { by: SYSTEM, at }),
    );
  }
}

const STEPS: Record<WalletTransferAction | "apply", string> = {
  apply: "填写转账",
  confirm: "验证通过，对方已到账",
  cancel: "已取消",
  lapse: "超时未验证，已取消",
};

export async function describeTransfer(deps: WalletsDeps, key: TransferKey): Promise<WalletTransfer> {
  const { db } = deps.database;
  const found = await findTransfer(db, key);
  if (!found) throw new Refusal("not_found");
  const events = await deps.lifecycles.timeline(db, walletTransferLifecycle, key);
  const { id, kind, state, amount, otherName, otherNumber, note, createdAt, completedAt, expiresAt, postingId } = found;
  const may = actionsFor(walletTransferLifecycle, state, "merchant");
  const timeline = events.map(({ action, note: words, at }) => ({
    label: STEPS[action as keyof typeof STEPS],
    note: words,
    at,
  }));
  return {
    id,
    kind,
    state,
    currency: amount.currency,
    amount,
    other: otherName ?? "",
    otherNumber,
    note,
    fee: moneyOf(amount.currency, 0n),
    createdAt,
    completedAt,
    expiresAt: state === "unverified" ? expiresAt : null,
    postingId,
    may: { verify: may.includes("confirm"), cancel: may.includes("cancel") },
    timeline: timeline.length > 0 ? timeline : [{ label: "已到账", note: null, at: completedAt ?? createdAt }],
  };
}
