import type { RefusalTable } from "../refusals/refusal.ts";

export const exchangeRefusals = {
  "fx.pair_closed": { code: 20001, status: 409, message: "暂不支持 {pair} 兑换，请改换其他币种" },
  "fx.market_closed": { code: 20002, status: 409, message: "{market}休市，{opens}，可以先挂单等价位" },
  "fx.below_minimum": { code: 20003, status: 400, message: "单笔最少卖出 {minimum}，请增加金额" },
  "fx.above_maximum": { code: 20004, status: 400, message: "单笔最多卖出 {maximum}，请减少金额或分笔换汇" },
  "fx.day_full": { code: 20005, status: 409, message: "今天 {pair} 的可换额度已用完，请明天再换或联系客服" },
  "fx.rate_suspended": {
    code: 20006,
    status: 503,
    message: "{currency} 汇率异常波动，正在人工核对，暂停报价，请稍后重试",
  },
  "fx.target_reached": { code: 20007, status: 400, message: "现在的成交汇率已经达到 {rate}，可以直接换汇" },
  "fx.target_too_far": { code: 20008, status: 400, message: "价位离现价超过 20%，请核对后重新填写" },
  "fx.until_wrong": { code: 20009, status: 400, message: "有效期请选今天起 {days} 天以内" },
  "fx.too_many_orders": { code: 20010, status: 409, message: "最多同时有 {most} 个委托，请先撤销不用的" },
  "fx.already_converting": { code: 20011, status: 409, message: "{currency} 已设到账自动换汇，请先撤销原来的" },
  "fx.hours_wrong": { code: 20012, status: 400, message: "开市时间须早于收市时间，请核对后重填" },
  "fx.terms_wrong": { code: 20013, status: 400, message: "最少、最多和每日额度须依次增大，请核对后重填" },
  "fx.changed_since": { code: 20014, status: 409, message: "提出之后设置又有变动，请驳回这项提议，核对后重新提出" },
} as const satisfies RefusalTable;
