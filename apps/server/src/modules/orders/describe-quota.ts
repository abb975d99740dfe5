import type { OrderQuota } from "@coralhub/contract";
import { accountParts, homeCode, moneyOf, unprovenOf, type Currency } from "@coralhub/domain";
import type { OrdersDeps } from "./deps.ts";
import { listLacking } from "./matches-store.ts";
import { readBook } from "./move-quota.ts";
import { standingOf } from "./quota.ts";
import { findUses, listDemand, listOrdersBehind } from "./quota-store.ts";

/** A merchant's quota by currency: where it has some, and where platforms have paid it. */
export async function describeQuotas(deps: OrdersDeps, merchantId: string): Promise<OrderQuota[]> {
  const { db } = deps.database;
  const [demand, lacking, quotaBalances, own] = await Promise.all([
    listDemand(db, merchantId),
    listLacking(db, merchantId),
    deps.ledger.balances(merchantId, ["quota"]),
    deps.ledger.balances(merchantId, ["collection", "wallet", "card_wallet", "hold"]),
  ]);
  const here = new Map<Currency, bigint>();
  for (const { code, balance } of own) {
    const { currency } = accountParts(homeCode(code));
    here.set(currency, (here.get(currency) ?? 0n) + balance.minor);
  }
  const currencies = new Set<Currency>([
    ...demand.map(({ currency }) => currency),
    ...quotaBalances.map(({ code }) => accountParts(code).currency),
  ]);
  const book = await readBook(deps, db, merchantId, currencies);
  const quotas: OrderQuota[] = [];
  for (const currency of [...currencies].toSorted()) {
    const { open, reserved, used, debt } = await standingOf(deps, db, merchantId, currency);
    const away = book.detours.reduce((sum, one) => (one.origin === currency ? sum + one.originMinor : sum), 0n);
    // Only what is still here can leave; what was exchanged on its way asks for the orders of the currency it came in.
    const unproven = least(unprovenOf(book, currency), here.get(currency) ?? 0n) + away;
    const of = (minor: bigint) => moneyOf(currency, minor);
    if (unproven === 0n && open + reserved + used + debt === 0n) continue;
    const missing = unproven > open ? unproven - open : 0n;
    const [first] = lacking.filter((row) => row.currency === currency);
    quotas.push({
      currency,
      available: of(open),
      reserved: of(reserved),
      used: of(used),
      debt: of(debt),
      unproven: of(unproven),
      missing: of(missing),
      upload: first ? { platformCode: first.platform ?? "OTHER", storeId: first.storeId } : null,
    });
  }
  return quotas;
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
        orders: behind.length,
        behind: behind.map((order) => ({ ...order, amount: moneyOf(order.currency, order.minor) })),
      };
    }),
  );
}
