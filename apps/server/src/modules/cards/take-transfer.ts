import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  CARD_CURRENCY,
  cardTransferLifecycle,
  fundPosting,
  moneyOf,
  moneyText,
  plainName,
  RECHARGE_KINDS,
  rechargeLifecycle,
  serialIn,
  transferArrivalPosting,
  transferMatchPosting,
  type AccountCode,
} from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor, RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import type { Payment as BankPayment } from "../../rails/receiving-bank/index.ts";
import { byOperator } from "../operations/index.ts";
import { findAnnounced, isAwaited, tellArrived, tellGone } from "./announcements.ts";
import { postCard } from "./card-books.ts";
import type { CardsDeps } from "./deps.ts";
import { feeOfArrived } from "./fund-wallet.ts";
import { recoverOwed } from "./move-money.ts";
import { findTransfer, insertTransfer, lockTransfer, type CardTransfer, type Recharge } from "./recharges-store.ts";

/** True where a person has to look: the payer is on a list, or no list could be asked. */
export async function isListed({ screening, log }: CardsDeps, name: string, country: string | null): Promise<boolean> {
  if (!screening.connected) return true;
  try {
    return (await screening.screen({ names: [name], countries: country === null ? [] : [country] })).length > 0;
  } catch (error) {
    log.warn({ err: error }, "a remittance waits at the desk: the lists do not answer");
    return true;
  }
}

/**
 * Money has come to the card wallets' own account. The serial number on it says whose it is, and it is credited by itself only
 * where the merchant itself has sent it: a number can be told to anybody. Everything else lies in the books of the house until
 * two of ours have found out. The bank may tell of it twice.
 */
export async function takeTransfer(
  deps: CardsDeps,
  rail: string,
  payment: BankPayment,
): Promise<"arrived" | "repeated" | "unclaimed"> {
  const { amount, payer, reference, remittance } = payment;
  const { currency, minor } = amount;
  const fee = currency === CARD_CURRENCY ? (await feeOfArrived(deps, amount)).minor : 0n;
  const listed = await isListed(deps, payer.name, payer.country);
  return deps.database.transaction(async (tx) => {
    const head = { id: deps.ids.next(), rail, reference, currency, minor, payer: payer.name, remittance };
    const transfer: CardTransfer = { ...head, state: cardTransferLifecycle.initial, arrivedAt: deps.clock.now() };
    if (!(await insertTransfer(tx, transfer))) return "repeated";
    const serial = serialIn(remittance);
    const recharge = serial === undefined ? undefined : await findAnnounced(tx, serial);
    const holder = listed || !recharge ? null : await deps.holderOf(recharge.merchantId, tx);
    const isOwn = holder !== null && plainName(holder.name) === plainName(payer.name);
    if (recharge && isAwaited(recharge) && recharge.currency === currency && isOwn) {
      await credit(deps, tx, { transfer, recharge, fee, by: RAIL, from: accountCode("house.nostro", currency, rail) });
      return "arrived";
    }
    await deps.ledger.postIn(tx, [transferArrivalPosting({ id: transfer.id, rail, reference, amount })]);
    if (recharge) await tellArrived(deps, tx, recharge, amount);
    return "unclaimed";
  });
}

type Credit = { transfer: CardTransfer; recharge: Recharge; fee: bigint; by: Actor; from: AccountCode };
/** What arrived counts, and the fee taken from it, not what was announced. */
async function credit(deps: CardsDeps, tx: Tx, { transfer, recharge, fee, by, from }: Credit): Promise<void> {
  const { merchantId, id, serial, currency } = recharge;
  const amount = moneyOf(currency, transfer.minor);
  const posting = fundPosting(id, { from, amount, fee, reference: transfer.reference });
  const postingId = await postCard(deps, tx, merchantId, posting);
  await deps.lifecycles.advance(tx, rechargeLifecycle, { merchantId, id }, "succeed", {
    at: deps.clock.now(),
    by,
    set: {
      postingId,
      amountMinor: String(transfer.minor),
      feeMinor: String(fee),
      railReference: transfer.reference,
      reason: null,
    },
    message: {
      event: "card.walletFunded",
      data: {
        amount: moneyText(moneyOf(currency, transfer.minor - fee)),
        way: RECHARGE_KINDS.walletOffline.label,
        serial,
      },
    },
  });
  await deps.lifecycles.advance(tx, cardTransferLifecycle, { id: transfer.id }, "match", {
    at: deps.clock.now(),
    by,
    set: { ownerId: merchantId, rechargeId: id },
  });
  await recoverOwed(deps, tx, { merchantId, currency });
}

export async function lockWaiting(tx: Tx, id: string): Promise<CardTransfer> {
  const transfer = await lockTransfer(tx, id);
  if (!transfer) throw new Refusal("not_found");
  if (transfer.state !== "waiting") throw new Refusal("card.transfer_taken");
  return transfer;
}
/** Both belong together, and nothing was credited for either; late money counts also where nobody waits for it any more. */
async function lockPair(tx: Tx, id: string, serial: string): Promise<{ transfer: CardTransfer; recharge: Recharge }> {
  const transfer = await lockWaiting(tx, id);
  const recharge = await findAnnounced(tx, serial);
  if (!recharge) throw new Refusal("card.serial_unknown");
  if (recharge.state === "succeeded") throw new Refusal("card.serial_credited", { serial });
  if (recharge.currency !== transfer.currency) throw new Refusal("card.transfer_differs");
  return { transfer, recharge };
}

type Match = { to: "match"; id: string; serialNumber: string; fee: string };

/** One of finance has found out whose it is, and sees who paid and whom we know; another one agrees or does not. */
export async function proposeMatch(
  deps: CardsDeps,
  ctx: OperatorContext,
  { id, serialNumber, reason }: { id: string; serialNumber: string; reason: string },
): Promise<{ approvalId: string }> {
  const seen = await findTransfer(deps.database.db, id);
  if (!seen) throw new Refusal("not_found");
  const fee = await feeOfArrived(deps, moneyOf(seen.currency, seen.minor));
  const listed = await isListed(deps, seen.payer, null);
  return ctx.once(async (tx) => {
    const { transfer, recharge } = await lockPair(tx, id, serialNumber);
    const holder = await deps.holderOf(recharge.merchantId, tx);
    const own = holder !== null && plainName(holder.name) === plainName(transfer.payer);
    return deps.approvals.propose(tx, ctx, {
      kind: "card.transfer",
      subject: `card_transfer:${id}`,
      what: `${transfer.payer} 的汇款 ${moneyText(moneyOf(transfer.currency, transfer.minor))} 归入 ${serialNumber}`,
      facts: [
        { label: "汇款人", value: transfer.payer },
        { label: "登记的汇款人", value: recharge.payer ?? "没有填写" },
        { label: "登记状态", value: recharge.reason ?? rechargeLifecycle.states[recharge.state].label },
        { label: "商户", value: holder?.name ?? "实名认证尚未有效" },
        { label: "付款方", value: own ? "与实名一致" : "与实名不一致，请核对关系和依据" },
        { label: "名单", value: listed ? "命中或没有查到，请先核实" : "未命中" },
        { label: "到账", value: moneyText(moneyOf(transfer.currency, transfer.minor)) },
        { label: "登记金额", value: moneyText(moneyOf(recharge.currency, recharge.minor)) },
        { label: "费用", value: moneyText(fee) },
        { label: "附言", value: transfer.remittance || "没有" },
      ],
      content: { to: "match", id, serialNumber, fee: fee.minor.toString() } satisfies Match,
      reason,
    });
  });
}

/** At the fee both have seen. Nothing is credited to a merchant whose certification does not count. */
export const putMatchIntoForce =
  (deps: CardsDeps): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { id, serialNumber, fee } = content as Match;
    const { transfer, recharge } = await lockPair(tx, id, serialNumber);
    const { merchantId } = recharge;
    if (!(await deps.holderOf(merchantId, tx))) throw new Refusal("card.transfer_uncertified");
    const amount = moneyOf(transfer.currency, transfer.minor);
    const clearing = accountCode("house.clearing", transfer.currency, "internal");
    await deps.ledger.postIn(tx, [transferMatchPosting({ ...transfer, amount }, clearing)]);
    const by = operatorActor(ctx);
    await credit(deps, tx, { transfer, recharge, fee: BigInt(fee), by, from: clearing });
    // It named another announcement, or none: that one is looked at no longer for this money.
    const fate = `已归入 ${serialNumber}`;
    await tellGone(deps, tx, { transfer, but: recharge, fate, step: { at: deps.clock.now(), by } });
    const detail = { merchantId, serialNumber, reason, proposedBy };
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "card.transfer_matched", subject: `card_transfer:${id}`, detail }),
    );
  };
