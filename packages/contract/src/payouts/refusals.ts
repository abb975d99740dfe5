import type { RefusalTable } from "../refusals/refusal.ts";

export const payoutRefusals = {
  "payout.account_unusable": { code: 19001, status: 409, message: "这个账户现在不能付款：{problem}。请换一个账户" },
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
  "payout.bank_silent": { code: 19009, status: 503, message: "银行暂时没有答复，请稍后再查询" },
  "payout.nothing_to_decide": {
    code: 19010,
    status: 409,
    message: "这笔付款在银行那里已有结果，不能再这样处理，请刷新页面",
  },
  "payout.daily_limit": {
    code: 19011,
    status: 409,
    message: "24 小时内累计最多 {limit}，还可以付 {left}，请减少金额或明天再付",
  },
  "payout.payee_maximum": {
    code: 19012,
    status: 409,
    message: "给这个收款人最多付 {maximum}，还可以付 {left}，请减少金额",
  },
  "payout.way_unfit": { code: 19013, status: 400, message: "这个收款账户不能走「{way}」，请换一种方式" },
  "payout.sources_differ": {
    code: 19014,
    status: 400,
    message: "请每个账户只填一次，金额加起来等于付款总额，币种也要相同",
  },
  "payout.papers_needed": { code: 19015, status: 400, message: "给这个收款人的付款超过 {limit}，请先上传合同或发票" },
  "payout.already_proposed": { code: 19016, status: 409, message: "这笔付款已有处理意见等待复核，请先复核" },
  "payout.same_person": { code: 19017, status: 403, message: "提出和复核要由两个人完成，请换一位同事复核" },
  "payout.not_stuck": {
    code: 19018,
    status: 409,
    message: "银行还在正常处理时间内，请等 {hours} 小时没有结果再人工处理",
  },
  "payout.statement_says_paid": {
    code: 19019,
    status: 409,
    message: "银行对账单里有这笔付款，不能按未付款处理，请按已付款提出",
  },
  "payout.statement_silent": {
    code: 19020,
    status: 409,
    message: "银行对账单里还没有这笔付款，请等对账单到了再确认已付款",
  },
  "payout.statement_differs": {
    code: 19033,
    status: 409,
    message: "账上是 {booked}，银行对账单写的是 {said}，请先与银行核对清楚，不能人工处理",
  },
  "payout.statement_reversed": {
    code: 19034,
    status: 409,
    message: "银行付出后又冲回了这笔付款，不能按已付款处理，请按未付款提出",
  },
  "payout.no_statement": {
    code: 19035,
    status: 409,
    message: "这家银行没有对账单可核对，请确认已按书面答复逐项核对，并勾选「这家银行没有对账单」",
  },
  "payout.statement_exists": {
    code: 19036,
    status: 409,
    message: "这家银行有对账单，请取消勾选「没有对账单」后重新提交",
  },
  "payout.schedule_past": { code: 19021, status: 400, message: "执行日期要在明天到一年以内，请重新选择" },
  "payout.stopped": {
    code: 19022,
    status: 409,
    message: "{problem}，这笔付款已转财务处理，没有发往银行，您不用再操作",
  },
  "payout.rate_moved": {
    code: 19023,
    status: 409,
    message: "汇率变化超过约定的范围，到账会少于 {least}，没有执行",
  },
  "payout.related_unsaid": {
    code: 19024,
    status: 400,
    message: "「{name}」是您登记的关联方，请在付款里选择这个关联方",
  },
  "payout.related_differs": { code: 19025, status: 400, message: "所选关联方与收款户名不一致，请核对" },
  "payout.review_needed": {
    code: 19038,
    status: 409,
    message: "24 小时内转出累计超过 {limit} 须由财务复核，现在还可以转 {left}。更大的金额请用付款，财务复核后付出",
  },
  "payout.terms_wrong": { code: 19026, status: 400, message: "设置有误，请改正：{problem}" },
  "payout.terms_same": { code: 19027, status: 409, message: "与现在的设置相同，请修改后再提交" },
  "payout.no_receipt": { code: 19031, status: 409, message: "所选付款都还没有完成，请等完成后再下载回单" },
  "payout.receipt_unknown": { code: 19032, status: 404, message: "流水号或校验码不对，请按回单逐字核对" },
  "payout.payee_changed": { code: 19037, status: 409, message: "收款人的账户有变化，请核对后重新付款" },
} as const satisfies RefusalTable;
