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
import { lockQuota, lowerGrants } from "./quota-store.ts";
import { lockOrders, type OrderKey, type StoredOrder } from "./rows-store.ts";

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

type Refunded = { id: string; amount: Money; kind?: OrderRefundKind | undefined };
type Taken = { taken: Money; owed: Money };

/**
 * Buyers got money back: each of these orders is worth less, and where that is used already it is owed. All of them with a few
 * statements; the answer stands beside each.
 */
export async function refundOrders(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  refunds: readonly Refunded[],
): Promise<Taken[]> {
  if (refunds.length === 0) return [];
  await lockQuota(tx, merchantId);
  const ids = refunds.map(({ id }) => id);
  const orders = new Map((await lockOrders(tx, merchantId, ids)).map((order) => [order.id, order]));
  const accounts = await readAccounts(deps, merchantId, tx);
  const open = new Map<Currency, bigint>();
  const lowered = refunds.map(({ id, amount: wanted, kind = "refund" }) => {
    const order = orders.get(id);
    if (!order || order.currency !== wanted.currency) throw new Refusal("not_found");
    const { currency } = wanted;
    const minor = wanted.minor < order.grantedMinor ? wanted.minor : order.grantedMinor;
    const left = open.get(currency) ?? standingIn(accounts, currency).open;
    const split = splitWithdrawal(moneyOf(currency, minor), left);
    open.set(currency, left - split.taken.minor);
    return { order, minor, left, split, kind, reference: order.orderNumber ?? id };
  });
  const some = lowered.filter(({ minor }) => minor > 0n);
  await takeWorth(deps, tx, merchantId, some);
  for (const { split, reference, kind } of some) {
    if (split.owed.minor === 0n) continue;
    const data = { amount: moneyText(split.owed), order: reference, what: ORDER_REFUND_KINDS[kind] };
    await deps.sendMessage(tx, { merchantId, event: "orders.debt", data });
  }
  return lowered.map(({ split }) => split);
}

type Lowered = { order: StoredOrder; minor: bigint; left: bigint; reference: string };
async function takeWorth(deps: OrdersDeps, tx: Tx, merchantId: string, lowered: readonly Lowered[]): Promise<void> {
  if (lowered.length === 0) return;
  const postings = lowered.map(({ order, minor, left, reference }) =>
    withdrawnPosting({
      merchantId,
      key: `${order.id}:${order.refundedMinor + minor}`,
      reference,
      amount: moneyOf(order.currency!, minor),
      open: left,
    }),
  );
  await deps.ledger.postIn(tx, postings);
  await lowerGrants(
    tx,
    merchantId,
    lowered.map(({ order: { id }, minor }) => ({ id, minor })),
  );
  const moves = lowered.map(({ order: { id } }) => ({ key: { merchantId, id } }));
  const doing = { by: RAIL, at: deps.clock.now() };
  const moved = await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "reduce", doing, moves);
  if (moved.some((one) => !one)) throw new Refusal("state.changed");
}

/** The same for one. */
export async function refundOrder(
  deps: OrdersDeps,
  tx: Tx,
  { merchantId, id }: OrderKey,
  amount: Money,
): Promise<Taken> {
  const [taken] = await refundOrders(deps, tx, merchantId, [{ id, amount }]);
  return taken!;
}
