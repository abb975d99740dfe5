import type { RefusalTable } from "../refusals/refusal.ts";

export const serviceRefusals = {
  "module.waiting": { code: 16001, status: 409, message: "申请已经提交，正在审核，有结果会通知您" },
  "module.already_open": { code: 16002, status: 409, message: "{module}已经开通，不用再申请，请刷新页面" },
} as const satisfies RefusalTable;
