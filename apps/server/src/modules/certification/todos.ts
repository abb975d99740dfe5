import { certificationLifecycle, type CertificationState } from "@coralhub/domain";
import type { Todo } from "../home/index.ts";
import type { Certification } from "./certification-store.ts";

/** States in which money waits for the merchant, and what frees it. */
const WAITING: Partial<Record<CertificationState, { body: string; label: string }>> = {
  rejected: { body: "改好后重新提交，通常 4 个工作小时内出结果", label: "去修改" },
  supplement: { body: "补齐前，新的提现和付款会暂停", label: "去补充" },
  expired: { body: "证件已过有效期，更新后恢复提现和付款", label: "去更新" },
};

export function certificationTodos(record: Certification | undefined): Todo[] {
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
      action: { label: waiting.label, path: "/nav/navEnd" },
    },
  ];
}
