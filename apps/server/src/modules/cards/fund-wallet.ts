import { Refusal, type CardFundSource } from "@coralhub/contract";
import {
  accountCode,
  CARD_CURRENCY,
  CARD_FUNDING_ACCOUNT,
  cardCode,
  fundPosting,
  HOUSE_MERCHANT_ID,
  moneyOf,
  moneyText,
  OFFLINE_DAYS,
  RECHARGE_KINDS,
  rechargeLifecycle,
  receivingAccountLifecycle,
  serialIn,
  type Money,
  type RechargeState,
} from "@coralhub/domain";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, operatorActor, RAIL, SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { Payment as BankPayment } from "../../rails/receiving-bank/index.ts";
import { findSerial } from "./account-store.ts";
import { postCard } from "./card-books.ts";
import { requireCard } from "./change-card.ts";
import type { CardsDeps } from "./deps.ts";
import { moveCardMoney, recoverOwed, requireWalletMoney } from "./move-money.ts";
import {
  insertRecharge,
  findTransfer,
  insertTransfer,
  lockRechargeOfSerial,
  lockTransfer,
  matchTransfer,
  type CardTransfer,
  type Recharge,
} from "./recharges-store.ts";
import { nextSerial } from "./serials.ts";

export type RechargeAnswer = { id: string; state: RechargeState };

/** Where money for the card wallet can come from, and what stands in the way. */
export async function listSources(deps: CardsDeps, merchantId: string): Promise<CardFundSource[]> {
  const [accounts, balances] = await Promise.all([
    deps.accounts.list(merchantId),
    deps.ledger.balances(merchantId, ["collection", "wallet"]),
  ]);
  const minorOf = (code: string) => balances.find((balance) => balance.code === code)?.balance.minor ?? 0n;
  const currency = CARD_CURRENCY;
  const collections = accounts
    .filter((account) => account.currency === currency && (account.state === "open" || account.state === "frozen"))
    .map((account) => ({
      kind: "collection" as const,
      accountId: account.id,
      name: account.accountNumber ?? account.id,
      merchantName: account.holderName,
      currency,
      available: moneyOf(currency, minorOf(accountCode("collection", currency, account.id))),
      problem: account.state === "open" ? null : `账户${receivingAccountLifecycle.states[account.state].label}`,
    }));
  const wallet = {
    kind: "wallet" as const,
    accountId: null,
    name: "多币种钱包",
    merchantName: null,
    currency,
    available: moneyOf(currency, minorOf(accountCode("wallet", currency))),
    problem: null,
  };
  return [...collections, wallet];
}

function requireCurrency({ currency }: Money): void {
  if (currency !== CARD_CURRENCY) throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
}
/** Asked in the transaction that moves the money. */
async function requireMoving(deps: CardsDeps, tx: Tx): Promise<void> {
  if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
}

export async function fundingFee(deps: CardsDeps, amount: Money): Promise<Money> {
  requireCurrency(amount);
  return (await deps.ledger.prices.fee({ business: "card_funding", amount, corridor: "*" })).total;
}

/** From a receiving account or the wallet: within the books, so it is there at once. */
export async function fundWallet(
  deps: CardsDeps,
  ctx: MerchantContext,
  { accountId, amount }: { accountId: string | null; amount: Money },
): Promise<RechargeAnswer> {
  const { merchantId } = ctx;
  const fee = await fundingFee(deps, amount);
  return ctx.once(async (tx) => {
    await requireMoving(deps, tx);
    if (accountId !== null) {
      // Nobody freezes the account between this look and the posting.
      const account = await deps.accounts.lock(tx, { merchantId, id: accountId });
      if (!account) throw new Refusal("not_found");
      const { label } = receivingAccountLifecycle.states[account.state];
      if (account.state !== "open") throw new Refusal("card.source_unusable", { problem: `账户${label}` });
      if (account.currency !== amount.currency) throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
    }
    const from =
      accountId === null
        ? accountCode("wallet", amount.currency)
        : accountCode("collection", amount.currency, accountId);
    const id = deps.ids.next();
    const serial = await nextSerial(deps, tx, merchantId, "walletOffline");
    const postingId = await postCard(
      deps,
      tx,
      merchantId,
      fundPosting(id, { from, amount, fee: fee.minor, reference: serial }),
    );
    const kind = accountId === null ? ("walletBalance" as const) : ("walletCollection" as const);
    const row = {
      merchantId,
      id,
      kind,
      currency: amount.currency,
      minor: amount.minor,
      fee: fee.minor,
      serial,
      accountId,
    };
    await insertRecharge(tx, { ...row, cardId: null, payer: null, createdAt: deps.clock.now(), postingId });
    await recoverOwed(deps, tx, { merchantId, currency: amount.currency });
    return { id, state: "succeeded" };
  });
}

/** What the merchant writes on the remittance, and what we wait for from then on. */
export async function announceTransfer(
  deps: CardsDeps,
  ctx: MerchantContext,
  { serialNumber, amount, payer }: { serialNumber: string; amount: Money; payer: string },
): Promise<RechargeAnswer> {
  const { merchantId } = ctx;
  const fee = await fundingFee(deps, amount);
  return ctx.once(async (tx) => {
    const given = await findSerial(tx, serialNumber);
    if (given?.merchantId !== merchantId || given.business !== "walletOffline") throw new Refusal("not_found");
    if (await lockRechargeOfSerial(tx, merchantId, serialNumber)) throw new Refusal("card.serial_used");
    const id = deps.ids.next();
    const { currency, minor } = amount;
    const row = {
      merchantId,
      id,
      kind: "walletOffline" as const,
      currency,
      minor,
      fee: fee.minor,
      serial: serialNumber,
    };
    await insertRecharge(tx, {
      ...row,
      cardId: null,
      accountId: null,
      payer,
      createdAt: deps.clock.now(),
      postingId: null,
    });
    return { id, state: "pending" };
  });
}

export const cancelTransfer = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<RechargeAnswer> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    const change = { at: deps.clock.now(), by: merchantActor(ctx), set: { reason: "已取消" } };
    return { id, state: await deps.lifecycles.advance(tx, rechargeLifecycle, key, "cancel", change) };
  });

/**
 * Money has come to the card wallets' own account. A serial number on it says whose it is; without one it lies in the books
 * of the house until somebody of ours has found out. The bank may tell of it twice.
 */
export async function takeTransfer(
  deps: CardsDeps,
  rail: string,
  payment: BankPayment,
): Promise<"arrived" | "repeated" | "unclaimed"> {
  const fee = payment.amount.currency === CARD_CURRENCY ? (await fundingFee(deps, payment.amount)).minor : 0n;
  return deps.database.transaction(async (tx) => {
    const { currency, minor } = payment.amount;
    const { reference, remittance } = payment;
    const head = { id: deps.ids.next(), rail, reference, currency, minor, payer: payment.payer.name, remittance };
    const transfer: CardTransfer = { ...head, merchantId: null, arrivedAt: deps.clock.now() };
    if (!(await insertTransfer(tx, transfer))) return "repeated";
    const serial = serialIn(remittance);
    const owner = serial === undefined ? undefined : await findSerial(tx, serial);
    const recharge = owner && (await lockRechargeOfSerial(tx, owner.merchantId, serial!));
    const fits = recharge?.state === "pending" && recharge.currency === currency;
    if (recharge && fits) {
      await credit(deps, tx, { transfer, recharge, fee, by: RAIL, from: accountCode("house.nostro", currency, rail) });
      return "arrived";
    }
    await deps.ledger.postIn(tx, [
      {
        merchantId: HOUSE_MERCHANT_ID,
        key: `card-transfer:${transfer.id}:arrived`,
        reason: "income.received",
        reference,
        transfers: [
          {
            from: accountCode("house.nostro", currency, rail),
            to: accountCode("house.suspense", currency),
            amount: payment.amount,
          },
        ],
      },
    ]);
    return "unclaimed";
  });
}

type Credit = { transfer: CardTransfer; recharge: Recharge; fee: bigint; by: Actor; from: ReturnType<typeof cardCode> };
/** What arrived counts, not what was announced. */
async function credit(deps: CardsDeps, tx: Tx, { transfer, recharge, fee, by, from }: Credit): Promise<void> {
  const { merchantId, id, serial, currency } = recharge;
  const amount = moneyOf(currency, transfer.minor);
  const postingId = await postCard(
    deps,
    tx,
    merchantId,
    fundPosting(id, { from, amount, fee, reference: transfer.reference }),
  );
  await deps.lifecycles.advance(tx, rechargeLifecycle, { merchantId, id }, "succeed", {
    at: deps.clock.now(),
    by,
    set: { postingId, amountMinor: String(transfer.minor), railReference: transfer.reference },
    message: {
      event: "card.walletFunded",
      data: {
        amount: moneyText(moneyOf(currency, transfer.minor - fee)),
        way: RECHARGE_KINDS.walletOffline.label,
        serial,
      },
    },
  });
  await matchTransfer(tx, transfer.id, recharge, deps.clock.now());
  await recoverOwed(deps, tx, { merchantId, currency });
}

/** One of finance has found out whose it is: the merchant announced it, another person matches it. */
export async function matchByHand(
  deps: CardsDeps,
  ctx: OperatorContext,
  { id, serialNumber, reason }: { id: string; serialNumber: string; reason: string },
): Promise<{ state: RechargeState }> {
  const seen = await findTransfer(deps.database.db, id);
  if (!seen) throw new Refusal("not_found");
  const fee = (await fundingFee(deps, moneyOf(seen.currency, seen.minor))).minor;
  return ctx.once(async (tx) => {
    const transfer = await lockTransfer(tx, id);
    if (!transfer) throw new Refusal("not_found");
    if (transfer.merchantId !== null) throw new Refusal("card.transfer_taken");
    const owner = await findSerial(tx, serialNumber);
    const recharge = owner && (await lockRechargeOfSerial(tx, owner.merchantId, serialNumber));
    if (recharge?.state !== "pending") throw new Refusal("state.changed");
    if (recharge.currency !== transfer.currency) throw new Refusal("card.transfer_differs");
    const amount = moneyOf(transfer.currency, transfer.minor);
    const clearing = accountCode("house.clearing", transfer.currency, "internal");
    await deps.ledger.postIn(tx, [
      {
        merchantId: HOUSE_MERCHANT_ID,
        key: `card-transfer:${transfer.id}:matched`,
        reason: "house.settled",
        reference: transfer.reference,
        transfers: [{ from: accountCode("house.suspense", transfer.currency), to: clearing, amount }],
      },
    ]);
    await credit(deps, tx, { transfer, recharge, fee, by: operatorActor(ctx), from: clearing });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "card.transfer_matched",
      subject: `card_transfer:${id}`,
      address: ctx.address,
      detail: { merchantId: recharge.merchantId, serialNumber, reason },
    });
    return { state: "succeeded" };
  });
}

/** Nothing has come of it for so long that nobody waits any more; what comes after all is matched by hand. */
export async function giveUpTransfer(deps: CardsDeps, key: { merchantId: string; id: string }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const reason = `${OFFLINE_DAYS} 天内没有收到汇款`;
    await deps.lifecycles.tryAdvance(tx, rechargeLifecycle, key, "fail", {
      at: deps.clock.now(),
      by: SYSTEM,
      set: { reason },
      note: reason,
    });
  });
}

type CardMove = { cardId: string; rechargeAmount: Money };
export async function loadCard(
  deps: CardsDeps,
  ctx: MerchantContext,
  { cardId, rechargeAmount }: CardMove,
): Promise<RechargeAnswer> {
  requireCurrency(rechargeAmount);
  return ctx.once(async (tx) => {
    await requireMoving(deps, tx);
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id: cardId });
    if (card.state !== "active" && card.state !== "frozen")
      throw new Refusal("card.not_usable", { state: "不在使用中" });
    await requireWalletMoney(deps, tx, card, rechargeAmount.minor);
    const id = await moveCardMoney(deps, tx, card, { kind: "load", minor: rechargeAmount.minor });
    return { id, state: "succeeded" };
  });
}

export async function unloadCard(
  deps: CardsDeps,
  ctx: MerchantContext,
  { cardId, rechargeAmount }: CardMove,
): Promise<RechargeAnswer> {
  requireCurrency(rechargeAmount);
  return ctx.once(async (tx) => {
    await requireMoving(deps, tx);
    const card = await requireCard(deps, tx, { merchantId: ctx.merchantId, id: cardId });
    if (card.state === "applying" || card.state === "failed")
      throw new Refusal("card.not_usable", { state: "还没有开通" });
    const available = await deps.ledger.balance(ctx.merchantId, cardCode(card.currency, card.id), tx);
    if (available.minor < rechargeAmount.minor)
      throw new Refusal("card.balance_short", { available: moneyText(available) });
    const id = await moveCardMoney(deps, tx, card, { kind: "unload", minor: rechargeAmount.minor });
    await recoverOwed(deps, tx, card);
    return { id, state: "succeeded" };
  });
}

/** What is written on a remittance. */
export const transferFields = () => [
  { label: "收款户名", value: CARD_FUNDING_ACCOUNT.holder },
  { label: "收款账号", value: CARD_FUNDING_ACCOUNT.number },
  { label: "收款银行", value: CARD_FUNDING_ACCOUNT.bank },
  { label: "SWIFT", value: CARD_FUNDING_ACCOUNT.bic },
  { label: "币种", value: CARD_CURRENCY },
];
