import {
  accountCode,
  holdCode,
  moneyOf,
  type AccountCode,
  type Currency,
  type Money,
  type Transfer,
} from "@coralhub/domain";
import type { PastPosting } from "../../modules/ledger/index.ts";
import { SANDBOX_BANK, type StatementLine } from "../../rails/bank-statements/index.ts";

export type Head = Pick<PastPosting["posting"], "reason" | "reference" | "resolves" | "reverses">;
export type Post = (at: Date, head: Head, transfers: readonly Transfer[]) => string;

export const nostro = (currency: Currency) => accountCode("house.nostro", currency, SANDBOX_BANK);
export const negative = ({ currency, minor }: Money): Money => moneyOf(currency, -minor);

/** Who pays, and the reference under which the bank tells of it. */
export type Origin = { payer: string; reference: string };
/** A payment as its receiving account saw it; the postings are those of the same moments. */
export type PastIncome = Origin & {
  account: AccountCode;
  amount: Money;
  arrivedAt: Date;
  arrivalId: string;
  end: { how: "credited" | "returned"; at: Date; postingId: string } | null;
};

export type IncomeBook = {
  incomes: PastIncome[];
  income(at: Date, account: AccountCode, amount: Money, origin: Origin): void;
  /** Comes in, and is the merchant's to use after a look at it. */
  reviewed(at: Date, creditedAt: Date, account: AccountCode, amount: Money, origin: Origin): void;
  /** Comes in and is held until the merchant has explained it. */
  held(at: Date, account: AccountCode, amount: Money, origin: Origin): void;
  /** Comes in, is held and goes back to whoever paid it. */
  returned(at: Date, returnedAt: Date, account: AccountCode, amount: Money, origin: Origin): void;
};

/** Every way in which a payment may have come in, each with its postings and the bank's lines. */
export function createIncomeBook(post: Post, lines: StatementLine[]): IncomeBook {
  const incomes: PastIncome[] = [];
  const hold = (at: Date, account: AccountCode, amount: Money, { reference }: Origin): string => {
    lines.push({ reference, amount, bookedAt: at });
    return post(at, { reason: "income.received", reference }, [
      { from: nostro(amount.currency), to: account, amount },
      { from: account, to: holdCode(account), amount },
    ]);
  };

  return {
    incomes,
    income(at, account, amount, origin) {
      const { reference } = origin;
      const head = { reason: "income.credited", reference } as const;
      const arrivalId = post(at, head, [{ from: nostro(amount.currency), to: account, amount }]);
      lines.push({ reference, amount, bookedAt: at });
      const end = { how: "credited", at, postingId: arrivalId } as const;
      incomes.push({ ...origin, account, amount, arrivedAt: at, arrivalId, end });
    },
    reviewed(at, creditedAt, account, amount, origin) {
      const { reference } = origin;
      const [bank, suspense] = [nostro(amount.currency), accountCode("house.suspense", amount.currency)];
      const arrivalId = post(at, { reason: "income.received", reference }, [{ from: bank, to: suspense, amount }]);
      const credit = [{ from: suspense, to: account, amount }];
      const postingId = post(creditedAt, { reason: "income.credited", reference }, credit);
      lines.push({ reference, amount, bookedAt: at });
      const end = { how: "credited", at: creditedAt, postingId } as const;
      incomes.push({ ...origin, account, amount, arrivedAt: at, arrivalId, end });
    },
    held(at, account, amount, origin) {
      const arrivalId = hold(at, account, amount, origin);
      incomes.push({ ...origin, account, amount, arrivedAt: at, arrivalId, end: null });
    },
    returned(at, returnedAt, account, amount, origin) {
      const arrivalId = hold(at, account, amount, origin);
      const reference = `${origin.reference}-R`;
      const back = [{ from: holdCode(account), to: nostro(amount.currency), amount }];
      const postingId = post(returnedAt, { reason: "income.returned", reference, resolves: arrivalId }, back);
      lines.push({ reference, amount: negative(amount), bookedAt: returnedAt });
      const end = { how: "returned", at: returnedAt, postingId } as const;
      incomes.push({ ...origin, account, amount, arrivedAt: at, arrivalId, end });
    },
  };
}
