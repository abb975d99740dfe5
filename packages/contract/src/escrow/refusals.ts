import type { RefusalTable } from "../refusals/refusal.ts";

export const escrowRefusals = {
  "escrow.other_unknown": { code: 24101, status: 404, message: "没有找到对方，请核对手机号和认证名称是否一致" },
  "escrow.with_self": { code: 24102, status: 400, message: "不能和自己做担保交易，请填写对方的手机号" },
  "escrow.not_your_step": { code: 24103, status: 403, message: "这一步由对方处理，请等待或联系对方" },
  "escrow.balance_short": { code: 24104, status: 409, message: "钱包可用余额不足，还差 {missing}，请先转入钱包" },
  "escrow.above_held": { code: 24105, status: 400, message: "担保中的金额只有 {held}，请减少金额" },
  "escrow.money_stopped": { code: 24106, status: 503, message: "资金暂停划转，请稍后再试" },
  "escrow.other_frozen": { code: 24107, status: 409, message: "对方暂时不能收款，请联系对方处理认证后再试" },
  "escrow.no_proposal": { code: 24108, status: 409, message: "还没有裁定方案，请先提出" },
  "escrow.same_person": { code: 24109, status: 409, message: "提出的人不能自己复核，请另一位财务处理" },
  "escrow.file_unknown": { code: 24110, status: 404, message: "找不到这份凭证，请刷新页面" },
  "escrow.proposal_changed": { code: 24111, status: 409, message: "裁定已改为给卖方 {toSeller}，请核对后再复核" },
  "escrow.buyer_frozen": {
    code: 24112,
    status: 409,
    message: "买方已被冻结，钱不能转给卖方，请等解除冻结，或改为全部退回买方",
  },
} as const satisfies RefusalTable;
