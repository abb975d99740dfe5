import { Refusal, type PayoutWish, type WayOffer } from "@coralhub/contract";
import { convertMoney, type Currency, type Money } from "@coralhub/domain";
import type { Family } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { offerWays } from "./quote-payout.ts";
import { isWallet, listSources } from "./sources.ts";

const MOST_SOURCES = 3;

/** As much in another currency as it is worth at the middle rate; undefined where the two are not exchanged. */
async function worthIn({ ledger }: PayoutsDeps, amount: Money, currency: Currency): Promise<Money | undefined> {
  if (amount.currency === currency) return amount;
  try {
    const { mid } = await ledger.prices.exchangeNow(amount, currency);
    return convertMoney(amount, currency, mid, "up");
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The wallet before other accounts, what is held in another currency before more of the same. */
const rankOf = (accountId: string, isSameCurrency: boolean): number =>
  isWallet(accountId) ? (isSameCurrency ? 0 : 1) : isSameCurrency ? 3 : 2;

/** The same payment from elsewhere: through the wallet, or from another currency held, each by its first way that is open. */
export async function offerSources(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  wish: PayoutWish,
): Promise<WayOffer[]> {
  const { amount } = wish;
  const taken = new Set([wish.accountId, ...wish.parts.map((part) => part.accountId)]);
  const holder = await deps.certifiedAs(merchantId);
  const others = (await listSources(deps, merchantId, family.way, holder))
    .filter(({ accountId, problem }) => problem === null && !taken.has(accountId))
    .map((source) => ({ ...source, rank: rankOf(source.accountId, source.currency === amount.currency) }))
    .toSorted((one, other) => one.rank - other.rank);
  const offers: WayOffer[] = [];
  for (const { accountId, currency, available } of others) {
    if (offers.length === MOST_SOURCES) break;
    const same = await worthIn(deps, amount, currency);
    if (!same || available.minor < same.minor) continue;
    const ways = await offerWays(deps, merchantId, family, { ...wish, accountId, amount: same, parts: [] });
    const open = ways.find(({ price }) => price !== null);
    if (open) offers.push(open);
  }
  return offers;
}
