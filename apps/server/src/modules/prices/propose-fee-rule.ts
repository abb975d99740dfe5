import { Refusal } from "@coralhub/contract";
import {
  corridorText,
  currencyText,
  extraTexts,
  FEE_BEARERS,
  FEE_BUSINESSES,
  parseMoney,
  priceText,
  toShanghaiTime,
  type ApprovalFact,
  type FeeRule,
} from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Approvals } from "../approvals/index.ts";
import { insertFeeRule } from "./prices-store.ts";

type Wanted = FeeRule & { effectiveFrom?: Date };
/** As the proposal keeps it. */
type Stored = FeeRule & { effectiveFrom?: string };

/** A new price from now or a later moment on, once another operator has agreed. Quotes already given keep theirs. */
export function proposeFeeRule(
  deps: { approvals: Approvals },
  ctx: OperatorContext,
  { reason, ...rule }: Wanted & { reason: string },
): Promise<{ approvalId: string }> {
  const problem = problemOf(rule);
  if (problem) throw new Refusal("fee.terms_wrong", { problem });
  if (rule.effectiveFrom && rule.effectiveFrom < ctx.now) {
    throw new Refusal("fee.terms_wrong", { problem: "生效时间不能早于现在" });
  }
  const content: Stored = { ...rule, effectiveFrom: rule.effectiveFrom?.toISOString() };
  return ctx.once((tx) =>
    deps.approvals.propose(tx, ctx, {
      kind: "fee.rule",
      subject: subjectOf(rule),
      what: `${FEE_BUSINESSES[rule.business]}，${priceText(rule.terms, rule.currency)}`,
      facts: factsOf(rule),
      content,
      reason,
    }),
  );
}

const subjectOf = ({ business, currency, corridor }: FeeRule) => `fee:${business}:${currency}:${corridor}`;

const factsOf = ({ business, currency, corridor, terms, effectiveFrom }: Wanted): ApprovalFact[] => [
  { label: "业务", value: FEE_BUSINESSES[business] },
  { label: "适用", value: `${currencyText(currency)}，${corridorText(corridor)}` },
  { label: "收费", value: [priceText(terms, currency), ...extraTexts(terms)].join("；") },
  { label: "承担", value: FEE_BEARERS[terms.bearer] },
  { label: "生效", value: effectiveFrom ? toShanghaiTime(effectiveFrom) : "复核通过时" },
];

/** The rule as proposed; one whose moment has passed while it waited counts from the agreement on. */
export const putFeeRuleIntoForce =
  (deps: { ids: Ids; audit: Audit }): PutIntoForce =>
  async (tx, ctx, { content, proposedBy }) => {
    const { effectiveFrom: asked, ...rule } = content as Stored;
    const effectiveFrom = asked && new Date(asked) > ctx.now ? new Date(asked) : ctx.now;
    await insertFeeRule(tx, { ...rule, id: deps.ids.next(), effectiveFrom, madeBy: proposedBy, madeAt: ctx.now });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "fee.rule_set",
      subject: subjectOf(rule),
      address: ctx.address,
      detail: { ...rule.terms, effectiveFrom: effectiveFrom.toISOString(), proposedBy },
    });
  };

function problemOf({ currency, terms }: FeeRule): string | undefined {
  const amounts = [terms.flat, terms.min, terms.max].filter((text) => text !== undefined);
  if (currency === "*") {
    if (amounts.length > 0 || terms.tiers?.length) return "适用全部币种的规则不能有固定、最低、最高金额或阶梯";
    return undefined;
  }
  try {
    const [least, most] = [terms.min, terms.max].map((text) => (text ? parseMoney(text, currency).minor : undefined));
    if (terms.flat) parseMoney(terms.flat, currency);
    if (least !== undefined && most !== undefined && least > most) return "最低收费高于最高收费";
  } catch {
    return `金额的小数位数与 ${currency} 不符`;
  }
  const volumes = terms.tiers?.map((tier) => tier.fromVolume) ?? [];
  if (volumes.some((volume, n) => n > 0 && volume <= volumes[n - 1]!)) return "阶梯须按交易额从低到高排列";
  return undefined;
}
