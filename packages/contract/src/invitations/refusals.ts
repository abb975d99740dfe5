import type { RefusalTable } from "../refusals/refusal.ts";

export const invitationRefusals = {
  "invitation.reason_needed": { code: 25201, status: 400, message: "请写明不发奖励的原因" },
} as const satisfies RefusalTable;
