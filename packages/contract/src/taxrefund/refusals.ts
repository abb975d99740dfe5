import type { RefusalTable } from "../refusals/refusal.ts";

export const taxRefundRefusals = {
  "taxrefund.declaration_used": { code: 24201, status: 409, message: "这张报关单已经申请过退税，请核对号码" },
  "taxrefund.paper_unknown": { code: 24202, status: 400, message: "找不到上传的材料，请重新上传" },
  "taxrefund.papers_missing": { code: 24203, status: 400, message: "还缺材料：{missing}，请上传后提交" },
  "taxrefund.receipt_unknown": { code: 24204, status: 400, message: "有一笔收款不存在或尚未入账，请重新选择" },
  "taxrefund.not_company": { code: 24205, status: 403, message: "出口退税只面向企业，请先完成企业认证" },
  "taxrefund.no_payment": { code: 24206, status: 409, message: "还没有登记到账，请先登记" },
  "taxrefund.same_person": { code: 24207, status: 409, message: "登记的人不能自己复核，请另一位财务处理" },
  "taxrefund.money_stopped": { code: 24208, status: 503, message: "资金暂停划转，请稍后再试" },
  "taxrefund.payment_waiting": { code: 24209, status: 409, message: "登记的到账还没有复核，请先复核或驳回" },
  "taxrefund.payment_changed": { code: 24210, status: 409, message: "登记的金额已改为 {amount}，请核对后再复核" },
  "taxrefund.differs_now": { code: 24211, status: 409, message: "三单现在不相符：{differences}。请退回商户修改" },
} as const satisfies RefusalTable;
