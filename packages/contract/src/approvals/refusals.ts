import type { RefusalTable } from "../refusals/refusal.ts";

export const approvalRefusals = {
  "approval.two_people": { code: 11101, status: 403, message: "须由另一位财务复核，请联系同事处理" },
  "approval.waiting": { code: 11102, status: 409, message: "同一项变更已在等待复核，请先处理那一件" },
  "approval.not_yours": { code: 11103, status: 403, message: "只有提出的人可以撤回，请联系提出的同事" },
} as const satisfies RefusalTable;
