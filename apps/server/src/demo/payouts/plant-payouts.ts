import { judgeLimits, OWN_LIMITS, VERIFY_MINUTES, type PayoutStep } from "@coralhub/domain";
import { payeeIndex, plantBeneficiary, type BeneficiaryPlant } from "../../modules/beneficiaries/index.ts";
import { enterPayouts, priceJson, snapshotContext, type EnteringPayout } from "../../modules/payouts/index.ts";
import type { Tx } from "../../platform/db.ts";
import { RAIL, someoneOf, SYSTEM, type Actor, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { SandboxStatements } from "../../rails/bank-statements/index.ts";
import { plantSandboxPayments, SANDBOX_PAYOUT_REASONS, type PastBankPayment } from "../../rails/payout-bank/index.ts";
import { idAt } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";
import { railOf, type PastPayout } from "../money/payout-book.ts";
import { DEMO_OPERATORS, stepBy } from "../operators.ts";
import { DEMO_BANK_ACCOUNTS } from "./bank-accounts.ts";
import { suppliersOf } from "./suppliers.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUOTES = 120_000_000;
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

type Deps = { secrets: Secrets; lifecycles: Lifecycles; statements: SandboxStatements; now: Date };
type Owner = { merchantId: string; tag: number };

/** Every payment in the planted books, as its list and the paying bank know it: the same amounts and moments. */
export async function enterPastPayouts(
  { secrets, lifecycles, statements, now }: Deps,
  tx: Tx,
  owner: Owner,
  payouts: readonly PastPayout[],
): Promise<void> {
  if (payouts.length === 0) return;
  const { merchantId, tag } = owner;
  const holderName = DEMO_MERCHANTS.find((merchant) => merchant.merchantId === merchantId)!.certification.name!;
  const accounts = DEMO_BANK_ACCOUNTS.filter((account) => account.merchantId === merchantId);
  const own = accounts.map(({ boundDaysAgo, ...account }, at): BeneficiaryPlant => ({
    kind: "own",
    name: holderName,
    holderName,
    ...account,
    isDefault: at === accounts.length - 1,
    boundAt: new Date(now.getTime() - boundDaysAgo * DAY_MS),
  }));
  for (const payee of own) await plantBeneficiary({ secrets, lifecycles }, tx, payee);
  const suppliers = suppliersOf(merchantId, now);
  const known = payouts.map((payout, n) => ({
    payout,
    payee: payout.payee === undefined ? ownAccount(own, payout) : suppliers.find(({ id }) => id === payout.payee)!,
    number: tag * 100_000 + n,
  }));
  await enterPayouts(
    { lifecycles },
    tx,
    known.map(({ payout, payee, number }) => entering(secrets, payout, payee, number)),
  );
  const sent = known.flatMap(({ payout, payee }) => atBank(payout, payee));
  await plantSandboxPayments(tx, statements, sent);
}

/** The latest that was bound for its currency then. */
const ownAccount = (own: readonly BeneficiaryPlant[], { price, confirmedAt }: PastPayout): BeneficiaryPlant =>
  own.findLast(({ currency, boundAt }) => currency === price.arrives.currency && boundAt < confirmedAt)!;

type Step = { action: PayoutStep; at: Date; note: string | null };

/** As the limits say of a payment, by itself or beside what went that day. */
const approvalReason = ({ amount, ends }: PastPayout): string | undefined => {
  const summed = "summed" in ends && ends.summed;
  const lately = { payeeCents: 0n, merchantCents: summed ? BigInt(OWN_LIMITS.approval) * 100n : 0n };
  const verdict = judgeLimits({ amount, kind: "hongkong", rests: false, lately, limits: OWN_LIMITS });
  return verdict.verdict === "approval" ? verdict.reason : undefined;
};

/** What happened to it, in order. Large ones were looked at for the better part of an hour. */
function stepsOf(payout: PastPayout): Step[] {
  const { confirmedAt, ends } = payout;
  const step = (action: PayoutStep, at: Date, note: string | null = null): Step => ({ action, at, note });
  const applied = step("apply", after(confirmedAt, -1.4));
  if (ends.state === "cancelled") return [applied, step("lapse", after(applied.at, VERIFY_MINUTES + 0.5))];
  const reason = approvalReason(payout);
  const agreed = reason
    ? [step("askApproval", confirmedAt, reason), step("approve", after(confirmedAt, 48))]
    : [step("confirm", confirmedAt)];
  if (ends.state === "awaitingApproval") return [applied, agreed[0]!];
  const begun = [applied, ...agreed, step("send", after(agreed.at(-1)!.at, 0.2))];
  switch (ends.state) {
    case "processing":
      return begun;
    case "completed":
      return [...begun, step("settle", ends.at)];
    case "failed":
      return [...begun, step("fail", ends.at, SANDBOX_PAYOUT_REASONS.refuse)];
    case "returned":
      return [...begun, step("settle", ends.paidAt), step("giveBack", ends.at, SANDBOX_PAYOUT_REASONS.return)];
  }
}

const stepAt = (payout: PastPayout, action: PayoutStep): Date | undefined =>
  stepsOf(payout).find((step) => step.action === action)?.at;

/** Who takes each of these steps. */
const actorOf = (action: PayoutStep, owner: { merchantId: string }): Actor => {
  switch (action) {
    case "approve":
      return stepBy(DEMO_OPERATORS.find(({ roles }) => roles.includes("finance"))!);
    case "settle":
    case "fail":
    case "giveBack":
      return RAIL;
    case "send":
    case "lapse":
      return SYSTEM;
    default:
      return someoneOf(owner);
  }
};

function entering(secrets: Secrets, payout: PastPayout, payee: BeneficiaryPlant, number: number): EnteringPayout {
  const { id, reference, account, amount, kind, way } = payout;
  const steps = stepsOf(payout);
  const createdAt = steps[0]!.at;
  const { accountNumber = "", ...details } = payee.details;
  const key = { merchantId: payee.merchantId, id };
  return {
    ...key,
    kind,
    way,
    sourceCode: account,
    sources: [{ code: account, amount }],
    beneficiaryId: payee.id,
    payeeName: payee.holderName,
    payeeBank: details.bankName ?? "",
    payeeLastFour: accountNumber.slice(-4),
    payeeCountry: payee.country,
    payee: { route: payee.route, holderType: payee.holderType, details },
    payeeSealedNumber: secrets.seal(accountNumber, snapshotContext(key)),
    payeeNumberIndex: payeeIndex({ secrets }, payee.country, accountNumber),
    payeeVersion: 1,
    amount,
    arrivesCurrency: payee.currency,
    toleranceBasisPoints: 50,
    category: payee.category ?? null,
    purpose: kind === "supplier" ? "货款" : null,
    remittance: "",
    relatedId: null,
    adviceEmail: null,
    scheduledFor: null,
    batchId: null,
    batchLine: null,
    seriesId: null,
    floorMinor: null,
    rail: railOf(way),
    reference,
    createdAt,
    expiresAt: after(createdAt, VERIFY_MINUTES),
    steps: steps.map((step) => ({ ...step, by: actorOf(step.action, payee), set: changedBy(step, payout, number) })),
  };
}

/** What changes with a step beside the state. */
function changedBy(
  { action, at, note }: Step,
  { price, confirmedAt, holdId, finalId, returnId }: PastPayout,
  number: number,
) {
  switch (action) {
    case "confirm":
    case "askApproval":
      return {
        quoteId: idAt(confirmedAt, QUOTES + number),
        price: priceJson(price),
        pricedAt: confirmedAt,
        arrivesMinor: price.arrives.minor,
        arrivesOn: "1 个工作日内",
        holdPostingId: holdId,
        confirmedAt,
        reason: note,
      };
    case "approve":
      return { decidedBy: DEMO_OPERATORS.find(({ roles }) => roles.includes("finance"))!.id, reason: null };
    case "send":
      return { askedAt: at, sentAt: at };
    case "settle":
      return { finalPostingId: finalId };
    case "fail":
      return { finalPostingId: finalId, reason: note };
    case "giveBack":
      return { returnPostingId: returnId, reason: note };
    default:
      return {};
  }
}

/** Nothing has reached the bank before it was sent. */
function atBank(payout: PastPayout, { holderName, details }: BeneficiaryPlant): PastBankPayment[] {
  const takenAt = stepAt(payout, "send");
  if (!takenAt) return [];
  const { reference, price, ends, way } = payout;
  const paidAt = stepAt(payout, "settle");
  return [
    {
      bank: way === "citic" ? "citic" : "clearing",
      reference,
      payee: {
        name: holderName,
        bankName: details.bankName ?? "",
        bankCode: details.clearCode ?? details.bankCode ?? "",
      },
      amount: price.arrives,
      takenAt,
      refused: ends.state === "failed",
      ...(paidAt && { paidAt }),
      ...(ends.state === "returned" && { returnedAt: ends.at }),
    },
  ];
}
