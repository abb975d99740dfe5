import type { RefusalTable } from "../refusals/refusal.ts";

export const ledgerRefusals = {
  "ledger.insufficient_funds": {
    code: 15001,
    status: 409,
    message: "余额不足，可用余额 {available} {currency}，请减少金额后重试",
  },
  "ledger.key_reused": { code: 15002, status: 409, message: "这笔业务编号已用于另一笔记账，请刷新页面后重新操作" },
  "ledger.hold_unknown": { code: 15003, status: 409, message: "没有找到这笔冻结，请刷新后再试" },
  "ledger.hold_resolved": { code: 15004, status: 409, message: "这笔冻结已经处理过，请刷新页面查看结果" },
  "ledger.hold_exceeded": {
    code: 15005,
    status: 409,
    message: "金额超过冻结的 {held} {currency}，请按冻结金额以内处理",
  },
  "ledger.already_reversed": { code: 15006, status: 409, message: "这笔记账已经红冲过，不能再次红冲，请刷新页面" },
  "ledger.nothing_to_reverse": { code: 15007, status: 409, message: "这笔记账没有可以红冲的金额，请核对后重试" },
  "ledger.outcome_unknown": {
    code: 15008,
    status: 503,
    message: "结果正在确认，请稍后刷新查看，不要重复提交",
  },
  "ledger.not_sealed_yet": { code: 15009, status: 409, message: "{day} 的账目还没有封存，请次日再下载凭证" },
  "ledger.account_unknown": { code: 15010, status: 400, message: "没有这样的账户，请按「类型:币种:归属」填写" },
  "ledger.two_people": { code: 15011, status: 403, message: "调账须由另一位财务复核，请联系同事处理" },
  "ledger.payouts_stopped": { code: 15012, status: 503, message: "账务核对中，付款暂停，资金安全不受影响，请稍后再试" },
  "ledger.owner_closed": {
    code: 15013,
    status: 409,
    message: "这个商户已经注销，转进去的钱没有人能取出，请驳回这笔调账，改由财务线下退还",
  },
  "ledger.posting_unknown": {
    code: 15014,
    status: 409,
    message: "这个商户没有这笔记账，请从要红冲的记账页面提出",
  },
  "ledger.correction_of_correction": {
    code: 15015,
    status: 409,
    message: "这笔记账本身就是冲回，不能再红冲，如有不对请另提一笔调账",
  },
  "ledger.correction_elsewhere": {
    code: 15016,
    status: 409,
    message: "红冲只能按原记账反向，转出和转入账户与原记账不符，请从原记账页面提出",
  },
  "ledger.correction_exceeds": {
    code: 15017,
    status: 409,
    message: "红冲不能多于原记账，最多 {most} {currency}，请减少金额",
  },
  "ledger.correction_pending": {
    code: 15018,
    status: 409,
    message: "这笔记账已有一件红冲在等复核，请先复核或驳回那一件",
  },
  "ledger.correction_by_business": {
    code: 15028,
    status: 409,
    message: "这笔记账不能人工红冲，请按业务处理：{instead}",
  },
  "ledger.bank_line_needed": {
    code: 15029,
    status: 400,
    message: "这笔动的是银行账户，请填写银行对账单上的参考号，两边才对得上",
  },
  "ledger.bank_line_differs": {
    code: 15030,
    status: 409,
    message:
      "{rail} 对账单上参考号 {reference} 合计 {bank} {currency}，账上现在是 {books}，调账后是 {after}，两边不相等，请核对参考号、方向和金额",
  },
  "fx.rate_unavailable": { code: 15021, status: 503, message: "暂时取不到汇率，请稍后重试" },
  "fx.rate_stale": { code: 15022, status: 503, message: "汇率长时间没有更新，暂停报价，请稍后重试" },
  "fx.same_currency": { code: 15023, status: 400, message: "卖出和买入是同一个币种，请重新选择" },
  "fx.amount_too_small": { code: 15024, status: 400, message: "金额太小，换不到最小单位，请增加金额" },
} as const satisfies RefusalTable;
