import {
  accountCode,
  addMoney,
  chooseFeeRule,
  computeFee,
  DEFAULT_FEE_RULES,
  conversionPosting,
  fundingPosting,
  holdCode,
  moneyOf,
  priceExchange,
  toShanghaiDay,
  type AccountCode,
  type Currency,
  type FeeBreakdown,
  type FeeBusiness,
  type FeeRule,
  type Money,
  type Rate,
} from "@coralhub/domain";
import { conversionReference, type ConversionPlant } from "../../modules/exchange/index.ts";
import type { PastPosting } from "../../modules/ledger/index.ts";
import type { StatementLine } from "../../rails/bank-statements/index.ts";
import { idAt } from "../ids.ts";
import { createIncomeBook, negative, nostro, type IncomeBook, type Post, type PostStep } from "./income-book.ts";
import { CITIC_WAY, createPayoutBook, type PayoutBook } from "./payout-book.ts";

type Way = { business: FeeBusiness; corridor: string; payees?: number };
/** The ids of a plan's withdrawals are counted above all others. */
const PAYOUTS = 80_000_000;
const CONVERSIONS = 140_000_000;
/** Moved into the wallet first. */
const FUNDED_BEFORE_MS = 240_000;
/** And those of its incomes above its postings'. */
const INCOMES = 20_000_000;

/** A payment to China by another way than the CITIC channel. */
export type OtherPayout = { holdId: string; reference: string; amount: Money; at: Date; settledAt: Date };

/** What a merchant's postings and the bank's statement lines are gathered in. */
export type Book = IncomeBook &
  PayoutBook & {
    postings: PastPosting[];
    lines: StatementLine[];
    /** By any other way than the CITIC channel. Answers the fee, which is charged on top. */
    payout(at: Date, settledAt: Date, account: AccountCode, amount: Money, way: Way): Money;
    /** Answers what was bought. */
    exchange(
      at: Date,
      from: AccountCode,
      sell: Money,
      wish: { to: Currency; mid: Rate; id?: string | undefined },
    ): Money;
    conversions: ConversionPlant[];
    others: OtherPayout[];
  };

/** Fees as they would have been charged: by what the month had seen so far. */
function createPrices() {
  const volumes = new Map<string, Money>();
  const priced = (at: Date, amount: Money, way: Way, counted: Money): FeeBreakdown => {
    const day = toShanghaiDay(at);
    const month = `${day.slice(0, 7)} ${way.business} ${amount.currency}`;
    const monthVolume = volumes.get(month) ?? moneyOf(amount.currency, 0n);
    volumes.set(month, addMoney(monthVolume, counted));
    return computeFee(feeRuleFor(way, amount.currency).terms, { amount, monthVolume, day });
  };
  const feeOf = (at: Date, amount: Money, way: Way): Money => {
    const payees = BigInt(way.payees ?? 1);
    const each = moneyOf(amount.currency, amount.minor / payees);
    return moneyOf(amount.currency, priced(at, each, way, amount).merchantPays.minor * payees);
  };
  const prices = {
    fee: (at: Date, amount: Money, isCounted: boolean) =>
      priced(at, amount, CITIC_WAY, isCounted ? amount : moneyOf(amount.currency, 0n)),
    markupBasisPoints: ({ currency }: Money) => markupOf(currency, "CNY"),
  };
  return { feeOf, prices };
}

export function createBook(merchantId: string, tag: number): Book {
  const postings: PastPosting[] = [];
  const lines: StatementLine[] = [];
  const conversions: ConversionPlant[] = [];
  const others: OtherPayout[] = [];

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
  const { feeOf, prices } = createPrices();

  return {
    postings,
    lines,
    conversions,
    others,
    ...createIncomeBook(merchantId, postStep, (at, n) => idAt(at, INCOMES + tag * 100_000 + n), lines),
    ...createPayoutBook(post, (at, n) => idAt(at, PAYOUTS + tag * 100_000 + n), prices),
    payout(at, settledAt, account, amount, way) {
      const number = String(tag * 10_000 + postings.length);
      const reference = `W${toShanghaiDay(at).replaceAll("-", "")}${number}`;
      const fee = feeOf(at, amount, way);
      const held = holdCode(account);
      const whole = addMoney(amount, fee);
      const asked = [{ from: account, to: held, amount: whole }];
      const resolves = post(at, { reason: "payout.requested", reference }, asked);
      if (way.corridor === "CN") others.push({ holdId: resolves, reference, amount: whole, at, settledAt });
      post(settledAt, { reason: "payout.settled", reference, resolves }, [
        { from: held, to: nostro(amount.currency), amount },
        { from: held, to: accountCode("house.fees", amount.currency), amount: fee },
      ]);
      lines.push({ reference, amount: negative(amount), bookedAt: settledAt });
      return fee;
    },
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

export function feeRuleFor({ business, corridor }: Way, currency: Currency): FeeRule {
  const rule = chooseFeeRule(DEFAULT_FEE_RULES, { business, corridor, currency });
  if (!rule) throw new RangeError(`no price for ${business} in ${currency}`);
  return rule;
}
