import type { RefusalTable } from "../refusals/refusal.ts";

export const mybankRefusals = {
  "mybank.closed": { code: 19231, status: 503, message: "网商银行通道暂未开放，请稍后再试" },
  "mybank.already_bound": { code: 19232, status: 409, message: "这个账户已经绑定或正在绑定，请刷新页面" },
  "mybank.not_bound": { code: 19233, status: 409, message: "还没有绑定网商银行，请先绑定再提现" },
  "mybank.silent": { code: 19234, status: 503, message: "网商银行暂时没有答复，请稍后再查询" },
} as const satisfies RefusalTable;
