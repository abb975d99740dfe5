import { ledgerAdjustmentList, ledgerAlarmList, Refusal, type ListInput } from "@coralhub/contract";
import { INVARIANTS, toShanghaiTime } from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import { clearAlarm, readOpenAlarm } from "./alarms-store.ts";
import type { LedgerDeps } from "./deps.ts";
import { adjustmentSource, alarmSource } from "./lists-store.ts";

const EVERYONE = { scope: "all" } as const;

/** What finance watches over: alarms and corrections. */
export function createOversight(deps: LedgerDeps) {
  return {
    ledgerAlarms: (_: OperatorContext, input: ListInput) =>
      deps.lists.page(EVERYONE, ledgerAlarmList, alarmSource, input),
    proposeClearing: (ctx: OperatorContext, { id, note }: { id: string; note: string }) =>
      ctx.once(async (tx) => {
        const alarm = await readOpenAlarm(tx, id);
        if (!alarm) throw new Refusal("state.changed");
        const rule = (INVARIANTS as Record<string, { label: string }>)[alarm.rule]?.label ?? alarm.rule;
        return deps.approvals.propose(tx, ctx, {
          kind: "ledger.alarm",
          subject: `alarm:${id}`,
          what: `${rule}，${alarm.subject}`,
          facts: [
            { label: "规则", value: rule },
            { label: "对象", value: alarm.subject },
            { label: "发现", value: toShanghaiTime(alarm.raisedAt) },
          ],
          content: { id },
          reason: note,
        });
      }),
    ledgerAdjustments: (_: OperatorContext, input: ListInput) =>
      deps.lists.page(EVERYONE, ledgerAdjustmentList, adjustmentSource, input),
  };
}

/** Payouts leave again once the last alarm is cleared, so it takes two. */
export const clearAgreedAlarm =
  (deps: Pick<LedgerDeps, "audit">): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { id } = content as { id: string };
    const cleared = await clearAlarm(tx, id, ctx.operator.id, reason, ctx.now);
    if (!cleared) throw new Refusal("state.changed");
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "ledger.alarm_cleared",
      subject: `alarm:${id}`,
      address: ctx.address,
      detail: { ...cleared, note: reason, proposedBy },
    });
  };
