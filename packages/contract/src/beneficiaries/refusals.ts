import type { RefusalTable } from "../refusals/refusal.ts";

export const beneficiaryRefusals = {
  "payee.known": { code: 19101, status: 409, message: "这个账号已经添加过：{name}，请直接使用或修改它" },
  "payee.just_added": { code: 19114, status: 409, message: "有账号刚刚被添加过，这次没有保存，请刷新后重新提交" },
  "payee.not_own_name": {
    code: 19102,
    status: 400,
    message: "提现账户的户名要与实名认证一致，请填写：{name}",
  },
  "payee.not_usable": {
    code: 19103,
    status: 409,
    message: "收款人「{name}」{problem}，现在不能付款，请在「付款管理」里查看",
  },
  "payee.unreachable": { code: 19104, status: 400, message: "{country}的{currency}账户暂时不能付款，请换一个币种" },
  "payee.in_use": { code: 19105, status: 409, message: "还有 {count} 笔付款在路上，请等完成后再停用" },
  "payee.other_kind": {
    code: 19115,
    status: 409,
    message: "「{name}」是{kind}，不能在这里办理，请到「{page}」里操作",
  },
  "payee.link_dead": { code: 19106, status: 404, message: "链接已失效或已填写，请向付款方要一个新的" },
  "payee.link_not_filled": { code: 19107, status: 409, message: "对方还没有填写，请稍后再核对" },
  "payee.paper_unknown": { code: 19108, status: 400, message: "没有找到这份材料，请重新上传" },
  "payee.export_too_many": { code: 19110, status: 409, message: "一次最多导出 {most} 个收款人，请先筛选" },
  "payee.sheet_no_header": {
    code: 19111,
    status: 400,
    message: "第一行须为表头，至少包含收款户名和收款账号，请用模板填写，或直接上传常见收款服务导出的表",
  },
  "payee.sheet_empty": { code: 19112, status: 400, message: "表格里没有收款人，请填写后重新上传" },
  "payee.sheet_corridor": { code: 19113, status: 400, message: "还不能把 {currency} 付到这个国家，请换币种" },
  "seller.not_passed": { code: 19109, status: 409, message: "卖家「{name}」还没有通过审核，通过后可以添加为收款人" },
} as const satisfies RefusalTable;
