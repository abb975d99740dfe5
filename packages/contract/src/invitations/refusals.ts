import type { RefusalTable } from "../refusals/refusal.ts";

export const invitationRefusals = {
  "invitation.reason_needed": { code: 25201, status: 400, message: "请写明不发奖励的原因" },
  "invitation.inviter_cannot_be_paid": {
    code: 25202,
    status: 409,
    message: "推荐人的账户已注销、没有通过认证或被冻结，奖励不能入账。请等账户恢复后再发，或改为不发",
  },
} as const satisfies RefusalTable;
