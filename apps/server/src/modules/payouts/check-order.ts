import { Refusal, type PayoutRequest, type RefusalName } from "@coralhub/contract";
import {
  addMoney,
  coolingUntil,
  formatMoney,
  judgeLimits,
  minimumWithdrawal,
  moneyOf,
  moneyText,
  payeeLifecycle,
  PAYOUT_KINDS,
  payoutLimit,
  payoutWay,
  plainName,
  takesFrom,
  toShanghaiDay,
  toShanghaiTime,
  waysTo,
  type Money,
  type PaidLately,
  type PayoutLimits,
  type PayoutKind,
  type PayoutWayKey,
} from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { Beneficiary } from "../beneficiaries/index.ts";
import type { Holder } from "../certification/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import { sumLately } from "./meter-store.ts";
import { findBound, sumPaidTo, type SourcePart } from "./payouts-store.ts";
import { findSource, isWallet, sourceProblem } from "./sources.ts";
import { readTerms, type PayoutTerms } from "./terms-store.ts";

/** Which calls were used: they fix the kind, and some of them the way. */
export type Family = { kind: PayoutKind; way?: PayoutWayKey };
export type CheckedOrder = {
  kind: PayoutKind;
  way: PayoutWayKey;
  sources: SourcePart[];
  payee: Beneficiary;
  holder: Holder;
  amount: Money;
  terms: PayoutTerms;
  /** Somebody of ours looks first. */
  approval: string | undefined;
};

export function requireChannel(deps: Pick<PayoutsDeps, "banks">, way: PayoutWayKey): void {
  if (!deps.banks[payoutWay(way).bank].isOpen) throw new Refusal("payout.channel_closed");
}
/** Where money is held it is asked with that transaction's own handle. */
export async function requireOpen(deps: PayoutsDeps, way: PayoutWayKey, within?: Db): Promise<void> {
  requireChannel(deps, way);
  if (await deps.ledger.payoutsStopped(within)) throw new Refusal("ledger.payouts_stopped");
}

const YEAR_MS = 366 * 86_400_000;
/** A payment for a later day: after today, within a year. What is priced again may have come to its day meanwhile. */
export function checkSchedule(
  { clock }: Pick<PayoutsDeps, "clock">,
  day: string | null,
  from: "today" | "tomorrow" = "tomorrow",
): void {
  if (day === null) return;
  const now = clock.now();
  const today = toShanghaiDay(now);
  const isPast = from === "today" ? day < today : day <= today;
  if (isPast || day > toShanghaiDay(new Date(now.getTime() + YEAR_MS))) throw new Refusal("payout.schedule_past");
}

/** The page shows it beside the amount. */
export function refusedAmount(name: RefusalName, values: Record<string, string>): Refusal {
  return new Refusal(name, values, { amount: new Refusal(name, values).message });
}

/** A way that has to be bound first pays to what is bound, and to nothing else. */
export async function boundProblem(
  db: Db,
  { merchantId, way, beneficiaryId }: { merchantId: string; way: PayoutWayKey; beneficiaryId: string },
): Promise<Refusal | undefined> {
  if (payoutWay(way).apart !== true || (await findBound(db, merchantId, way)).includes(beneficiaryId)) return undefined;
  return new Refusal("mybank.not_bound");
}

/** Whom it goes to: the one that was named, or the default account for what the way pays. */
export async function findPayee(
  deps: PayoutsDeps,
  merchantId: string,
  { kind, way }: Family,
  beneficiaryId: string | undefined,
): Promise<Beneficiary> {
  const apart = way !== undefined && payoutWay(way).apart === true;
  const named = beneficiaryId ?? (apart ? (await findBound(deps.database.db, merchantId, way))[0] : undefined);
  if (apart && named === undefined) throw new Refusal("mybank.not_bound");
  const payee = named
    ? await deps.beneficiaries.of({ merchantId, id: named })
    : kind === "withdrawal"
      ? await deps.beneficiaries.defaultOf(merchantId, way ? onlyCurrency(way) : "CNY")
      : undefined;
  if (!payee && beneficiaryId) throw new Refusal("not_found");
  if (!payee) throw new Refusal("payout.no_bank_account");
  if (payee.kind !== PAYOUT_KINDS[kind].payee) throw new Refusal("not_found");
  return payee;
}
const onlyCurrency = (way: PayoutWayKey) => {
  const { currencies } = payoutWay(way);
  return currencies === "*" ? "CNY" : currencies[0]!;
};

/** An own account at home is in the certified name, also after that has changed; abroad a reviewer has said so. */
export const isStillOwn = (payee: Pick<Beneficiary, "kind" | "route" | "holderName">, holder: Holder): boolean =>
  payee.kind !== "own" || payee.route !== "CN" || plainName(payee.holderName) === plainName(holder.name);

export function payeeProblem({ name, state }: Pick<Beneficiary, "name" | "state">): Refusal | undefined {
  if (state === "approved") return undefined;
  return new Refusal("payee.not_usable", { name, problem: payeeLifecycle.states[state].label });
}

/** The ways this payee can be paid on, of those the calls leave open. */
export const waysFor = ({ kind, way }: Family, payee: Beneficiary): PayoutWayKey[] =>
  waysTo({ kind, route: payee.route, country: payee.country, currency: payee.currency }).filter((key) =>
    way === undefined ? payoutWay(key).apart !== true : key === way,
  );

/** From which accounts how much; together they are the amount. */
async function partsOf(
  deps: PayoutsDeps,
  merchantId: string,
  way: PayoutWayKey,
  request: Omit<PayoutRequest, "scheduledFor">,
): Promise<SourcePart[]> {
  const wanted = request.parts.length > 0 ? request.parts : [{ accountId: request.accountId, amount: request.amount }];
  const { currency, minor } = request.amount;
  const sum = wanted.reduce((all, { amount }) => all + amount.minor, 0n);
  if (sum !== minor || wanted.some(({ amount }) => amount.currency !== currency)) {
    throw new Refusal("payout.sources_differ");
  }
  const parts: SourcePart[] = [];
  for (const { accountId, amount } of wanted) {
    const source = await findSource(deps, merchantId, accountId);
    const problem = sourceProblem(way, source);
    if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
    if (source.currency !== currency) {
      const words = `这个账户是 ${source.currency}，请填写 ${source.currency} 金额`;
      throw new Refusal("input.invalid", {}, { amount: words });
    }
    parts.push({ code: source.code, amount });
  }
  // One account has more than one spelling: a wallet's currency is known by two codes.
  if (new Set(parts.map(({ code }) => code)).size !== parts.length) throw new Refusal("payout.sources_differ");
  return parts;
}

async function checkAmount(deps: PayoutsDeps, merchantId: string, holder: Holder, parts: SourcePart[], amount: Money) {
  const { currency } = amount;
  const [minimum, maximum] = [minimumWithdrawal(currency), payoutLimit(holder.kind, currency)];
  if (amount.minor < minimum.minor) throw refusedAmount("payout.below_minimum", { minimum: moneyText(minimum) });
  if (amount.minor > maximum.minor) throw refusedAmount("payout.above_limit", { maximum: moneyText(maximum) });
  for (const { code, amount: part } of parts) {
    const available = await deps.ledger.balance(merchantId, code);
    if (part.minor > available.minor) {
      throw refusedAmount("ledger.insufficient_funds", { available: formatMoney(available), currency });
    }
  }
}

type Judged = {
  amount: Money;
  payee: Beneficiary;
  holder: Holder;
  lately: PaidLately;
  limits: PayoutLimits;
  now: Date;
};
/** Throws above a limit; answers why a person has to look first, where one has to. */
export function judge({ amount, payee, holder, lately, limits, now }: Judged): string | undefined {
  const until = coolingUntil(payee.restsFrom);
  const verdict = judgeLimits({ amount, kind: holder.kind, rests: until > now, lately, limits });
  if (verdict.verdict === "fine") return undefined;
  if (verdict.verdict === "approval") return verdict.reason;
  const values = { limit: moneyText(verdict.most), left: moneyText(verdict.left) };
  if (verdict.limit === "daily") throw refusedAmount("payout.daily_limit", values);
  throw refusedAmount("payout.cooling", { ...values, until: toShanghaiTime(until).slice(5, 16) });
}

/** A supplier's maximum counts what arrives there, in its own currency. */
export async function checkMaximum(
  db: Db,
  payee: Beneficiary,
  arrives: Money,
  /** What goes there in the same moment and is not written yet. */
  beside: readonly Money[],
): Promise<void> {
  const { maximum, maximumFrom } = payee;
  if (!maximum) return;
  const written = await sumPaidTo(db, payee, maximumFrom!, maximum.currency);
  const paid = beside.filter(({ currency }) => currency === maximum.currency).reduce(addMoney, written);
  if (paid.minor + arrives.minor <= maximum.minor) return;
  const left = moneyOf(maximum.currency, maximum.minor > paid.minor ? maximum.minor - paid.minor : 0n);
  throw refusedAmount("payout.payee_maximum", { maximum: moneyText(maximum), left: moneyText(left) });
}

/** Everything that can be said before money moves; what others may change is looked at again when it does. */
export async function checkOrder(
  deps: PayoutsDeps,
  merchantId: string,
  family: Family,
  request: Omit<PayoutRequest, "scheduledFor">,
): Promise<CheckedOrder> {
  const holder = await deps.certifiedAs(merchantId);
  if (!holder) throw new Refusal("access.not_certified");
  const payee = await findPayee(deps, merchantId, family, request.beneficiaryId);
  if (!isStillOwn(payee, holder)) throw new Refusal("payout.no_bank_account");
  const problem = payeeProblem(payee);
  if (problem) throw problem;
  const ways = waysFor(family, payee);
  // Where nobody chose, the first one that takes this money: some take one platform's only, a wallet has none.
  const takes = (key: PayoutWayKey) => !isWallet(request.accountId) || takesFrom(key, null);
  const way = request.way ? ways.find((key) => key === request.way) : ways.find(takes);
  if (!way) throw new Refusal("payout.way_unfit", { way: payoutWay(request.way ?? family.way ?? "local").label });
  await requireOpen(deps, way);
  const unbound = await boundProblem(deps.database.db, { merchantId, way, beneficiaryId: payee.id });
  if (unbound) throw unbound;
  const sources = await partsOf(deps, merchantId, way, request);
  await checkAmount(deps, merchantId, holder, sources, request.amount);
  const now = deps.clock.now();
  const lately = await sumLately(deps.database.db, merchantId, payee, now);
  const terms = await readTerms(deps.database.db);
  const approval = judge({ amount: request.amount, payee, holder, lately, limits: terms.limits, now });
  return { kind: family.kind, way, sources, payee, holder, amount: request.amount, terms, approval };
}
