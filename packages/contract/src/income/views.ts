import { CURRENCY_CODES, INCOME_HOLD_NAMES, incomeLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

export const incomeHead = z.object({
  id: z.uuid(),
  state: z.enum(stateNames(incomeLifecycle)),
  amount: money,
  /** What two of finance took back of it by hand (红冲) once it was credited. */
  takenBack: money,
  payerName: z.string(),
  platform: z.string().nullable(),
  storeId: z.uuid().nullable(),
  storeName: z.string().nullable(),
  accountId: z.uuid(),
  accountNumber: z.string().nullable(),
  /** The bank's number of the payment. */
  reference: z.string(),
  hold: z.enum(INCOME_HOLD_NAMES).nullable(),
  announcedAt: wireTime,
  arrivedAt: wireTime.nullable(),
});
/** Why it is held: the rule, how much, what is missing, who acts next and until when. */
export const holdView = z.object({
  rule: z.enum(INCOME_HOLD_NAMES),
  label: z.string(),
  amount: money,
  missing: z.string(),
  /** What a reviewer asks for in addition. */
  note: z.string().nullable(),
  next: z.enum(["merchant", "operator"]),
  dueAt: wireTime.nullable(),
  /** Where it is our turn: when there will be a result. */
  answerBy: wireTime.nullable(),
  /** What happens once it is settled, and if nothing is done. */
  afterwards: z.string(),
});
export const evidenceView = z.object({
  fileId: z.uuid(),
  fileName: z.string(),
  note: z.string(),
  at: wireTime,
});
export const incomeEventView = z.object({
  action: z.string(),
  label: z.string(),
  note: z.string().nullable(),
  /** A colleague's or the merchant's name; null for the bank and the rules. */
  actor: z.string().nullable(),
  at: wireTime,
});
export const incomeDetail = incomeHead.extend({
  fee: money,
  /** What is the merchant's in the end. */
  net: money,
  currency: z.enum(CURRENCY_CODES),
  payerCountry: z.string().nullable(),
  remittance: z.string(),
  holderName: z.string(),
  expectedAt: wireTime.nullable(),
  creditedAt: wireTime.nullable(),
  returnedAt: wireTime.nullable(),
  holdView: holdView.nullable(),
  /** What was taken back of it or of its fee: each is a record of its own, by this number. */
  corrections: z.array(z.object({ id: z.uuid(), amount: money, what: z.enum(["amount", "fee"]), at: wireTime })),
  hidden: z.boolean(),
  pinned: z.boolean(),
  /** The merchant has asked for it to be sent back, with this reason. */
  returnWish: z.string().nullable(),
  evidence: z.array(evidenceView),
  timeline: z.array(incomeEventView),
  /** What the merchant may do now. */
  may: z.object({ supplement: z.boolean(), claim: z.boolean(), askReturn: z.boolean() }),
  /** Stores it may be claimed for. */
  claimable: z.array(z.object({ id: z.uuid(), name: z.string(), platform: z.string() })),
});
export type IncomeDetail = z.output<typeof incomeDetail>;
