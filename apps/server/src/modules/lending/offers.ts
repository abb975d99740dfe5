import { OFFER_DAYS } from "@coralhub/domain";
import type { Loan } from "./loans-store.ts";

/** Until then the lender's offer can be signed. */
export const offerUntil = (approvedAt: Date): Date => new Date(approvedAt.getTime() + OFFER_DAYS * 86_400_000);

/** Each signature has its own: a lender's late word about an earlier one is no longer about anything. */
export const payOutReference = ({ reference, attempt }: Pick<Loan, "reference" | "attempt">): string =>
  `${reference}-D${attempt}`;
