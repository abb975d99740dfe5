import type { RefusalTable } from "../refusals/refusal.ts";

export const orderRefusals = {
  "order.platform_unknown": { code: 23001, status: 400, message: "不认识这个平台，请从平台列表里选择" },
  "order.sheet_unfit": { code: 23002, status: 400, message: "「{sheet}」不是 {platform} 的报表，请重新选择报表类型" },
  "order.same_file": { code: 23003, status: 409, message: "这份文件 {at} 已经上传过，请在上传记录里查看" },
  "order.too_many_uploads": { code: 23004, status: 409, message: "已有 {most} 份文件在分析，请等它们完成" },
  "order.not_cancellable": { code: 23005, status: 409, message: "只有正在分析的上传文件可以取消，请刷新后查看报告" },
  "order.not_a_sheet": { code: 23006, status: 400, message: "请先上传表格文件，再申请分析" },
  "order.papers_missing": { code: 23007, status: 400, message: "线下贸易请至少附上 {papers}" },
  "order.not_repairable": { code: 23008, status: 409, message: "只有未通过的订单可以更正，请刷新页面" },
  "order.still_wrong": { code: 23009, status: 400, message: "还有问题，请改正：{problems}" },
  "order.not_correctable": {
    code: 23010,
    status: 409,
    message: "这份材料没有未通过的订单，不用更正，请作为新文件上传",
  },
  "order.not_connected": { code: 23011, status: 409, message: "店铺还没有授权，请先授权再同步订单" },
  "order.no_order_list": { code: 23012, status: 409, message: "{platform} 没有开放订单接口，请上传订单文件" },
  "order.already_bound": { code: 23013, status: 409, message: "有订单已经关联了其他收款，请先解除" },
  "order.not_bindable": { code: 23014, status: 409, message: "只能关联已通过、币种相同的订单，请重新选择" },
  "order.not_bound": { code: 23015, status: 409, message: "这个订单没有关联这笔收款，请刷新页面" },
  "order.serial_unknown": { code: 23016, status: 404, message: "没有结算单号为 {serial} 的订单，请核对或先同步订单" },
  "order.part_too_much": { code: 23017, status: 400, message: "通过的金额要大于零，且不超过订单金额，请重新填写" },
  "order.income_returned": {
    code: 23020,
    status: 409,
    message: "这笔收款已经退回或被红冲，不能再关联订单，请选择其他收款",
  },
  "order.offer_gone": {
    code: 23021,
    status: 409,
    message: "这组订单已经有变化，请刷新页面，按新的结果关联",
  },
  "order.compare_busy": {
    code: 23022,
    status: 503,
    message: "正在比对大量订单，同一时间只比对一笔收款，请几秒后再打开",
  },
  "order.cancel_spent": {
    code: 23019,
    status: 409,
    message: "这份文件里的订单已经用于付款或关联了收款，不能取消，请等分析结束后查看报告",
  },
  "order.shop_missing": {
    code: 23023,
    status: 400,
    message: "{platform} 的订单号由每家店铺自己编，请选择这些订单属于哪家店铺；店铺还没有绑定的，请先绑定",
  },
  "order.shop_unknown": {
    code: 23024,
    status: 409,
    message: "这家店铺还没有绑定成功，或网址改过还在审核，请等店铺通过后再提交它的订单",
  },
  "quota.short": {
    code: 23018,
    status: 409,
    message: "平台收款结汇成人民币需要订单材料，还差 {missing} 的订单额度，请先补充订单",
  },
} as const satisfies RefusalTable;
