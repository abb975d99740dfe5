import type { RefusalTable } from "../refusals/refusal.ts";

export const batchRefusals = {
  "batch.confirmed_before": {
    code: 19201,
    status: 409,
    message: "这个文件 {day} 已经确认付款，30 天内不能再付一次，确需再付请改好后另存上传",
  },
  "batch.nothing_to_pay": { code: 19202, status: 409, message: "没有可以付的行，请先修改或勾选" },
  "batch.not_editable": { code: 19203, status: 409, message: "这批付款已经确认或结束，不能再改，请刷新页面" },
  "batch.changed": { code: 19204, status: 409, message: "报价以后表格又改过，请核对新的金额后再确认" },
  "batch.quote_ended": { code: 19205, status: 409, message: "报价已过期，请核对新的金额后再确认" },
  "batch.no_account": { code: 19206, status: 409, message: "请先选 {currency} 从哪个账户付" },
  "batch.short_of_money": {
    code: 19207,
    status: 409,
    message: "{account}余额 {available}，这批要扣 {leaves}，请少勾几行或换账户",
  },
  "batch.no_header": {
    code: 19208,
    status: 400,
    message: "第一行须为表头，至少包含收款户名、收款账号和到账金额，请用模板填写",
  },
  "batch.empty": { code: 19209, status: 400, message: "表格里没有付款，请填写后重新上传" },
  "batch.corridor_unknown": { code: 19210, status: 400, message: "还不能把 {currency} 付到这个国家，请换币种" },
  "batch.row_changed": { code: 19211, status: 409, message: "同事刚改过这一行，请刷新后再改" },
} as const satisfies RefusalTable;
