import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  moneyOf,
  moneyText,
  ORDER_REFUND_KINDS,
  orderRowLifecycle,
  quotaCode,
  splitWithdrawal,
  type AccountCode,
  type Currency,
  type Money,
  type OrderRefundKind,
  type QuotaStanding,
} from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { RAIL } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { grantedPosting, withdrawnPosting } from "./orders-postings.ts";
import { lockQuota, lowerGrant } from "./quota-store.ts";
import { lockOrders, type OrderKey } from "./rows-store.ts";

type Accounts = Awaited<ReturnType<OrdersDeps["ledger"]["balances"]>>;

/** All of a merchant's quota, of every currency. */
export const readAccounts = (deps: OrdersDeps, merchantId: string, within?: Db | Tx): Promise<Accounts> =>
  deps.ledger.balances(merchantId, ["quota", "house.quota_debt"], within);

export function standingIn(accounts: Accounts, currency: Currency): QuotaStanding {
  const on = (code: AccountCode): bigint => accounts.find((account) => account.code === code)?.balance.minor ?? 0n;
  return {
    open: on(quotaCode(currency, "open")),
    reserved: on(quotaCode(currency, "reserved")),
    used: on(quotaCode(currency, "used")),
    debt: -on(accountCode("house.quota_debt", currency)),
  };
}

export const standingOf = async (
  deps: OrdersDeps,
  within: Tx,
  merchantId: string,
  currency: Currency,
): Promise<QuotaStanding> => standingIn(await readAccounts(deps, merchantId, within), currency);

/** Orders have passed: their worth may be used. One posting for what belongs together. */
export async function grantQuota(
  deps: OrdersDeps,
  tx: Tx,
  { merchantId, key, reference, amount }: { merchantId: string; key: string; reference: string; amount: Money },
): Promise<void> {
  if (amount.minor <= 0n) return;
  await lockQuota(tx, merchantId);
  const { debt } = await standingOf(deps, tx, merchantId, amount.currency);
  await deps.ledger.postIn(tx, [grantedPosting({ merchantId, key, reference, amount, debt })]);
}

/** A buyer got money back: the order is worth less, and where that is used already it is owed. */
export async function refundOrder(
  deps: OrdersDeps,
  tx: Tx,
  key: OrderKey,
  wanted: Money,
  kind: OrderRefundKind = "refund",
): Promise<{ taken: Money; owed: Money }> {
  const { merchantId, id } = key;
  await lockQuota(tx, merchantId);
  const [order] = await lockOrders(tx, merchantId, [id]);
  if (!order || order.currency !== wanted.currency) throw new Refusal("not_found");
  const minor = wanted.minor < order.grantedMinor ? wanted.minor : order.grantedMinor;
  const amount = moneyOf(wanted.currency, minor);
  if (minor === 0n) return { taken: amount, owed: amount };
  const { open } = await standingOf(deps, tx, merchantId, wanted.currency);
  const split = splitWithdrawal(amount, open);
  const at = deps.clock.now();
  const reference = order.orderNumber ?? id;
  const posting = withdrawnPosting({
    merchantId,
    key: `${id}:${order.refundedMinor + minor}`,
    reference,
    amount,
    open,
  });
  await deps.ledger.postIn(tx, [posting]);
  await lowerGrant(tx, merchantId, id, minor);
  await deps.lifecycles.advance(tx, orderRowLifecycle, { merchantId, id }, "reduce", { by: RAIL, at });
  if (split.owed.minor > 0n) {
    const data = { amount: moneyText(split.owed), order: reference, what: ORDER_REFUND_KINDS[kind] };
    await deps.sendMessage(tx, { merchantId, event: "orders.debt", data });
  }
  return split;
}
