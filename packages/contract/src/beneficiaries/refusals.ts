import type { RefusalTable } from "../refusals/refusal.ts";

export const beneficiaryRefusals = {
  "payee.known": { code: 19101, status: 409, message: "这个账号已经添加过：{name}，请直接使用或修改它" },
  "payee.not_own_name": {
    code: 19102,
    status: 400,
    message: "提现账户的户名要与实名认证一致：{name}",
  },
  "payee.not_usable": { code: 19103, status: 409, message: "收款人「{name}」{problem}，现在不能付款" },
  "payee.unreachable": { code: 19104, status: 400, message: "{country}的{currency}账户暂时不能付款，请换一个币种" },
  "payee.in_use": { code: 19105, status: 409, message: "还有 {count} 笔付款在路上，完成后再停用" },
  "payee.link_dead": { code: 19106, status: 404, message: "链接已失效或已填写，请向付款方要一个新的" },
  "payee.link_not_filled": { code: 19107, status: 409, message: "对方还没有填写，请稍后再核对" },
  "payee.paper_unknown": { code: 19108, status: 400, message: "没有找到这份材料，请重新上传" },
} as const satisfies RefusalTable;
