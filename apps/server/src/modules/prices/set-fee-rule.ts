import { Refusal } from "@coralhub/contract";
import { parseMoney, type FeeRule } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Ids } from "../../platform/ids.ts";
import { insertFeeRule } from "./prices-store.ts";

/** A new price from now or a later moment on. Quotes already given keep theirs. */
export function setFeeRule(
  deps: { ids: Ids; audit: Audit },
  ctx: OperatorContext,
  rule: FeeRule & { effectiveFrom?: Date },
): Promise<{ id: string }> {
  const problem = problemOf(rule);
  if (problem) throw new Refusal("fee.terms_wrong", { problem });
  if (rule.effectiveFrom && rule.effectiveFrom < ctx.now) {
    throw new Refusal("fee.terms_wrong", { problem: "生效时间不能早于现在" });
  }
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    const effectiveFrom = rule.effectiveFrom ?? ctx.now;
    await insertFeeRule(tx, { ...rule, id, effectiveFrom, madeBy: ctx.operator.id, madeAt: ctx.now });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "fee.rule_set",
      subject: `fee:${rule.business}:${rule.currency}:${rule.corridor}`,
      address: ctx.address,
      detail: { ...rule.terms, effectiveFrom: effectiveFrom.toISOString() },
    });
    return { id };
  });
}

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
