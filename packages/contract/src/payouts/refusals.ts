import type { RefusalTable } from "../refusals/refusal.ts";

export const payoutRefusals = {
  "payout.account_unusable": { code: 19001, status: 409, message: "这个账户现在不能付款：{problem}" },
  "payout.no_bank_account": { code: 19002, status: 409, message: "还没有绑定收款银行账户，请先绑定" },
  "payout.below_minimum": { code: 19003, status: 400, message: "单笔最少 {minimum}，请增加金额" },
  "payout.above_limit": { code: 19004, status: 400, message: "单笔最多 {maximum}，请减少金额或分笔付款" },
  "payout.cooling": {
    code: 19005,
    status: 409,
    message: "新添加的收款账户在 {until} 前累计最多 {limit}，还可以付 {left}，请减少金额或稍后再付",
  },
  "payout.lapsed": { code: 19006, status: 409, message: "这笔付款超时没有验证，已经取消，请重新填写" },
  "payout.channel_closed": { code: 19007, status: 503, message: "银行通道暂未开放，请稍后再试" },
  "payout.not_processing": { code: 19008, status: 409, message: "这笔付款没有在等银行的结果，请刷新页面" },
  "payout.bank_silent": { code: 19009, status: 503, message: "银行暂时没有回答，请稍后再查询" },
  "payout.nothing_to_decide": { code: 19010, status: 409, message: "这笔付款在银行那里已有结果，不能再这样处理" },
  "payout.daily_limit": {
    code: 19011,
    status: 409,
    message: "24 小时内累计最多 {limit}，还可以付 {left}，请减少金额或明天再付",
  },
  "payout.payee_maximum": { code: 19012, status: 409, message: "给这个收款人最多付 {maximum}，还剩 {left}" },
  "payout.way_unfit": { code: 19013, status: 400, message: "这个收款账户不能走「{way}」，请换一种方式" },
  "payout.sources_differ": { code: 19014, status: 400, message: "几个账户的金额加起来要等于付款总额，币种也要相同" },
  "payout.papers_needed": { code: 19015, status: 400, message: "给这个收款人的付款超过 {limit}，请先上传合同或发票" },
  "payout.already_proposed": { code: 19016, status: 409, message: "这笔付款已有处理意见等待复核，请先复核" },
  "payout.same_person": { code: 19017, status: 403, message: "提出和复核要由两个人完成，请换一位同事复核" },
  "payout.not_stuck": { code: 19018, status: 409, message: "银行还在正常处理时间内，{hours} 小时没有结果才能人工处理" },
  "payout.statement_says_paid": { code: 19019, status: 409, message: "银行对账单里有这笔付款，不能按未付款处理" },
  "payout.statement_silent": {
    code: 19020,
    status: 409,
    message: "银行对账单里还没有这笔付款，等对账单到了再确认已付款",
  },
  "payout.schedule_past": { code: 19021, status: 400, message: "执行日期要在明天到一年以内，请重新选择" },
  "payout.stopped": { code: 19022, status: 409, message: "{problem}，这笔付款已转财务处理，没有发往银行" },
} as const satisfies RefusalTable;
