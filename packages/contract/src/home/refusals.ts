import type { RefusalTable } from "../refusals/refusal.ts";

export const homeRefusals = {
  "notice.list_empty": { code: 33001, status: 400, message: "名单里没有我们的商户，请核对手机号" },
  "notice.in_past": { code: 33002, status: 400, message: "发布时间已经过去，请改到以后或立即发布" },
} as const satisfies RefusalTable;
