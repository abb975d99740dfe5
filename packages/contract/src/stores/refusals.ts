import type { RefusalTable } from "../refusals/refusal.ts";

export const storeRefusals = {
  "store.incomplete": { code: 17001, status: 400, message: "还有内容需要填写或修改，请按提示补齐后再提交" },
  "store.sheet_no_header": {
    code: 17022,
    status: 400,
    message: "第一行须为表头，至少包含平台和店铺名称，请用模板填写，或直接上传常见收款服务导出的表",
  },
  "store.sheet_empty": { code: 17023, status: 400, message: "表格里没有店铺，请填写后重新上传" },
  "store.import_running": { code: 17024, status: 409, message: "另一份店铺表格正在提交，请等它完成后再试" },
  "store.url_taken": { code: 17002, status: 409, message: "这个店铺链接已经绑定过，请换一个，或联系客服核对" },
  "store.wrong_platform": { code: 17003, status: 409, message: "这家店铺不是 {platform} 的，请从店铺管理重新进入" },
  "store.limit_pending": {
    code: 17004,
    status: 409,
    message: "已有 {limit} 家店铺等待审核，请等审核出结果后再提交",
  },
  "store.limit_platform": {
    code: 17005,
    status: 409,
    message: "{platform} 最多绑定 {limit} 家店铺，请先解绑不用的店铺",
  },
  "store.limit_total": { code: 17006, status: 409, message: "最多绑定 {limit} 家店铺，请先解绑不用的店铺" },
  "store.bound": {
    code: 17007,
    status: 409,
    message: "店铺已绑定，资料不能直接修改。名称和备注可以随时改，换链接请用「更换店铺链接」",
  },
  "store.not_bound": { code: 17008, status: 409, message: "店铺还没有通过审核，请等审核通过后再试" },
  "store.removed": { code: 17009, status: 409, message: "店铺已解绑，请重新绑定" },
  "store.in_use": { code: 17010, status: 409, message: "现在不能解绑：{reasons}" },
  "store.platform_fixed": { code: 17011, status: 409, message: "{reason}" },
  "store.account_unusable": {
    code: 17012,
    status: 409,
    message: "这个收款账户不能使用，请选择已开通或申请中的账户",
  },
  "store.account_currency": {
    code: 17013,
    status: 409,
    message: "{platform} 不用{currency}打款，请选择其他收款账户",
  },
  "store.account_reserved": {
    code: 17029,
    status: 409,
    message: "这个收款账户只用于 {platform} 店铺，请选择其他收款账户",
  },
  "store.account_elsewhere": {
    code: 17030,
    status: 409,
    message: "这家店铺的平台账号在另一位商户名下，请先到「平台账号归属」核实，转给申请人后再通过；也可以退回",
  },
  "store.account_disputed": {
    code: 17031,
    status: 409,
    message: "这个收款账户里有店铺的平台账号归属待核实，请选择其他收款账户",
  },
  "store.in_dispute": {
    code: 17032,
    status: 409,
    message: "这家店铺的平台账号归属待核实，核实前不能更换收款账户，请先到店铺详情提交归属证明",
  },
  "store.not_waiting_completion": {
    code: 17014,
    status: 409,
    message: "这家店铺不是预先申请的，或已经补全，不用再补",
  },
  "store.nothing_to_supplement": { code: 17015, status: 409, message: "没有需要补充的内容，请刷新页面" },
  "store.already_answered": { code: 17016, status: 409, message: "已填写的内容不能在这里修改，请只补充空着的项" },
  "store.nothing_changed": { code: 17018, status: 409, message: "内容没有变化，请修改后再提交" },
  "store.not_regional": {
    code: 17020,
    status: 409,
    message: "这里只看 Coupang、东南亚货到付款、Lazada 和 Shopee 的店铺，{platform} 的请在店铺管理里查看",
  },
  "store.own_binding": { code: 17021, status: 409, message: "{platform} 店铺有自己的绑定入口，请从平台列表进入" },
  "store.field_unasked": { code: 17019, status: 409, message: "{platform} 店铺没有这一项，不用填写" },
} as const satisfies RefusalTable;
