import type { RefusalTable } from "../refusals/refusal.ts";

export const depositRefusals = {
  "deposit.account_waiting": { code: 16001, status: 409, message: "申请已经提交，正在办理，有结果会通知您" },
  "deposit.account_open": { code: 16002, status: 409, message: "理财账户已经开通，不用再申请，请刷新页面" },
  "deposit.account_not_open": { code: 16003, status: 409, message: "理财账户还没有开通，请先完成开户" },
  "deposit.form_incomplete": { code: 16004, status: 400, message: "财务资料还没有填完：{missing}，请补充后再提交" },
  "deposit.no_operator": { code: 16005, status: 400, message: "请至少填写一位经办人" },
  "deposit.operator_verified": { code: 16006, status: 409, message: "这位经办人已经验证过了，请刷新页面" },
  "deposit.operator_code_wrong": { code: 16007, status: 400, message: "验证码不正确，请重新输入，还可以试 {left} 次" },
  "deposit.operator_code_spent": { code: 16008, status: 409, message: "验证码已失效，请重新发送" },
  "deposit.too_many_operators": { code: 16009, status: 400, message: "经办人最多 {most} 位，请先移除一位" },
  "deposit.below_minimum": { code: 16010, status: 400, message: "单笔最少存入 {minimum}，请增加金额" },
  "deposit.above_maximum": { code: 16011, status: 400, message: "单笔最多存入 {maximum}，请减少金额或分几笔存" },
  "deposit.balance_short": { code: 16012, status: 409, message: "钱包可用余额不足，还差 {missing}，请先转入钱包" },
  "deposit.session_unknown": { code: 16013, status: 409, message: "这次报价已经失效，请重新选择期限" },
  "deposit.session_expired": { code: 16014, status: 409, message: "报价已过期，请按最新利率重新确认" },
  "deposit.cut_off_passed": { code: 16015, status: 409, message: "{deadline} 已截止修改，到期将按原来的选择处理" },
  "deposit.renewal_too_small": {
    code: 16016,
    status: 400,
    message: "续存金额请填 {minimum} 到 {maximum} 之间，不能超过本息合计和单笔上限",
  },
  "deposit.matures_today": { code: 16017, status: 409, message: "这笔存款今天到期，不用提前支取" },
  "deposit.partner_closed": { code: 16018, status: 503, message: "合作银行通道暂未开放，请稍后再试" },
  "deposit.rate_same_person": { code: 16020, status: 409, message: "提出的人不能自己复核，请另一位财务处理" },
  "deposit.rate_in_the_past": { code: 16021, status: 400, message: "生效日请选今天或以后，已成交的存款利率不变" },
  "deposit.terms_same": { code: 16023, status: 409, message: "与那天起的设置相同，请修改后再提交" },
  "deposit.nothing_to_decide": {
    code: 16022,
    status: 409,
    message: "合作银行那里已有结果，不能再这样处理，请刷新页面",
  },
} as const satisfies RefusalTable;
