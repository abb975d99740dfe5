import { Refusal } from "@coralhub/contract";
import {
  moneyOf,
  moneyText,
  PAYOUT_KINDS,
  payoutLifecycle,
  withinTolerance,
  withoutFullStop,
  type PayoutAction,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import { proveCode } from "../identity/index.ts";
import { codeMoney, papersProblem, type PayoutAnswer } from "./apply-for-payout.ts";
import { quotaMove } from "./ask-quota.ts";
import { boundProblem, checkMaximum, isStillOwn, judge, payeeProblem, requireOpen } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { about, couponUse, payeeText } from "./payout-words.ts";
import { lockMeter, sumLately } from "./meter-store.ts";
import { requestPosting } from "./payouts-postings.ts";
import {
  eachOf,
  findPayout,
  hasPapers,
  listScheduled,
  lockPayout,
  priceJson,
  type AgreedPrice,
  type DuePlace,
  type Payout,
  type PayoutKey,
} from "./payouts-store.ts";
import { keptArrival, priceNow, takeQuote } from "./quote-payout.ts";
import { countMiss } from "./series/count-miss.ts";
import { keepSources } from "./sources.ts";
import { readTerms } from "./terms-store.ts";

export const PAY_TOPIC = "payout-bank.pay";
type Confirmation = { id: string; quoteId: string | null; verifyCode: string; channel: "sms" | "email" };

/**
 * The code is right, the price is fixed, the money is held: from here on it goes to the bank, or waits for a person where
 * the sum of the day asks for one. All of it commits together, once.
 */
export async function confirmPayout(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  { id, quoteId, verifyCode, channel }: Confirmation,
): Promise<PayoutAnswer> {
  const { merchantId } = ctx;
  const seen = await findPayout(deps.database.db, { merchantId, id });
  if (!seen) throw new Refusal("not_found");
  if (seen.scheduledFor === null && quoteId === null) throw new Refusal("quote.unknown");
  if (!(await deps.certifiedAs(merchantId))) throw new Refusal("access.not_certified");
  await requireOpen(deps, seen.way);
  const money = codeMoney(seen);
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  return ctx.once(async (tx) => {
    const payout = (await lockPayout(tx, seen))!;
    if (payout.state !== "unverified") throw new Refusal("state.changed");
    const at = deps.clock.now();
    if (payout.expiresAt <= at) throw new Refusal("payout.lapsed");
    await spendCode(tx);
    const by = merchantActor(ctx);
    if (payout.scheduledFor !== null) {
      await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, "schedule", {
        at,
        by,
        note: payout.scheduledFor,
      });
      return { id, state: "scheduled" };
    }
    const agree = () => takeQuote(deps, tx, payout, quoteId!);
    return holdAndGo(deps, tx, payout, { by, quoteId, agree, go: "confirm", wait: "askApproval" });
  });
}

type Going = {
  by: Actor;
  quoteId: string | null;
  agree(): Promise<AgreedPrice>;
  go: Extract<PayoutAction, "confirm" | "execute">;
  wait: Extract<PayoutAction, "askApproval" | "executeWithApproval">;
};
/** Looks at everything once more where nobody can change it any longer, holds the money, and lets it go or wait. */
export async function holdAndGo(deps: PayoutsDeps, tx: Tx, payout: Payout, going: Going): Promise<PayoutAnswer> {
  const { merchantId, id } = payout;
  const at = deps.clock.now();
  const holder = await deps.certifiedAs(merchantId, tx);
  if (!holder) throw new Refusal("access.not_certified");
  await requireOpen(deps, payout.way, tx);
  const payee = (await deps.beneficiaries.keep(tx, { merchantId, id: payout.beneficiaryId }))!;
  const unusable = isStillOwn(payee, holder) ? payeeProblem(payee) : new Refusal("payout.no_bank_account");
  if (unusable) throw unusable;
  // What was agreed on is the account as it was; one that has changed since has to be agreed on anew.
  if (payee.version !== payout.payeeVersion) throw new Refusal("payout.payee_changed");
  const unbound = await boundProblem(tx, payout);
  if (unbound) throw unbound;
  const problem = await keepSources(deps, tx, payout);
  if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
  await lockMeter(tx, merchantId);
  const lately = await sumLately(tx, merchantId, payee, at);
  // As they are at this moment, not as they were when it was written down.
  const { limits, ways } = await readTerms(tx);
  const looked = judge({ amount: payout.amount, payee, holder, lately, limits, now: at });
  const unproven = papersProblem(payout, lately.payeeCents, limits);
  if (unproven && !(await hasPapers(tx, payout))) throw unproven;
  // Somebody has looked at it before, and only the rate was asked about again.
  const approval = payout.decidedBy === null ? looked : undefined;
  const price = await going.agree();
  await checkMaximum(tx, payee, price.arrives);
  const move = await quotaMove(deps, tx, payout);
  if (move) await deps.quota.reserve(tx, merchantId, move);
  const holdPostingId = deps.ids.next();
  await deps.ledger.postIn(tx, [requestPosting(payout, holdPostingId)]);
  const { business } = PAYOUT_KINDS[payout.kind];
  const use = { business, usedFor: couponUse(payout), quoteId: going.quoteId };
  await deps.coupons.reserve(tx, merchantId, price.fee.coupons ?? [], use);
  const set = {
    quoteId: going.quoteId,
    price: priceJson(price),
    pricedAt: at,
    arrivesMinor: price.arrives.minor,
    arrivesOn: keptArrival(deps, ways, { way: payout.way, country: payout.payeeCountry, scheduledFor: null }),
    holdPostingId,
    confirmedAt: at,
    reason: approval ?? null,
  };
  const change = { at, by: going.by, set, note: approval ?? null };
  if (approval === undefined) {
    const message = submittedMessage(payout, set.arrivesOn);
    await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, going.go, { ...change, message });
    await enqueuePayment(deps, tx, payout);
    return { id, state: "submitted" };
  }
  const message = { event: "payout.reviewing", data: { ...about(payout), reason: approval } } as const;
  await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, going.wait, { ...change, message });
  return { id, state: "awaitingApproval" };
}

export const submittedMessage = (payout: Payout, eta: string) =>
  ({ event: "payout.submitted", data: { ...about(payout), payee: payeeText(payout), eta } }) as const;

/**
 * The intent goes out once the transaction has committed. Each has a name of its own: one that was stopped, or is sent again by
 * two people's decision, is another intent. The bank knows the payment by its own reference all the same.
 */
export const enqueuePayments = (
  deps: PayoutsDeps,
  tx: Tx,
  payments: readonly (PayoutKey & { reference: string })[],
): Promise<void> =>
  deps.outbox.enqueueMany(
    tx,
    PAY_TOPIC,
    payments.map(({ merchantId, id, reference }) => ({
      reference: `${reference}:${deps.ids.next()}`,
      merchantId,
      payload: { id },
    })),
  );
export const enqueuePayment = (deps: PayoutsDeps, tx: Tx, payment: PayoutKey & { reference: string }): Promise<void> =>
  enqueuePayments(deps, tx, [payment]);

const MOST_AT_ONCE = 200;
/** What was agreed on for today: priced now, and through every limit and freeze like any other. */
export async function executeScheduled(deps: PayoutsDeps, day: string): Promise<void> {
  const { db } = deps.database;
  for await (const key of eachOf<DuePlace>((after) => listScheduled(db, { day, after, limit: MOST_AT_ONCE }))) {
    await executeOne(deps, key).catch((error: unknown) => {
      deps.log.warn({ err: error, payoutId: key.id }, "a scheduled payment was not executed");
    });
  }
}

async function executeOne(deps: PayoutsDeps, key: PayoutKey): Promise<void> {
  const seen = (await findPayout(deps.database.db, key))!;
  const [holder, payee] = await Promise.all([
    deps.certifiedAs(key.merchantId),
    deps.beneficiaries.of({ merchantId: key.merchantId, id: seen.beneficiaryId }),
  ]);
  const refused = async (problem: string) =>
    deps.database.transaction(async (tx) => {
      await deps.lifecycles.advance(tx, payoutLifecycle, key, "miss", {
        at: deps.clock.now(),
        by: SYSTEM,
        set: { reason: problem },
        note: problem,
        message: { event: "payout.missed", data: { ...about(seen), reason: withoutFullStop(problem) } },
      });
      await countMiss(deps, tx, seen, problem);
    });
  if (!holder) return refused("实名认证失效");
  try {
    await requireOpen(deps, seen.way);
    const price = await priceNow(deps, { ...seen, payee: payee!, asker: "house" });
    requireAgreed(seen, price);
    await deps.database.transaction(async (tx) => {
      const payout = (await lockPayout(tx, key))!;
      if (payout.state !== "scheduled") return;
      const agree = () => Promise.resolve(price);
      await holdAndGo(deps, tx, payout, {
        by: SYSTEM,
        quoteId: null,
        agree,
        go: "execute",
        wait: "executeWithApproval",
      });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The house's own trouble passes, and without a coupon that just went it is priced anew at the next look; what stands in
    // the way of this very payment does not pass.
    if (error.row.status === 503 || error.reason === "coupon.gone") throw error;
    await refused(error.message);
  }
}

/** Agreed on earlier and priced now: what arrives must be near enough to what it was then. */
function requireAgreed({ floorMinor }: Payout, { arrives }: AgreedPrice): void {
  if (floorMinor === null || arrives.minor >= floorMinor) return;
  throw new Refusal("payout.rate_moved", { least: moneyText(moneyOf(arrives.currency, floorMinor)) });
}

/** Whether what arrives at the rate of now is what the merchant agreed to, or near enough. */
export const isNearEnough = (payout: Payout, now: AgreedPrice): boolean =>
  withinTolerance(payout.price!.arrives, now.arrives, payout.toleranceBasisPoints);
