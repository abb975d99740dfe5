import {
  addMoney,
  chooseFeeRule,
  computeFee,
  DEFAULT_FEE_RULES,
  conversionPosting,
  fundingPosting,
  moneyOf,
  priceExchange,
  toShanghaiDay,
  type AccountCode,
  type Currency,
  type FeeBreakdown,
  type FeeRule,
  type Money,
  type Rate,
} from "@coralhub/domain";
import { conversionReference, type ConversionPlant } from "../../modules/exchange/index.ts";
import type { PastPosting } from "../../modules/ledger/index.ts";
import type { StatementLine } from "../../rails/bank-statements/index.ts";
import { idAt } from "../ids.ts";
import { createIncomeBook, type IncomeBook, type Post, type PostStep } from "./income-book.ts";
import { createPayoutBook, type PastPrice, type PayoutBook } from "./payout-book.ts";

/** The ids of a plan's withdrawals are counted above all others. */
const PAYOUTS = 80_000_000;
const CONVERSIONS = 140_000_000;
/** Moved into the wallet first. */
const FUNDED_BEFORE_MS = 240_000;
/** And those of its incomes above its postings'. */
const INCOMES = 20_000_000;

/** What a merchant's postings and the bank's statement lines are gathered in. */
export type Book = IncomeBook &
  PayoutBook & {
    postings: PastPosting[];
    lines: StatementLine[];
    /** Answers what was bought. */
    exchange(
      at: Date,
      from: AccountCode,
      sell: Money,
      request: { to: Currency; mid: Rate; id?: string | undefined },
    ): Money;
    conversions: ConversionPlant[];
  };

/** Fees as they would have been charged: by what the month had seen so far. */
function createPrices() {
  const volumes = new Map<string, Money>();
  return {
    fee(at: Date, amount: Money, { isCounted, ...price }: PastPrice & { isCounted: boolean }): FeeBreakdown {
      const day = toShanghaiDay(at);
      const month = `${day.slice(0, 7)} ${price.business} ${amount.currency}`;
      const monthVolume = volumes.get(month) ?? moneyOf(amount.currency, 0n);
      if (isCounted) volumes.set(month, addMoney(monthVolume, amount));
      return computeFee(feeRuleFor(price, amount.currency).terms, { amount, monthVolume, day });
    },
    markupBasisPoints: markupOf,
  };
}

export function createBook(merchantId: string, tag: number): Book {
  const postings: PastPosting[] = [];
  const lines: StatementLine[] = [];
  const conversions: ConversionPlant[] = [];

  const post: Post = (at, head, transfers) => {
    const number = postings.length + 1;
    const id = idAt(at, tag * 100_000 + number);
    postings.push({ at, posting: { ...head, merchantId, id, key: `demo:${number}`, transfers } });
    return id;
  };
  const postStep: PostStep = (at, step) => {
    const id = idAt(at, tag * 100_000 + postings.length + 1);
    postings.push({ at, posting: { ...step(id), id } });
    return id;
  };

  return {
    postings,
    lines,
    conversions,
    ...createIncomeBook(merchantId, postStep, (at, n) => idAt(at, INCOMES + tag * 100_000 + n), lines),
    ...createPayoutBook(post, (at, n) => idAt(at, PAYOUTS + tag * 100_000 + n), createPrices()),
    exchange(at, from, sell, { to, mid, id = idAt(at, CONVERSIONS + tag * 100_000 + postings.length) }) {
      const markupBasisPoints = markupOf(sell.currency, to);
      const price = priceExchange({ sell, buyCurrency: to, mid, markupBasisPoints });
      const funding = fundingPosting(id, from, sell);
      post(new Date(at.getTime() - FUNDED_BEFORE_MS), { reason: funding.reason }, funding.transfers);
      const { reason, transfers } = conversionPosting(id, price, moneyOf(sell.currency, 0n));
      const postingId = post(at, { reason, reference: conversionReference(id) }, transfers);
      conversions.push({ merchantId, id, at, price, postingId });
      return price.buy;
    },
  };
}

const markupOf = (from: Currency, to: Currency): Rate =>
  feeRuleFor({ business: "exchange", corridor: `${from}-${to}` }, from).terms.markupBasisPoints ?? "0";

function feeRuleFor({ business, corridor }: PastPrice, currency: Currency): FeeRule {
  const rule = chooseFeeRule(DEFAULT_FEE_RULES, { business, corridor, currency });
  if (!rule) throw new RangeError(`no price for ${business} in ${currency}`);
  return rule;
}
