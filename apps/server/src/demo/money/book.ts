import {
  accountCode,
  addMoney,
  chooseFeeRule,
  computeFee,
  DEFAULT_FEE_RULES,
  exchangeTransfers,
  holdCode,
  moneyOf,
  priceExchange,
  toShanghaiDay,
  type AccountCode,
  type Currency,
  type FeeBusiness,
  type FeeRule,
  type Money,
  type Rate,
  type Transfer,
} from "@coralhub/domain";
import type { PastPosting } from "../../modules/ledger/index.ts";
import type { StatementLine } from "../../rails/bank-statements/index.ts";
import { idAt } from "../ids.ts";
import { createIncomeBook, negative, nostro, type Head, type IncomeBook } from "./income-book.ts";

type Way = { business: FeeBusiness; corridor: string; payees?: number };

/** What a merchant's postings and the bank's statement lines are gathered in. */
export type Book = IncomeBook & {
  postings: PastPosting[];
  lines: StatementLine[];
  /** Answers the fee, which is charged on top. */
  payout(at: Date, settledAt: Date, account: AccountCode, amount: Money, way: Way): Money;
  /** Answers what was bought. */
  exchange(at: Date, from: AccountCode, sell: Money, to: Currency, mid: Rate): Money;
};

export function createBook(merchantId: string, tag: number): Book {
  const postings: PastPosting[] = [];
  const lines: StatementLine[] = [];
  const volumes = new Map<string, Money>();

  const post = (at: Date, head: Head, transfers: readonly Transfer[]): string => {
    const number = postings.length + 1;
    const id = idAt(at, tag * 100_000 + number);
    postings.push({ at, posting: { ...head, merchantId, id, key: `demo:${number}`, transfers } });
    return id;
  };
  const feeOf = (at: Date, amount: Money, way: Way): Money => {
    const day = toShanghaiDay(at);
    const month = `${day.slice(0, 7)} ${way.business} ${amount.currency}`;
    const monthVolume = volumes.get(month) ?? moneyOf(amount.currency, 0n);
    volumes.set(month, addMoney(monthVolume, amount));
    const { terms } = feeRuleFor(way, amount.currency);
    const payees = BigInt(way.payees ?? 1);
    const each = moneyOf(amount.currency, amount.minor / payees);
    return moneyOf(amount.currency, computeFee(terms, { amount: each, monthVolume, day }).merchantPays.minor * payees);
  };

  return {
    postings,
    lines,
    ...createIncomeBook(post, lines),
    payout(at, settledAt, account, amount, way) {
      const number = String(tag * 10_000 + postings.length);
      const reference = `W${toShanghaiDay(at).replaceAll("-", "")}${number}`;
      const fee = feeOf(at, amount, way);
      const held = holdCode(account);
      const whole = [{ from: account, to: held, amount: addMoney(amount, fee) }];
      const resolves = post(at, { reason: "payout.requested", reference }, whole);
      post(settledAt, { reason: "payout.settled", reference, resolves }, [
        { from: held, to: nostro(amount.currency), amount },
        { from: held, to: accountCode("house.fees", amount.currency), amount: fee },
      ]);
      lines.push({ reference, amount: negative(amount), bookedAt: settledAt });
      return fee;
    },
    exchange(at, from, sell, to, mid) {
      const way = { business: "exchange", corridor: `${sell.currency}-${to}` } as const;
      const { markupBasisPoints = "0" } = feeRuleFor(way, sell.currency).terms;
      const price = priceExchange({ sell, buyCurrency: to, mid, markupBasisPoints });
      const reference = `X${toShanghaiDay(at).replaceAll("-", "")}${tag * 10_000 + postings.length}`;
      post(at, { reason: "fx.exchanged", reference }, exchangeTransfers(price, from, accountCode("wallet", to)));
      return price.buy;
    },
  };
}

export function feeRuleFor({ business, corridor }: Way, currency: Currency): FeeRule {
  const rule = chooseFeeRule(DEFAULT_FEE_RULES, { business, corridor, currency });
  if (!rule) throw new RangeError(`no price for ${business} in ${currency}`);
  return rule;
}
