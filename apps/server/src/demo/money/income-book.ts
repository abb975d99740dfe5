import { accountParts, moneyOf, type AccountCode, type Money, type Transfer } from "@coralhub/domain";
import { arrivalPosting, creditPosting, returnPosting, returnReference } from "../../modules/income/index.ts";
import type { PastPosting, Posting } from "../../modules/ledger/index.ts";
import { SANDBOX_BANK, type StatementLine } from "../../rails/bank-statements/index.ts";

export type Head = Pick<PastPosting["posting"], "reason" | "reference" | "resolves" | "reverses">;
export type Post = (at: Date, head: Head, transfers: readonly Transfer[]) => string;

const negative = ({ currency, minor }: Money): Money => moneyOf(currency, -minor);

/** Who pays, and the reference under which the bank tells of it. */
export type Origin = { payer: string; reference: string };
/** A payment as its receiving account saw it; the postings are those of the same moments. */
export type PastIncome = Origin & {
  id: string;
  account: AccountCode;
  amount: Money;
  arrivedAt: Date;
  arrivalId: string;
  end: { how: "credited" | "returned"; at: Date; postingId: string } | null;
};

export type IncomeBook = {
  incomes: PastIncome[];
  /** Comes in, and is the merchant's to use after a look at it. */
  credited(at: Date, creditedAt: Date, account: AccountCode, amount: Money, origin: Origin): void;
  /** Comes in and is held until the merchant has explained it. */
  held(at: Date, account: AccountCode, amount: Money, origin: Origin): void;
  /** Comes in, is held and goes back to whoever paid it. */
  returned(at: Date, returnedAt: Date, account: AccountCode, amount: Money, origin: Origin): void;
};

/** What platforms pay is heard of about a day before it is there. */
export const ANNOUNCED_AHEAD_MS = 20 * 3_600_000;

/** Posts what a step means in the books, under an id that carries its time. */
export type PostStep = (at: Date, step: (id: string) => Posting) => string;

/** Every way in which a payment may have come in, with the postings of the steps it took and the bank's lines. */
export function createIncomeBook(
  merchantId: string,
  postStep: PostStep,
  idFor: (at: Date, n: number) => string,
  lines: StatementLine[],
): IncomeBook {
  const incomes: PastIncome[] = [];
  function arrive(at: Date, account: AccountCode, amount: Money, { payer, reference }: Origin) {
    const id = idFor(new Date(at.getTime() - ANNOUNCED_AHEAD_MS), incomes.length + 1);
    const accountId = accountParts(account).owner!;
    const arriving = { merchantId, id, accountId, amount, rail: SANDBOX_BANK, reference };
    lines.push({ reference, amount, bookedAt: at });
    const arrivalId = postStep(at, (postingId) => arrivalPosting(arriving, postingId));
    const past: PastIncome = { id, payer, reference, account, amount, arrivedAt: at, arrivalId, end: null };
    incomes.push(past);
    return { past, held: { ...arriving, holdPostingId: arrivalId } };
  }

  return {
    incomes,
    credited(at, creditedAt, account, amount, origin) {
      const { past, held } = arrive(at, account, amount, origin);
      const free = moneyOf(amount.currency, 0n);
      const postingId = postStep(creditedAt, (id) => creditPosting(held, free, id));
      past.end = { how: "credited", at: creditedAt, postingId };
    },
    held: (at, account, amount, origin) => void arrive(at, account, amount, origin),
    returned(at, returnedAt, account, amount, origin) {
      const { past, held } = arrive(at, account, amount, origin);
      const postingId = postStep(returnedAt, (id) => returnPosting(held, id));
      lines.push({ reference: returnReference(held), amount: negative(amount), bookedAt: returnedAt });
      past.end = { how: "returned", at: returnedAt, postingId };
    },
  };
}
