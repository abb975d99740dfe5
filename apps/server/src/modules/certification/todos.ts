import type { Todo } from "@coralhub/contract";
import { addressOf, certificationLifecycle, EXPIRY_REMINDER_DAYS, type CertificationState } from "@coralhub/domain";
import type { Standing } from "./certification-store.ts";

/** States in which money waits for the merchant, and what frees it. */
const WAITING: Partial<Record<CertificationState, { body: string; label: string }>> = {
  rejected: { body: "改好后重新提交，通常 4 个工作小时内出结果", label: "去修改" },
  supplement: { body: "补齐前，新的提现和付款会暂停", label: "去补充" },
  expired: { body: "证件已过有效期，更新后恢复提现和付款", label: "去更新" },
};

/** The last reminder but one before the documents end is when home speaks up. */
const ANNOUNCED_DAYS = EXPIRY_REMINDER_DAYS[1];
const DAY_MS = 86_400_000;

export function certificationTodos(record: Standing | undefined, today: string): Todo[] {
  if (record?.expiresOn && record.state === "certified") {
    const left = Math.round((Date.parse(record.expiresOn) - Date.parse(today)) / DAY_MS);
    if (left <= ANNOUNCED_DAYS) return [expiring(record.expiresOn)];
  }
  const waiting = record && WAITING[record.state];
  if (!waiting) return [];
  return [
    {
      id: `certification-${record.state}`,
      kind: "certification",
      title: `实名认证${certificationLifecycle.states[record.state].label}`,
      body: waiting.body,
      amount: null,
      dueAt: null,
      action: { label: waiting.label, path: addressOf("certification") },
    },
  ];
}

const expiring = (day: string): Todo => ({
  id: "certification-expiring",
  kind: "certification",
  title: `认证证件 ${day} 到期`,
  body: "到期后提现和付款会暂停，现在更新，审核期间不受影响",
  amount: null,
  dueAt: null,
  action: { label: "去更新", path: addressOf("certification") },
});
