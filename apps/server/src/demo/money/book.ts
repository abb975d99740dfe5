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
import { holdPosting, type PastPosting } from "../../modules/ledger/index.ts";
import { SANDBOX_BANK, type StatementLine } from "../../rails/bank-statements/index.ts";
import { idAt } from "../ids.ts";

type Way = { business: FeeBusiness; corridor: string; payees?: number };
type Head = Pick<PastPosting["posting"], "reason" | "reference" | "resolves">;

/** What a merchant's postings and the bank's statement lines are gathered in. */
export type Book = {
  postings: PastPosting[];
  lines: StatementLine[];
  income(at: Date, account: AccountCode, amount: Money, reference: string): void;
  /** Comes in and waits for review; answers the posting that holds it. */
  hold(at: Date, account: AccountCode, amount: Money, reference: string): string;
  release(at: Date, account: AccountCode, amount: Money, reference: string, holdId: string): void;
  /** Answers the fee, which is charged on top. */
  payout(at: Date, settledAt: Date, account: AccountCode, amount: Money, way: Way): Money;
  /** Answers what was bought. */
  exchange(at: Date, from: AccountCode, sell: Money, to: Currency, mid: Rate): Money;
};

const nostro = (currency: Currency) => accountCode("house.nostro", currency, SANDBOX_BANK);
const negative = ({ currency, minor }: Money): Money => moneyOf(currency, -minor);

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
    income(at, account, amount, reference) {
      const head = { reason: "income.credited", reference } as const;
      post(at, head, [{ from: nostro(amount.currency), to: account, amount }]);
      lines.push({ reference, amount, bookedAt: at });
    },
    hold(at, account, amount, reference) {
      lines.push({ reference, amount, bookedAt: at });
      return post(at, { reason: "income.received", reference }, [
        { from: nostro(amount.currency), to: account, amount },
        { from: account, to: holdCode(account), amount },
      ]);
    },
    release(at, account, amount, reference, resolves) {
      post(at, { reason: "income.credited", reference, resolves }, [{ from: holdCode(account), to: account, amount }]);
    },
    payout(at, settledAt, account, amount, way) {
      const number = String(tag * 10_000 + postings.length);
      const reference = `W${toShanghaiDay(at).replaceAll("-", "")}${number}`;
      const fee = feeOf(at, amount, way);
      const fees = { from: account, to: accountCode("house.fees", amount.currency), amount: fee };
      const head = { merchantId, key: "", reason: "payout.requested", reference } as const;
      const { transfers } = holdPosting(head, account, amount, [fees]);
      const resolves = post(at, { reason: "payout.requested", reference }, transfers);
      const paid = { from: holdCode(account), to: nostro(amount.currency), amount };
      post(settledAt, { reason: "payout.settled", reference, resolves }, [paid]);
      lines.push({ reference, amount: negative(amount), bookedAt: settledAt });
      return fee;
    },
    exchange(at, from, sell, to, mid) {
      const { markupBasisPoints = "0" } = feeRuleFor(
        { business: "exchange", corridor: `${sell.currency}-${to}` },
        to,
      ).terms;
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
