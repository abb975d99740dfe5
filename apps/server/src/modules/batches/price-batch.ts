import { Refusal, type BatchQuote } from "@coralhub/contract";
import {
  addMoney,
  inDollarCents,
  judgeLimits,
  moneyOf,
  moneyText,
  OWN_WAYS,
  PAYOUT_BANK_KEYS,
  QUOTE_SECONDS,
  startOfShanghaiDay,
  type BankRouteKey,
  type Currency,
  type Money,
  type PayoutLimits,
} from "@coralhub/domain";
import { pairOf, priceArriving, wayFrom, type PriceBook, type Source } from "../payouts/index.ts";
import { quoteFromJson, quoteToJson } from "../prices/index.ts";
import { findBatch, keepQuote, type Batch, type BatchKey } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";
import { groupRows, listAmounts } from "./rows-store.ts";
import { savedIn, spreadCoupons, type Spread } from "./sheet-coupons.ts";

/** The account a currency is taken from: its own choice, or the one for all others. */
export const accountFor = ({ accounts }: Pick<Batch, "accounts">, currency: Currency): string | undefined =>
  accounts[currency] ?? (accounts as Record<string, string>)["*"];

/** What is shown: every price, and which account each currency comes from. */
export type Offered = {
  book: PriceBook;
  accounts: Partial<Record<Currency, string>>;
  totals: Money[];
  count: number;
  spread: Spread;
};
/** What is agreed on: that, and how far the rate may move against the merchant while a row waits. */
export type Agreed = Offered & { toleranceBasisPoints: number };
export function agreedOf(stored: unknown): Agreed {
  const agreed = quoteFromJson(stored) as Omit<Offered, "spread"> & Partial<Agreed>;
  // Sheets agreed on before ways could be set had the product's own, and every bank was taken for open.
  const { ways = OWN_WAYS, open = PAYOUT_BANK_KEYS } = agreed.book as Partial<PriceBook>;
  // Those agreed on before a tolerance was asked for agreed to none, at some moment of their day.
  const { at = startOfShanghaiDay(agreed.book.day) } = agreed.book as Partial<PriceBook>;
  // Before sheets used coupons there were none to keep.
  const { toleranceBasisPoints = 0, spread = {} } = agreed;
  return { ...agreed, spread, toleranceBasisPoints, book: { ...agreed.book, at, ways, open } };
}

export async function sourcesOf(deps: BatchesDeps, merchantId: string, accounts: Agreed["accounts"]) {
  const sources = new Map<Currency, Source>();
  for (const [currency, accountId] of Object.entries(accounts)) {
    sources.set(currency as Currency, await deps.payouts.sourceOf(merchantId, accountId));
  }
  return sources;
}

type Priced = { arrives: Money; leaves: Money; fee: Money; count: number; accountId: string; source: Source };
/** All rows that are chosen, priced together: one promise for thirty seconds, for the sheet as it is. */
export async function quoteBatch(deps: BatchesDeps, key: BatchKey): Promise<BatchQuote> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) throw new Refusal("not_found");
  if (batch.state !== "toConfirm") throw new Refusal("batch.not_editable");
  const holder = await deps.certifiedAs(key.merchantId);
  if (!holder) throw new Refusal("access.not_certified");
  const [groups, amounts] = await Promise.all([groupRows(deps.database.db, key), listAmounts(deps.database.db, key)]);
  if (amounts.length === 0) throw new Refusal("batch.nothing_to_pay");
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  const accounts: Partial<Record<Currency, string>> = {};
  for (const currency of currencies) {
    const accountId = accountFor(batch, currency);
    if (!accountId) throw new Refusal("batch.no_account", { currency });
    accounts[currency] = accountId;
  }
  const sources = await sourcesOf(deps, key.merchantId, accounts);
  const pairs = currencies.map((buy) => [sources.get(buy)!.currency, buy] as const);
  const book = await deps.payouts.openBook(key.merchantId, batch.kind, pairs);
  const spread = await spreadCoupons(deps, key, book, sources);
  const priced = lessSaved(priceAll(book, amounts, accounts, sources), spread);
  const charged = await chargeAccounts(deps, key.merchantId, [...priced.values()]);
  const quoteId = deps.ids.next();
  const expiresAt = new Date(deps.clock.now().getTime() + QUOTE_SECONDS * 1000);
  const count = amounts.reduce((sum, one) => sum + one.count, 0);
  const totals = [...priced.values()].map(({ arrives }) => arrives);
  const offered: Offered = { book, accounts, totals, count, spread };
  const savings = Object.values(spread).flatMap((one) => one.savings);
  await deps.coupons.hold(key.merchantId, savings, { quoteId, until: expiresAt, asker: "person" });
  await keepQuote(deps.database.db, key, { quoteId, quote: quoteToJson(offered), expiresAt, version: batch.version });
  const limits = await deps.payouts.limits();
  const dollars = [...priced.values()].map(({ leaves }) => leaves);
  return {
    quoteId,
    expiresAt,
    count,
    newPayees: groups.reduce((sum, { fresh }) => sum + fresh, 0),
    groups: [...priced].map(([currency, { arrives, leaves, fee, count: rows, accountId, source }]) => {
      const pair = pairOf(book, source.currency, currency);
      return {
        currency,
        count: rows,
        arrives,
        accountId,
        leaves,
        fee,
        coupons: savedIn(spread, currency),
        rate: pair?.rate ?? null,
        mid: pair?.mid ?? null,
      };
    }),
    charged,
    newPayeeLimit: moneyOf("USD", BigInt(limits.cooling) * 100n),
    missingQuota: await quotaFor(deps, key.merchantId, priced),
    approval: approvalOf(holder.kind, dollars, limits),
  };
}

/** Platforms' money that settles in CNY needs orders: said before the code, row by row it would come too late. */
async function quotaFor(deps: BatchesDeps, merchantId: string, priced: Map<Currency, Priced>): Promise<Money[]> {
  const missing: Money[] = [];
  for (const [arrives, { source, leaves }] of priced) {
    missing.push(...(await deps.payouts.missingQuota(merchantId, { source, amount: leaves, arrives })));
  }
  return missing;
}

function approvalOf(
  kind: Parameters<typeof judgeLimits>[0]["kind"],
  leaves: readonly Money[],
  limits: PayoutLimits,
): string | null {
  const cents = leaves.reduce((sum, amount) => sum + inDollarCents(amount), 0n);
  const amount = moneyOf("USD", cents === 0n ? 1n : cents);
  const verdict = judgeLimits({ amount, kind, rests: false, lately: { merchantCents: 0n, payeeCents: 0n }, limits });
  return verdict.verdict === "fine" ? null : "累计超过财务复核的金额，超出的行审批后提交银行";
}

type AmountRow = Awaited<ReturnType<typeof listAmounts>>[number];
function priceAll(
  book: PriceBook,
  amounts: readonly AmountRow[],
  accounts: Partial<Record<Currency, string>>,
  sources: Map<Currency, Source>,
): Map<Currency, Priced> {
  const priced = new Map<Currency, Priced>();
  for (const { currency, country, route, minor, count } of amounts) {
    const source = sources.get(currency)!;
    const way = wayFrom(book, { route: route as BankRouteKey, country, currency }, source);
    if (!way) throw new Refusal("payout.account_unusable", { problem: `不能从这个账户付 ${currency}，请换一个账户` });
    const one = priceArriving(book, { way, from: source.currency, country, arrives: moneyOf(currency, minor) });
    const times = (money: Money): Money => moneyOf(money.currency, money.minor * BigInt(count));
    const so = priced.get(currency);
    const add = (sum: Money | undefined, more: Money): Money => (sum ? addMoney(sum, more) : more);
    priced.set(currency, {
      arrives: add(so?.arrives, times(moneyOf(currency, minor))),
      leaves: add(so?.leaves, times(one.amount)),
      fee: add(so?.fee, times(one.agreed.fee.total)),
      count: (so?.count ?? 0) + count,
      accountId: accounts[currency]!,
      source,
    });
  }
  return priced;
}

/** What the coupons take off is charged to nobody. */
function lessSaved(priced: Map<Currency, Priced>, spread: Spread): Map<Currency, Priced> {
  return new Map(
    [...priced].map(([currency, one]) => {
      const saved = savedIn(spread, currency).reduce((sum, { saved: { minor } }) => sum + minor, 0n);
      const less = ({ currency: paid, minor }: Money): Money => moneyOf(paid, minor - saved);
      return [currency, { ...one, fee: less(one.fee), leaves: less(one.leaves) }];
    }),
  );
}

/** Together the rows may take no more than there is. */
async function chargeAccounts(
  deps: BatchesDeps,
  merchantId: string,
  priced: readonly Priced[],
): Promise<BatchQuote["charged"]> {
  const views = await deps.payouts.sources(merchantId);
  const sums = new Map<string, { source: Source; leaves: Money }>();
  for (const { accountId, source, leaves } of priced) {
    const so = sums.get(accountId);
    sums.set(accountId, { source, leaves: so ? addMoney(so.leaves, leaves) : leaves });
  }
  const charged: BatchQuote["charged"] = [];
  for (const [accountId, { source, leaves }] of sums) {
    const available = await deps.ledger.balance(merchantId, source.code);
    const label = views.find((view) => view.accountId === accountId)?.label ?? source.currency;
    if (leaves.minor > available.minor) {
      throw new Refusal("batch.short_of_money", {
        account: label,
        available: moneyText(available),
        leaves: moneyText(leaves),
      });
    }
    charged.push({ accountId, label, leaves, available });
  }
  return charged;
}
