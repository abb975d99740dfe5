import { Refusal, type PayoutSourceView, type PayoutRequest, type WayOffer } from "@coralhub/contract";
import { convertMoney, type Currency, type Money } from "@coralhub/domain";
import { checkSchedule, findPayee, type Family } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { offerWays } from "./quote-payout.ts";
import { listSources } from "./sources.ts";

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

type Asked = { request: PayoutRequest; arrives: Currency };
type Kind = Pick<PayoutSourceView, "source" | "currency">;
/** What needs no exchange, the wallet of the same currency, anything else; the card wallet is for cards and comes last. */
function rankOf({ source, currency }: Kind, { request, arrives }: Asked): number {
  if (source === "card_wallet") return 3;
  if (currency === arrives) return 0;
  return source === "wallet" && currency === request.amount.currency ? 1 : 2;
}
const RANKS = [0, 1, 2, 3] as const;

/** The same payment from elsewhere, each source by the way on which most of it arrives; within a rank what most arrives of is first. */
export async function offerSources(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  request: PayoutRequest,
): Promise<WayOffer[]> {
  checkSchedule(deps, request.scheduledFor, "today");
  const taken = new Set([request.accountId, ...request.parts.map((part) => part.accountId)]);
  const holder = await deps.certifiedAs(merchantId);
  const { currency: arrives } = await findPayee(deps, merchantId, family, request.beneficiaryId);
  const others = (await listSources(deps, merchantId, family.way, holder)).filter(
    ({ accountId, problem }) => problem === null && !taken.has(accountId),
  );
  const offers: WayOffer[] = [];
  for (const rank of RANKS) {
    if (offers.length >= MOST_SOURCES) break;
    const sources = others.filter((other) => rankOf(other, { request, arrives }) === rank);
    offers.push(...(await bestOfEachKind(deps, merchantId, family, { request, sources })));
  }
  return offers.slice(0, MOST_SOURCES);
}

type Priced = WayOffer & { price: NonNullable<WayOffer["price"]> };
/** What the payee has once banks on the way have taken theirs. */
const reaches = ({ price, enRoute }: Priced): bigint => price.arrives.minor - enRoute.minor;
const byArrival = (one: Priced, other: Priced): number => Number(reaches(other) - reaches(one));

/** Accounts of one platform and currency cost the same, so one is priced; of all of a currency the best is enough. */
async function bestOfEachKind(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  { request, sources }: { request: PayoutRequest; sources: readonly PayoutSourceView[] },
): Promise<Priced[]> {
  const priced = new Map<string, Priced>();
  for (const source of sources) {
    const costs = [source.source, source.currency, source.platform].join(":");
    const open = priced.has(costs) ? undefined : await bestOpen(deps, merchantId, family, { request, source });
    if (open) priced.set(costs, open);
  }
  const kindOf = new Map(sources.map(({ accountId, source, currency }) => [accountId, `${source}:${currency}`]));
  const best = Map.groupBy([...priced.values()].toSorted(byArrival), ({ accountId }) => kindOf.get(accountId));
  return [...best.values()].map(([first]) => first!);
}

/** As much of this source as the payment is worth, by the best way that takes it; undefined where it has too little. */
async function bestOpen(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  { request, source }: { request: PayoutRequest; source: PayoutSourceView },
): Promise<Priced | undefined> {
  const { accountId, currency, available } = source;
  const amount = await worthIn(deps, request.amount, currency);
  if (!amount || available.minor < amount.minor) return undefined;
  const ways = await offerWays(deps, merchantId, family, { ...request, accountId, amount, parts: [] });
  return ways.filter((way): way is Priced => way.price !== null).toSorted(byArrival)[0];
}
