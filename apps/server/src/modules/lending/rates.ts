import { Refusal } from "@coralhub/contract";
import { LOAN_PRODUCT_NAMES, loanProduct, toShanghaiDay, type LoanProduct } from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import { byOperator } from "../operations/index.ts";
import type { LendingDeps } from "./deps.ts";
import { insertLoanRate, listLoanRates, listRateChanges } from "./rates-store.ts";

const CHANGES_SHOWN = 100;
type Input = { product: LoanProduct; rate: string; from: string };

/** What each product costs on this day: as agreed on last, else as it began. */
export async function loanRatesOn({ database }: Pick<LendingDeps, "database">, now: Date) {
  const agreed = await listLoanRates(database.db, toShanghaiDay(now));
  return LOAN_PRODUCT_NAMES.map((product) => ({
    product,
    rate: agreed.get(product) ?? loanProduct(product).rate,
  }));
}

export async function loanRateOf(deps: Pick<LendingDeps, "database">, product: LoanProduct, now: Date) {
  return (await loanRatesOn(deps, now)).find((one) => one.product === product)!.rate;
}

export async function describeLoanRates(deps: LendingDeps, now: Date) {
  const [current, changes] = await Promise.all([
    loanRatesOn(deps, now),
    listRateChanges(deps.database.db, CHANGES_SHOWN),
  ]);
  return { current, changes };
}

/** From a day on, never backwards. */
export function proposeLoanRate(
  deps: LendingDeps,
  ctx: OperatorContext,
  { reason, ...request }: Input & { reason: string },
) {
  if (request.from < toShanghaiDay(ctx.now)) throw new Refusal("input.invalid", {}, { from: "生效日不能早于今天" });
  const { name } = loanProduct(request.product);
  return ctx.once((tx) =>
    deps.approvals.propose(tx, ctx, {
      kind: "loan.rate",
      subject: `loan-rate:${request.product}`,
      what: `${name}年利率 ${request.rate}%`,
      facts: [
        { label: "产品", value: name },
        { label: "年利率", value: `${request.rate}%` },
        { label: "生效", value: request.from },
      ],
      content: request,
      reason,
    }),
  );
}

/** One whose day has passed while it waited counts from the agreement on. */
export const putLoanRateIntoForce =
  (deps: LendingDeps): PutIntoForce =>
  async (tx, ctx, { content, proposedBy }) => {
    const { product, rate, from: asked } = content as Input;
    const today = toShanghaiDay(ctx.now);
    const from = asked < today ? today : asked;
    const people = { madeBy: proposedBy, decidedBy: ctx.operator.id };
    await insertLoanRate(tx, { id: deps.ids.next(), product, rate, from, ...people, at: ctx.now });
    const detail = { product, rate, from, proposedBy };
    await deps.audit.record(tx, byOperator(ctx, { action: "loan.rate_set", subject: `loan-rate:${product}`, detail }));
  };
