import type { RefusalTable } from "../refusals/refusal.ts";

export const outflowRefusals = {
  "outflow.not_held": { code: 11201, status: 409, message: "这笔出款已经不再被拦下，请刷新列表" },
  "outflow.not_releasable": { code: 11202, status: 409, message: "这类出款只能在解冻后发出，请先处理冻结" },
  "outflow.alarm": { code: 11203, status: 409, message: "账务告警解除后会自动再检查，不用放行" },
  "outflow.other_reason": { code: 11204, status: 409, message: "拦下的原因已经变了，请按新的原因重新提出" },
} as const satisfies RefusalTable;
