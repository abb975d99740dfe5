import { ledgerAdjustmentList, ledgerAlarmList, Refusal, type ListInput } from "@coralhub/contract";
import { DEFAULT_FEE_RULES } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { clearAlarm } from "./alarms-store.ts";
import type { LedgerDeps } from "./deps.ts";
import { adjustmentSource, alarmSource } from "./lists-store.ts";
import { readFeeRules } from "./prices-store.ts";

const EVERYONE = { scope: "all" } as const;

/** What finance watches over: alarms, corrections and prices. */
export function createOversight(deps: LedgerDeps) {
  const { db } = deps.database;
  return {
    ledgerAlarms: (_: OperatorContext, input: ListInput) =>
      deps.lists.page(EVERYONE, ledgerAlarmList, alarmSource, input),
    clearLedgerAlarm: (ctx: OperatorContext, { id, note }: { id: string; note: string }) =>
      ctx.once(async (tx) => {
        const cleared = await clearAlarm(tx, id, ctx.operator.id, note, ctx.now);
        if (!cleared) throw new Refusal("state.changed");
        await deps.audit.record(tx, {
          actor: { kind: "operator", id: ctx.operator.id },
          action: "ledger.alarm_cleared",
          subject: `alarm:${id}`,
          address: ctx.address,
          detail: { ...cleared, note },
        });
        return null;
      }),
    ledgerAdjustments: (_: OperatorContext, input: ListInput) =>
      deps.lists.page(EVERYONE, ledgerAdjustmentList, adjustmentSource, input),
    async feeRules() {
      const set = await readFeeRules(db, deps.clock.now());
      const replaced = new Set(set.map((rule) => `${rule.business} ${rule.currency} ${rule.corridor}`));
      const own = DEFAULT_FEE_RULES.filter(
        (rule) => !replaced.has(`${rule.business} ${rule.currency} ${rule.corridor}`),
      );
      return [
        ...set.map(({ id, business, currency, corridor, terms, effectiveFrom }) => ({
          id,
          business,
          currency,
          corridor,
          terms: wireTerms(terms),
          effectiveFrom,
        })),
        ...own.map((rule) => ({ ...rule, terms: wireTerms(rule.terms), id: null, effectiveFrom: null })),
      ];
    },
  };
}

/** The table's tiers are read-only, the wire's are not. */
const wireTerms = <T extends { tiers?: readonly unknown[] }>(terms: T) => ({
  ...terms,
  tiers: terms.tiers && ([...terms.tiers] as { fromVolume: number; basisPoints: string }[]),
});
