import type { RefusalTable } from "./refusal.ts";

/** Refusals any call can give. Codes below 1000 mirror the HTTP status; 600 is the specification's "login expired". */
export const kernelRefusals = {
  "input.invalid": { code: 400, status: 400, message: "填写的内容有误，请按提示修改后重试" },
  "input.too_large": { code: 413, status: 413, message: "内容太大，请缩小后重试" },
  "input.unreadable": { code: 402, status: 400, message: "请求内容无法识别，请刷新页面后重试" },
  "session.expired": { code: 600, status: 401, message: "登录已过期，请重新登录" },
  "access.denied": { code: 403, status: 403, message: "您没有权限进行此操作，请联系管理员开通" },
  "access.not_certified": { code: 10403, status: 403, message: "完成实名认证后才能进行此操作，请前往「个人中心」认证" },
  not_found: { code: 404, status: 404, message: "没有找到您要的内容，它可能已被删除，请刷新页面查看" },
  "state.changed": { code: 409, status: 409, message: "状态刚刚发生了变化，请刷新后再操作" },
  "idempotency.missing": { code: 10400, status: 400, message: "请求缺少 Idempotency-Key，请刷新页面后重试" },
  "idempotency.reused": {
    code: 10409,
    status: 409,
    message: "同一个 Idempotency-Key 已用于另一项操作，请刷新页面后重试",
  },
  "idempotency.running": { code: 10410, status: 409, message: "这项操作正在处理，请稍后查看结果，不要重复提交" },
  "limit.too_many": { code: 429, status: 429, message: "操作太频繁，请 {seconds} 秒后再试" },
  "server.busy": { code: 503, status: 503, message: "服务繁忙，请稍后重试" },
  "server.failed": { code: 500, status: 500, message: "系统出了点问题，请稍后重试；再次出错请联系客服" },
} as const satisfies RefusalTable;
