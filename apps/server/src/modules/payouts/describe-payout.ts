import { Refusal, type PayoutDetail, type PayoutOverview } from "@coralhub/contract";
import {
  accountCode,
  actionsFor,
  approvalLimit,
  coolingLimit,
  minimumWithdrawal,
  moneyOf,
  moneyText,
  PAYOUT_CHANNELS,
  PAYOUT_STEPS,
  payoutLifecycle,
  payoutLimit,
  takesFrom,
  toShanghaiTime,
  type PayoutChannel,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { ReceivingAccount } from "../accounts/index.ts";
import { bankAccountView } from "./bind-bank-account.ts";
import { accountProblem, payeeOf } from "./check-wish.ts";
import type { Holder, PayoutsDeps } from "./deps.ts";
import { auditPayout } from "./desk/decide-payout.ts";
import { listPayoutEvents } from "./payout-events-store.ts";
import { findPayout, type Payout, type PayoutKey } from "./payouts-store.ts";
import { priceView } from "./quote-payout.ts";

/** From where, to where and how much; what stands in the way says so. */
export async function describeChannel(
  deps: PayoutsDeps,
  merchantId: string,
  channel: PayoutChannel,
): Promise<PayoutOverview> {
  const [accounts, holder, balances, stopped] = await Promise.all([
    deps.receivingAccounts.list(merchantId),
    deps.certifiedAs(merchantId),
    deps.ledger.balances(merchantId, ["collection"]),
    deps.ledger.payoutsStopped(),
  ]);
  const payee = await payeeOf(deps, merchantId, channel, holder);
  const shown = accounts.filter(
    ({ platform, state }) => takesFrom(channel, platform) && (state === "open" || state === "frozen"),
  );
  return {
    certified: holder !== null,
    holderName: holder?.name ?? null,
    holderKind: holder?.kind ?? null,
    open: deps.banks[channel].isOpen && !stopped,
    bankAccount: payee ? bankAccountView(payee, deps.clock.now()) : null,
    accounts: shown.map((account) => {
      const code = accountCode("collection", account.currency, account.id);
      const minor = balances.find((balance) => balance.code === code)?.balance.minor ?? 0n;
      return describeSource(channel, account, holder, minor);
    }),
  };
}

function describeSource(channel: PayoutChannel, account: ReceivingAccount, holder: Holder | null, minor: bigint) {
  const { id, accountNumber, holderName, country, currency, state } = account;
  const minimum = minimumWithdrawal(currency);
  const short = minor < minimum.minor ? `余额不足最低提现金额 ${moneyText(minimum)}` : null;
  return {
    id,
    accountNumber,
    holderName,
    country,
    currency,
    state,
    available: moneyOf(currency, minor),
    minimum,
    maximum: holder && payoutLimit(holder.kind, currency),
    coolingLimit: coolingLimit(currency),
    approvalAbove: approvalLimit(currency),
    problem: accountProblem(channel, account) ?? short,
  };
}

function nextStep({ state, channel, expiresAt }: Payout): string | null {
  const { label, arrives } = PAYOUT_CHANNELS[channel];
  switch (state) {
    case "unverified":
      return `请用验证码确认，${toShanghaiTime(expiresAt).slice(11, 16)} 前有效。确认前没有扣款`;
    case "awaitingApproval":
      return "款项已预留，财务审批后提交银行，通常在 2 个工作小时内";
    case "submitted":
      return `正在发往${label}`;
    case "processing":
      return `${label}处理中，预计${arrives}到账。没有结果时我们会一直查询，不会重复付款`;
    default:
      return null;
  }
}

async function describe(deps: PayoutsDeps, payout: Payout): Promise<Omit<PayoutDetail, "may">> {
  const { merchantId, accountId, state } = payout;
  const [account, events] = await Promise.all([
    deps.receivingAccounts.of(merchantId, accountId),
    listPayoutEvents(deps.database.db, payout),
  ]);
  return {
    id: payout.id,
    state,
    amount: payout.amount,
    arrives: payout.price?.price.buy ?? null,
    payeeName: payout.payeeName,
    payeeBank: payout.payeeBank,
    payeeLastFour: payout.payeeLastFour,
    accountId,
    accountNumber: account!.accountNumber,
    reference: payout.reference,
    createdAt: payout.createdAt,
    finishedAt: payout.finishedAt,
    price: payout.price && priceView(payout.price),
    reason: payout.reason,
    expiresAt: state === "unverified" ? payout.expiresAt : null,
    next: nextStep(payout),
    timeline: events.map((event) => ({ ...event, label: PAYOUT_STEPS[event.action] })),
  };
}

export async function describePayout(deps: PayoutsDeps, key: PayoutKey): Promise<PayoutDetail> {
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  const actions = actionsFor(payoutLifecycle, payout.state, "merchant");
  const inTime = payout.expiresAt > deps.clock.now();
  return {
    ...(await describe(deps, payout)),
    may: { verify: actions.includes("confirm") && inTime, cancel: actions.includes("cancel") },
  };
}

/** The same for the desk. Looking is recorded. */
export async function describePayoutCase(deps: PayoutsDeps, ctx: OperatorContext, key: PayoutKey) {
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  await ctx.once((tx) => auditPayout(deps, tx, ctx, key, { action: "payout.viewed" }));
  return {
    ...(await describe(deps, payout)),
    merchantId: payout.merchantId,
    rail: payout.rail,
    askedAt: payout.askedAt,
    may: { decide: payout.state === "awaitingApproval", ask: payout.state === "processing" },
  };
}
