import { Refusal } from "@coralhub/contract";
import {
  inDollarCents,
  moneyOf,
  moneyText,
  minimumWithdrawal,
  payoutLifecycle,
  payoutLimit,
  payoutWay,
  VERIFY_MINUTES,
  type AccountCode,
  type CouponSaving,
  type Money,
  type PayoutLimits,
  type PayoutKind,
  type PayoutWayKey,
  type WaysTerms,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Actor } from "../../platform/lifecycle-engine.ts";
import type { Beneficiary } from "../beneficiaries/index.ts";
import type { Holder } from "../certification/index.ts";
import type { Move } from "../orders/index.ts";
import { papersProblem, payoutReference, relationProblem, snapshotContext } from "./apply-for-payout.ts";
import { quotaMove } from "./ask-quota.ts";
import { isStillOwn, judge, payeeProblem, requireChannel, waysFor } from "./check-order.ts";
import { enqueuePayments } from "./hold-together.ts";
import type { PayoutsDeps } from "./deps.ts";
import { enterPayouts } from "./enter-payouts.ts";
import { lockMeter, numberKey, sumLatelyMany } from "./meter-store.ts";
import { requestPosting } from "./payouts-postings.ts";
import { priceJson, sumPaidTo, type AgreedPrice, type NewPayout } from "./payouts-store.ts";
import { priceArriving, type PriceBook } from "./price-book.ts";
import { keptArrival } from "./quote-payout.ts";
import { keepSources, sourceProblem, type Source } from "./sources.ts";
import { readTerms } from "./terms-store.ts";

/** One payment of many: what arrives is fixed, what leaves follows from the price book. */
export type ManyRow = {
  line: number;
  payeeId: string;
  source: Source;
  arrives: Money;
  category: number | null;
  remittance: string;
  /** What its coupons take off, as it was promised with the sheet. */
  savings?: readonly CouponSaving[] | undefined;
};
export type Many = {
  merchantId: string;
  kind: PayoutKind;
  batchId: string;
  by: Actor;
  book: PriceBook;
  /** How far the rate may move against the merchant while a row waits: of the whole sheet. */
  toleranceBasisPoints: number;
  rows: readonly ManyRow[];
};
export type ManyOutcome = { line: number } & ({ payoutId: string } | { refused: string });
type Accepted = {
  row: ManyRow;
  payee: Beneficiary;
  way: PayoutWayKey;
  amount: Money;
  agreed: AgreedPrice;
  approval?: string;
};

type Target = Pick<Beneficiary, "route" | "country" | "currency">;
/** The ways to this payee that may take money from there. */
const waysFrom = (kind: PayoutKind, payee: Target, source: Source): PayoutWayKey[] =>
  waysFor({ kind }, payee as Beneficiary).filter((way) => sourceProblem(way, source) === undefined);
/** The first of them whose bank was open when the prices were read: another way has another price. */
export function wayFrom(
  { kind, open }: Pick<PriceBook, "kind" | "open">,
  payee: Target,
  source: Source,
): PayoutWayKey | undefined {
  const ways = waysFrom(kind, payee, source);
  const way = ways.find((key) => open.includes(payoutWay(key).bank));
  if (!way && ways.length > 0) throw new Refusal("payout.channel_closed");
  return way;
}

/** What has been counted and taken so far within the transaction. */
type Running = {
  merchantCents: bigint;
  payeeCents: Map<string, bigint>;
  left: Map<AccountCode, bigint>;
  arrived: Map<string, bigint>;
};

/**
 * The same looks as at a single payment, over all rows under one lock; what stands in a row's way refuses that row alone. The
 * money of all others is held and their intents go out in one transaction.
 */
export async function payMany(deps: PayoutsDeps, tx: Tx, many: Many): Promise<ManyOutcome[]> {
  const { merchantId, rows } = many;
  const refuseAll = ({ message }: Refusal) => rows.map(({ line }) => ({ line, refused: message }));
  const holder = await deps.certifiedAs(merchantId, tx);
  if (!holder) return refuseAll(new Refusal("access.not_certified"));
  if (await deps.ledger.payoutsStopped(tx)) return refuseAll(new Refusal("ledger.payouts_stopped"));
  const payees = new Map(
    (
      await deps.beneficiaries.keepMany(
        tx,
        rows.map(({ payeeId }) => ({ merchantId, id: payeeId })),
      )
    ).map((one) => [one.id, one]),
  );
  const related = await deps.beneficiaries.related(merchantId, tx);
  const stopped = await stoppedSources(deps, tx, many, payees);
  await lockMeter(tx, merchantId);
  const running = await startCounting(deps, tx, many, payees);
  const { limits, ways } = await readTerms(tx);
  const accepted: Accepted[] = [];
  const outcomes: ManyOutcome[] = [];
  for (const row of rows) {
    try {
      const payee = payees.get(row.payeeId);
      if (!payee) throw new Refusal("not_found");
      const problem = stopped.get(row.source.code);
      if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
      accepted.push(look(deps, { ...many, holder, related, limits }, running, row, payee));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ line: row.line, refused: error.fields?.["amount"] ?? error.message });
    }
  }
  return [...outcomes, ...(await go(deps, tx, many, accepted, ways))];
}

async function stoppedSources(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, kind, rows }: Many,
  payees: Map<string, Beneficiary>,
) {
  const stopped = new Map<AccountCode, string>();
  const seen = new Set<AccountCode>();
  for (const { source, payeeId } of rows.toSorted((a, b) => (a.source.code < b.source.code ? -1 : 1))) {
    const payee = payees.get(payeeId);
    const way = payee && waysFrom(kind, payee, source)[0];
    if (!way || seen.has(source.code)) continue;
    seen.add(source.code);
    const problem = await keepSources(deps, tx, { merchantId, way, sources: [source] });
    if (problem !== undefined) stopped.set(source.code, problem);
  }
  return stopped;
}

async function startCounting(
  deps: PayoutsDeps,
  tx: Tx,
  many: Many,
  payees: Map<string, Beneficiary>,
): Promise<Running> {
  const { merchantId, rows } = many;
  const { merchantCents, payeeCents } = await sumLatelyMany(tx, merchantId, [...payees.values()], deps.clock.now());
  const left = new Map<AccountCode, bigint>();
  for (const code of new Set(rows.map(({ source }) => source.code))) {
    left.set(code, (await deps.ledger.balance(merchantId, code, tx)).minor);
  }
  const arrived = new Map<string, bigint>();
  for (const { id, maximum, maximumFrom } of payees.values()) {
    if (maximum) arrived.set(id, (await sumPaidTo(tx, { merchantId, id }, maximumFrom!, maximum.currency)).minor);
  }
  return { merchantCents, payeeCents, left, arrived };
}

type Looking = Many & {
  holder: Holder;
  limits: PayoutLimits;
  related: Awaited<ReturnType<PayoutsDeps["beneficiaries"]["related"]>>;
};
/** Throws what stands in the way of this row; counts it where nothing does. */
function look(deps: PayoutsDeps, many: Looking, running: Running, row: ManyRow, payee: Beneficiary): Accepted {
  const { kind, holder, limits, book } = many;
  if (!isStillOwn(payee, holder)) throw new Refusal("payout.no_bank_account");
  const unusable = payeeProblem(payee);
  if (unusable) throw unusable;
  // A sheet has no place to say it: such a payment is made by itself.
  const unsaid = relationProblem(many.related, null, payee);
  if (unsaid) throw unsaid;
  const { source, arrives, savings } = row;
  const way = wayFrom(book, payee, source);
  if (!way) throw new Refusal("payout.way_unfit", { way: "批量付款" });
  requireChannel(deps, way);
  const arriving = { way, from: source.currency, country: payee.country, arrives };
  const { amount, agreed } = priceArriving(book, arriving, { savings });
  checkSize(holder, amount);
  const payeeCents = running.payeeCents.get(numberKey(payee)) ?? 0n;
  const lately = { merchantCents: running.merchantCents, payeeCents };
  const approval = judge({ amount, payee, holder, lately, limits, now: deps.clock.now() });
  const unproven = papersProblem({ kind, amount }, payeeCents, limits);
  if (unproven) throw unproven;
  countMaximum(running, payee, arrives);
  const left = running.left.get(source.code) ?? 0n;
  if (amount.minor > left) {
    const available = moneyOf(amount.currency, left);
    throw new Refusal("ledger.insufficient_funds", { available: moneyText(available), currency: amount.currency });
  }
  running.left.set(source.code, left - amount.minor);
  running.merchantCents += inDollarCents(amount);
  running.payeeCents.set(numberKey(payee), payeeCents + inDollarCents(amount));
  return { row, payee, way, amount, agreed, ...(approval !== undefined && { approval }) };
}

function checkSize(holder: Holder, amount: Money): void {
  const [minimum, maximum] = [minimumWithdrawal(amount.currency), payoutLimit(holder.kind, amount.currency)];
  if (amount.minor < minimum.minor) throw new Refusal("payout.below_minimum", { minimum: moneyText(minimum) });
  if (amount.minor > maximum.minor) throw new Refusal("payout.above_limit", { maximum: moneyText(maximum) });
}

function countMaximum(running: Running, { id, maximum }: Beneficiary, arrives: Money): void {
  if (!maximum || maximum.currency !== arrives.currency) return;
  const paid = running.arrived.get(id) ?? 0n;
  if (paid + arrives.minor > maximum.minor) {
    const left = moneyOf(maximum.currency, maximum.minor > paid ? maximum.minor - paid : 0n);
    throw new Refusal("payout.payee_maximum", { maximum: moneyText(maximum), left: moneyText(left) });
  }
  running.arrived.set(id, paid + arrives.minor);
}

function written(
  deps: PayoutsDeps,
  { merchantId, kind, batchId, toleranceBasisPoints }: Many,
  { row, payee, way, amount }: Accepted,
): NewPayout {
  const key = { merchantId, id: deps.ids.next() };
  const at = deps.clock.now();
  return {
    ...key,
    kind,
    way,
    sourceCode: row.source.code,
    sources: [{ code: row.source.code, amount }],
    beneficiaryId: payee.id,
    payeeName: payee.holderName,
    payeeBank: payee.bankName,
    payeeLastFour: payee.lastFour,
    payeeCountry: payee.country,
    payee: { route: payee.route, holderType: payee.holderType, details: payee.details },
    payeeSealedNumber: deps.secrets.seal(deps.beneficiaries.numberOf(payee), snapshotContext(key)),
    payeeNumberIndex: payee.numberIndex,
    payeeVersion: payee.version,
    amount,
    toleranceBasisPoints,
    arrivesCurrency: payee.currency,
    category: row.category,
    purpose: null,
    remittance: row.remittance,
    relatedId: null,
    adviceEmail: null,
    scheduledFor: null,
    batchId,
    batchLine: row.line,
    seriesId: null,
    floorMinor: null,
    rail: deps.banks[payoutWay(way).bank].name,
    reference: payoutReference(key.id),
    createdAt: at,
    expiresAt: new Date(at.getTime() + VERIFY_MINUTES * 60_000),
  };
}

async function go(
  deps: PayoutsDeps,
  tx: Tx,
  many: Many,
  accepted: readonly Accepted[],
  ways: WaysTerms,
): Promise<ManyOutcome[]> {
  if (accepted.length === 0) return [];
  const at = deps.clock.now();
  const wanted = accepted.map((one) => ({ ...one, payout: written(deps, many, one), holdPostingId: deps.ids.next() }));
  const short = await askQuota(deps, tx, many.merchantId, wanted);
  const refused = wanted.flatMap(({ row, payout }): ManyOutcome[] => {
    const refusal = short.get(payout.id);
    return refusal ? [{ line: row.line, refused: refusal.message }] : [];
  });
  const payouts = wanted.filter(({ payout }) => !short.has(payout.id));
  if (payouts.length === 0) return refused;
  await enterPayouts(
    deps,
    tx,
    payouts.map(({ payout }) => payout),
  );
  await deps.ledger.postIn(
    tx,
    payouts.map(({ payout, holdPostingId }) => requestPosting(payout, holdPostingId)),
  );
  const arrival = new Map<string, string>();
  const arrivesOn = (way: PayoutWayKey, country: string): string => {
    const key = `${way} ${country}`;
    if (!arrival.has(key)) arrival.set(key, keptArrival(deps, ways, { way, country, scheduledFor: null }));
    return arrival.get(key)!;
  };
  for (const action of ["confirm", "askApproval"] as const) {
    const those = payouts.filter(({ approval }) => (approval === undefined) === (action === "confirm"));
    const moves = those.map(({ payout, agreed, approval, holdPostingId, way, payee }) => ({
      key: { merchantId: many.merchantId, id: payout.id },
      set: {
        quoteId: null,
        price: priceJson(agreed),
        // When it was promised, not when its turn came: what waits is priced anew from there.
        pricedAt: many.book.at,
        arrivesMinor: agreed.arrives.minor,
        arrivesOn: arrivesOn(way, payee.country),
        holdPostingId,
        confirmedAt: at,
        reason: approval ?? null,
      },
      note: approval ?? null,
    }));
    if (moves.length > 0) await deps.lifecycles.advanceMany(tx, payoutLifecycle, action, { at, by: many.by }, moves);
    if (action === "confirm") {
      await enqueuePayments(
        deps,
        tx,
        those.map(({ payout }) => payout),
      );
    }
  }
  return [...refused, ...payouts.map(({ row, payout }) => ({ line: row.line, payoutId: payout.id }))];
}

/** Those the orders do not reach for are refused, each by itself and in the order of the sheet. */
async function askQuota(
  deps: PayoutsDeps,
  tx: Tx,
  merchantId: string,
  wanted: readonly { payout: NewPayout }[],
): Promise<Map<string, Refusal>> {
  const moves: Move[] = [];
  for (const { payout } of wanted) {
    const move = await quotaMove(deps, tx, payout);
    if (move) moves.push(move);
  }
  return deps.quota.reserveMany(tx, merchantId, moves);
}
