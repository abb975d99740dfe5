import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  accountParts,
  moneyOf,
  moneyText,
  POSTING_ACTIVITY,
  POSTING_REASON_NAMES,
  type AccountCode,
  type Currency,
  type Money,
} from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { MoneyMatter } from "../../platform/capability.ts";
import { readRecentPostings, type RecentPosting } from "./activity-store.ts";
import { USABLE } from "./overview.ts";

const SHOWN = POSTING_REASON_NAMES.filter((reason) => POSTING_ACTIVITY[reason] !== null);

const MERCHANTS_KINDS = ACCOUNT_KIND_NAMES.filter((kind) => ACCOUNT_KINDS[kind].side === "merchant");

/** A merchant's latest money matters, newest first, in its own words. */
export async function readActivity(db: Db, merchantId: string, limit: number): Promise<MoneyMatter[]> {
  return (await readRecentPostings(db, merchantId, { kinds: MERCHANTS_KINDS, reasons: SHOWN, limit })).flatMap(
    describe,
  );
}

function describe(posting: RecentPosting): MoneyMatter[] {
  const words = POSTING_ACTIVITY[posting.reason];
  const [amount, ...others] = movementsOf(posting);
  if (!words || !amount) return [];
  const fee = feeOf(posting);
  const { kind, title, state } = words;
  const notes = [
    posting.reference,
    ...others.map((other) => `${other.minor > 0n ? "得到" : "付出"} ${moneyText(absolute(other))}`),
    fee && `手续费 ${moneyText(fee)}`,
  ].filter((note) => note !== null);
  return [
    {
      id: posting.id,
      kind,
      platform: null,
      title,
      body: notes.join("，"),
      at: posting.postedAt,
      state,
      amount,
      path: null,
      reference: posting.reference,
    },
  ];
}

const isMerchants = (code: AccountCode): boolean => ACCOUNT_KINDS[accountParts(code).kind].side === "merchant";
const isFee = ({ from, to }: RecentPosting["lines"][number]): boolean =>
  isMerchants(from) && accountParts(to).kind === "house.fees";
const absolute = ({ currency, minor }: Money): Money => moneyOf(currency, minor < 0n ? -minor : minor);

/** What counts as the merchant's, from the balance it sees first to everything there is. */
const VIEWS: readonly ((code: AccountCode) => boolean)[] = [
  (code) => USABLE.some((kind) => kind === accountParts(code).kind),
  (code) => isMerchants(code) && accountParts(code).kind !== "hold",
  isMerchants,
];

/**
 * What the posting changed, fees aside, what was given first: in what can be used; where nothing changes there (a card is
 * charged), in what is not held; where money only enters or leaves by way of a hold, in everything.
 */
function movementsOf({ lines }: RecentPosting): Money[] {
  const principal = lines.filter((line) => !isFee(line));
  return VIEWS.map((counts) => changesOf(principal, counts)).find((changes) => changes.length > 0) ?? [];
}

function changesOf(lines: RecentPosting["lines"], counts: (code: AccountCode) => boolean): Money[] {
  const sums = new Map<Currency, bigint>();
  for (const { from, to, amount } of lines) {
    const change = (counts(to) ? amount.minor : 0n) - (counts(from) ? amount.minor : 0n);
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + change);
  }
  return [...sums]
    .filter(([, minor]) => minor !== 0n)
    .map(([currency, minor]) => moneyOf(currency, minor))
    .toSorted((a, b) => Number(a.minor > 0n) - Number(b.minor > 0n));
}

function feeOf({ lines }: RecentPosting): Money | null {
  const fees = lines.filter(isFee);
  const first = fees[0];
  return first
    ? moneyOf(
        first.amount.currency,
        fees.reduce((sum, fee) => sum + fee.amount.minor, 0n),
      )
    : null;
}
