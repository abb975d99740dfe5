import { Refusal } from "@coralhub/contract";
import {
  BASE_DEPOSIT_RATES,
  DEPOSIT_CURRENCY_CODES,
  DEPOSIT_TERM_MONTHS,
  isProvisional,
  maturityOf,
  rateOn,
  termsOn,
  toShanghaiDay,
  valueDateOf,
  type DepositCurrency,
  type DepositRate,
  type DepositTerm,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { requireIndependent } from "../operations/index.ts";
import type { DepositsDeps } from "./deps.ts";
import { allTerms, describeTerms } from "./terms.ts";
import { approveRate, insertRate, listAgreedRates, listRateChanges, lockProposal, rejectRate } from "./rates-store.ts";

const CHANGES_SHOWN = 100;

/** The partner's first table with everything agreed on since. */
export const ratesOf = async ({ database }: Pick<DepositsDeps, "database">): Promise<DepositRate[]> => [
  ...BASE_DEPOSIT_RATES,
  ...(await listAgreedRates(database.db)),
];

function offersOf(
  { isBankingDay }: Pick<DepositsDeps, "isBankingDay">,
  rates: readonly DepositRate[],
  currency: DepositCurrency,
  now: Date,
) {
  const valueDate = valueDateOf(currency, now, isBankingDay);
  return DEPOSIT_TERM_MONTHS.map((termMonths) => {
    const maturesOn = maturityOf(currency, valueDate, termMonths, isBankingDay);
    const { rate } = rateOn(rates, { currency, termMonths }, valueDate);
    return { termMonths, rate, valueDate, maturesOn, provisional: isProvisional(maturesOn) };
  });
}

/** What can be placed now, and at which rates. */
export async function describeProducts(deps: DepositsDeps, now: Date) {
  const [rates, all] = await Promise.all([ratesOf(deps), allTerms(deps.database.db)]);
  return DEPOSIT_CURRENCY_CODES.map((currency) => {
    const offers = offersOf(deps, rates, currency, now);
    const { yearDays, minimum, maximum } = termsOn(all, currency, offers[0]!.valueDate);
    return { currency, yearDays, minimum, maximum, offers };
  });
}

export async function describeRates(deps: DepositsDeps, now: Date) {
  const [rates, changes, terms] = await Promise.all([
    ratesOf(deps),
    listRateChanges(deps.database.db, CHANGES_SHOWN),
    describeTerms(deps, now),
  ]);
  return {
    current: DEPOSIT_CURRENCY_CODES.map((currency) => ({ currency, offers: offersOf(deps, rates, currency, now) })),
    changes,
    terms,
  };
}

type Proposal = { currency: DepositCurrency; termMonths: DepositTerm; rate: string; from: string };

/** From a day on, never backwards: what was agreed on keeps its rate. */
export function proposeRate(deps: DepositsDeps, ctx: OperatorContext, proposal: Proposal): Promise<{ id: string }> {
  if (proposal.from < toShanghaiDay(ctx.now)) {
    throw new Refusal("deposit.rate_in_the_past", {}, { from: "生效日不能早于今天" });
  }
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    await insertRate(tx, { id, ...proposal, proposedBy: ctx.operator.id, proposedAt: ctx.now });
    await record(deps, ctx, "deposit.rate_proposed", { id, ...proposal })(tx);
    return { id };
  });
}

/** By another person of finance. */
export function decideRate(
  deps: DepositsDeps,
  ctx: OperatorContext,
  { id, decision }: { id: string; decision: "approve" | "reject" },
): Promise<null> {
  return ctx.once(async (tx) => {
    const proposal = await lockProposal(tx, id);
    if (!proposal) throw new Refusal("not_found");
    if (proposal.decided) throw new Refusal("state.changed");
    if (decision === "approve") {
      if (proposal.proposedBy === ctx.operator.id) throw new Refusal("deposit.rate_same_person");
      await requireIndependent(tx, { maker: proposal.proposedBy, checker: ctx.operator.id, at: ctx.now });
      if (proposal.from < toShanghaiDay(ctx.now)) throw new Refusal("deposit.rate_in_the_past");
      await approveRate(tx, proposal, ctx.operator.id, ctx.now);
    } else await rejectRate(tx, id, ctx.now);
    const { currency, termMonths, rate, from } = proposal;
    const action = decision === "approve" ? "deposit.rate_approved" : "deposit.rate_rejected";
    await record(deps, ctx, action, { id, currency, termMonths, rate, from })(tx);
    return null;
  });
}

const record =
  (
    { audit }: DepositsDeps,
    { operator, address }: OperatorContext,
    action: "deposit.rate_proposed" | "deposit.rate_approved" | "deposit.rate_rejected",
    detail: object,
  ) =>
  (tx: Parameters<DepositsDeps["audit"]["record"]>[0]) =>
    audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action,
      subject: "deposit:rates",
      address,
      detail: { ...detail },
    });
