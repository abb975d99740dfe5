import { ledgerAdjustmentList, ledgerAlarmList, Refusal, type ListInput } from "@coralhub/contract";
import type { OperatorContext } from "../../platform/context.ts";
import { clearAlarm } from "./alarms-store.ts";
import type { LedgerDeps } from "./deps.ts";
import { adjustmentSource, alarmSource } from "./lists-store.ts";

const EVERYONE = { scope: "all" } as const;

/** What finance watches over: alarms and corrections. */
export function createOversight(deps: LedgerDeps) {
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
  };
}
