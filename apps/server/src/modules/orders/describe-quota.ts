import type { OrderQuota } from "@coralhub/contract";
import { accountParts, homeCode, moneyOf, unprovenOf, type Currency } from "@coralhub/domain";
import type { OrdersDeps } from "./deps.ts";
import { listLacking } from "./matches-store.ts";
import { bookOf } from "./move-quota.ts";
import { readAccounts, standingIn } from "./quota.ts";
import { findUses, listOrdersBehind, readFacts } from "./quota-store.ts";

/** A merchant's quota by currency: where it has some, and where platforms have paid it. */
export async function readQuotas(deps: OrdersDeps, merchantId: string): Promise<Omit<OrderQuota, "upload">[]> {
  const [facts, accounts, own] = await Promise.all([
    readFacts(deps.database.hot, merchantId),
    readAccounts(deps, merchantId),
    deps.ledger.balances(merchantId, ["collection", "wallet", "card_wallet", "hold"]),
  ]);
  const here = new Map<Currency, bigint>();
  for (const { code, balance } of own) {
    const { currency } = accountParts(homeCode(code));
    here.set(currency, (here.get(currency) ?? 0n) + balance.minor);
  }
  const currencies = new Set<Currency>([
    ...facts.demand.map(({ currency }) => currency),
    ...accounts.filter(({ kind }) => kind === "quota").map(({ code }) => accountParts(code).currency),
  ]);
  const book = bookOf(facts, accounts, currencies);
  return [...currencies].toSorted().flatMap((currency) => {
    const { open, reserved, used, debt } = standingIn(accounts, currency);
    const away = book.detours.reduce((sum, one) => (one.origin === currency ? sum + one.originMinor : sum), 0n);
    // Only what is still here can leave; what was exchanged on its way asks for the orders of the currency it came in.
    const unproven = least(unprovenOf(book, currency), here.get(currency) ?? 0n) + away;
    const of = (minor: bigint) => moneyOf(currency, minor);
    if (unproven === 0n && open + reserved + used + debt === 0n) return [];
    const missing = unproven > open ? unproven - open : 0n;
    const standing = { available: of(open), reserved: of(reserved), used: of(used), debt: of(debt) };
    return [{ currency, ...standing, unproven: of(unproven), missing: of(missing) }];
  });
}

/** The same, each with the shop whose orders are wanted most. */
export async function describeQuotas(deps: OrdersDeps, merchantId: string): Promise<OrderQuota[]> {
  const [quotas, lacking] = await Promise.all([
    readQuotas(deps, merchantId),
    listLacking(deps.database.db, merchantId),
  ]);
  return quotas.map((quota) => {
    const first = lacking.find((row) => row.currency === quota.currency);
    return { ...quota, upload: first ? { platformCode: first.platform ?? "OTHER", storeId: first.storeId } : null };
  });
}
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a payment or an exchange took, with the orders behind it; empty where it took none. */
export async function describeUses(deps: OrdersDeps, merchantId: string, moveId: string) {
  const { db } = deps.database;
  const uses = await findUses(db, merchantId, [moveId]);
  return Promise.all(
    uses.map(async ({ id, kind, reference, state, createdAt, currency, amountMinor }) => {
      const behind = await listOrdersBehind(db, merchantId, id);
      return {
        id,
        moveId,
        createdAt,
        kind,
        reference,
        state,
        amount: moneyOf(currency, amountMinor),
        orders: behind[0]?.all ?? 0,
        behind: behind.map((order) => ({ ...order, amount: moneyOf(order.currency, order.minor) })),
      };
    }),
  );
}
