import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  daysBetween,
  DEPOSIT_CURRENCY_CODES,
  breakRateOf,
  instructionDeadline,
  interestUntil,
  isProvisional,
  maturityOf,
  moneyOf,
  moneyText,
  placementLifecycle,
  rateOn,
  termsOn,
  valueDateOf,
  type DepositCurrency,
  type DepositTerm,
  type DepositTerms,
  type MaturityInstruction,
  type Money,
  type PlacementState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { proveCode } from "../identity/index.ts";
import type { DepositsDeps } from "./deps.ts";
import { requestedPosting } from "./deposits-postings.ts";
import { requireOpenAccount, requirePartner } from "./open-account.ts";
import { insertPlacement } from "./placements-store.ts";
import { ratesOf } from "./rates.ts";
import { allTerms } from "./terms.ts";
import { findSession, insertSession, useSession, type PlacementSession } from "./sessions-store.ts";

export const PLACE_TOPIC = "deposit-partner.place";
/** A rate a merchant was shown holds so long; the code has to arrive meanwhile. */
const SESSION_MINUTES = 5;

type Request = {
  amount: Money;
  termMonths: DepositTerm;
  instruction: MaturityInstruction;
  renewAmount: Money | null;
};

export const depositReference = (id: string): string => `CD${id.replaceAll("-", "").toUpperCase()}`;

const isDepositCurrency = (currency: string): currency is DepositCurrency =>
  (DEPOSIT_CURRENCY_CODES as readonly string[]).includes(currency);

/** A price for this amount over this term, as the page shows it. Nothing is held yet. */
export async function openSession(deps: DepositsDeps, ctx: MerchantContext, request: Request) {
  const { merchantId, now } = ctx;
  requirePartner(deps);
  await requireOpenAccount(deps, merchantId);
  const { currency } = request.amount;
  if (!isDepositCurrency(currency)) throw new Refusal("input.invalid", {}, { amount: "这个币种不能存定期" });
  const valueDate = valueDateOf(currency, now, deps.isBankingDay);
  const all = await allTerms(deps.database.db);
  const { yearDays, ...bounds } = termsOn(all, currency, valueDate);
  const principal = checkAmount(moneyOf(currency, request.amount.minor), bounds);
  const maturesOn = maturityOf(currency, valueDate, request.termMonths, deps.isBankingDay);
  const { rate } = rateOn(await ratesOf(deps), { currency, termMonths: request.termMonths }, valueDate);
  const session = {
    merchantId,
    id: deps.ids.next(),
    principal,
    termMonths: request.termMonths,
    rate,
    yearDays,
    valueDate,
    maturesOn,
    instruction: request.instruction,
    renewMinor: renewMinorOf(
      moneyOf(currency, principal.minor + interestUntil({ principal, rate, yearDays, valueDate }, maturesOn).minor),
      request,
      termsOn(all, currency, maturesOn),
    ),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MINUTES * 60_000),
  };
  await insertSession(deps.database.db, session);
  return describeSession(deps, session);
}

type Bounds = Pick<DepositTerms, "minimum" | "maximum">;
function checkAmount(amount: Money<DepositCurrency>, { minimum, maximum }: Bounds): Money<DepositCurrency> {
  if (amount.minor < minimum.minor) throw new Refusal("deposit.below_minimum", { minimum: moneyText(minimum) });
  if (amount.minor > maximum.minor) throw new Refusal("deposit.above_maximum", { maximum: moneyText(maximum) });
  return amount;
}

/**
 * Null unless a part is renewed; a part is at least the smallest deposit of the day it goes on, at most the largest and all
 * there will be.
 */
export function renewMinorOf(
  all: Money<DepositCurrency>,
  { instruction, renewAmount }: Pick<Request, "instruction" | "renewAmount">,
  { minimum, maximum: largest }: Bounds,
): bigint | null {
  if (instruction !== "renewPart") return null;
  const { currency } = all;
  const maximum = all.minor < largest.minor ? all : largest;
  const fits =
    renewAmount?.currency === currency && renewAmount.minor >= minimum.minor && renewAmount.minor <= maximum.minor;
  if (!fits) {
    const values = { minimum: moneyText(minimum), maximum: moneyText(maximum) };
    throw new Refusal("deposit.renewal_too_small", values, { renewAmount: "请检查续存金额" });
  }
  return renewAmount.minor;
}

const describeSession = (
  { isBankingDay }: Pick<DepositsDeps, "isBankingDay">,
  session: Omit<PlacementSession, "usedAt">,
) => {
  const { currency } = session.principal;
  return {
    sessionId: session.id,
    principal: session.principal,
    termMonths: session.termMonths,
    rate: session.rate,
    yearDays: session.yearDays,
    valueDate: session.valueDate,
    maturesOn: session.maturesOn,
    days: daysBetween(session.valueDate, session.maturesOn),
    provisional: isProvisional(session.maturesOn),
    interest: interestUntil(session, session.maturesOn),
    expiresAt: session.expiresAt,
    instructionUntil: instructionDeadline(currency, session.maturesOn, isBankingDay),
    breakRate: breakRateOf(session.rate),
  };
};

/** What the code confirms, in the words of the SMS: this amount, over this term, at this rate. */
const codeMoney = ({ principal, termMonths, rate }: PlacementSession) => ({
  payee: `定期存款 ${termMonths} 个月 年利率 ${rate}%`,
  amount: principal,
});

export async function sendPlacementCode(
  deps: DepositsDeps,
  { merchantId, now }: MerchantContext,
  { sessionId, channel }: { sessionId: string; channel: "sms" | "email" },
) {
  const session = await findSession(deps.database.db, merchantId, sessionId);
  if (!session || session.usedAt) throw new Refusal("deposit.session_unknown");
  if (session.expiresAt <= now || isPastItsDay(deps, session, now)) throw new Refusal("deposit.session_expired");
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(session) });
}

/** Shown before the cut-off and agreed on after it: the partner takes it for a later day than the page said. */
const isPastItsDay = (
  { isBankingDay }: Pick<DepositsDeps, "isBankingDay">,
  { principal, valueDate }: PlacementSession,
  at: Date,
): boolean => valueDateOf(principal.currency, at, isBankingDay) !== valueDate;

/** The code is right, the rate is fixed, the money is set aside: from here on it goes to the partner. */
export async function confirmPlacement(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { sessionId, verifyCode, channel }: { sessionId: string; verifyCode: string; channel: "sms" | "email" },
): Promise<{ id: string; state: PlacementState }> {
  const { merchantId } = ctx;
  requirePartner(deps);
  const session = await findSession(deps.database.db, merchantId, sessionId);
  if (!session) throw new Refusal("deposit.session_unknown");
  await requireOpenAccount(deps, merchantId);
  const money = codeMoney(session);
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  return ctx.once(async (tx) => {
    const at = deps.clock.now();
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("deposit.partner_closed");
    if (!(await deps.certifiedAs(merchantId, tx))) throw new Refusal("access.not_certified");
    if (session.expiresAt <= at || isPastItsDay(deps, session, at)) throw new Refusal("deposit.session_expired");
    if (!(await useSession(tx, merchantId, sessionId, at))) throw new Refusal("deposit.session_unknown");
    await spendCode(tx);
    const key = { merchantId, id: deps.ids.next() };
    const { principal, termMonths, rate, yearDays, valueDate, maturesOn, instruction, renewMinor } = session;
    const facts = { ...key, principal, rail: deps.partner.name, reference: depositReference(key.id) };
    const balance = await deps.ledger.balance(merchantId, accountCode("wallet", principal.currency), tx);
    if (balance.minor < principal.minor) {
      const missing = moneyText(moneyOf(principal.currency, principal.minor - balance.minor));
      throw new Refusal("deposit.balance_short", { missing });
    }
    const holdPostingId = deps.ids.next();
    await deps.ledger.postIn(tx, [requestedPosting(facts, holdPostingId)]);
    await insertPlacement(tx, {
      ...facts,
      state: placementLifecycle.initial,
      termMonths,
      rate,
      yearDays,
      valueDate,
      maturesOn,
      interest: interestUntil(session, maturesOn),
      accruedThrough: valueDate,
      instruction,
      renewMinor,
      renewedFrom: null,
      createdAt: at,
      holdPostingId,
    });
    await deps.lifecycles.record(tx, placementLifecycle, key, { by: merchantActor(ctx), action: "confirm", at });
    await deps.outbox.enqueue(tx, {
      topic: PLACE_TOPIC,
      reference: facts.reference,
      merchantId,
      payload: { id: key.id },
    });
    return { id: key.id, state: placementLifecycle.initial };
  });
}
