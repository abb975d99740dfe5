import { defineLifecycle } from "../lifecycle.ts";

export const ORDER_ROWS_AT_MOST = 100_000;

/** One order of a delivery. What has passed has granted quota, once. */
export const orderRowLifecycle = defineLifecycle({
  name: "订单",
  initial: "waiting",
  states: {
    waiting: { label: "待审核", tone: "info" },
    reviewing: { label: "审核中", tone: "info" },
    passed: { label: "已通过", tone: "success" },
    partlyPassed: { label: "部分通过", tone: "warning" },
    failed: { label: "未通过", tone: "danger" },
    replaced: { label: "已更正", tone: "neutral" },
  },
  groups: { open: ["waiting", "reviewing"], moving: [], ended: ["passed", "partlyPassed", "failed", "replaced"] },
  stored: {
    table: "trade_order",
    changedAt: "changed_at",
    columns: ["findings", "reason", "granted_minor", "decided_by", "decided_name", "decided_at"],
  },
  actions: {
    begin: { label: "开始审核", from: ["waiting"], to: "reviewing", by: "reviewer" },
    pass: { label: "通过", from: ["waiting", "reviewing"], to: "passed", by: ["system", "reviewer"] },
    passPartly: { label: "部分通过", from: ["waiting", "reviewing"], to: "partlyPassed", by: "reviewer" },
    fail: { label: "不通过", from: ["waiting", "reviewing"], to: "failed", by: ["system", "reviewer"] },
    replace: { label: "更正", from: ["failed", "partlyPassed"], to: "replaced", by: ["merchant", "system"] },
    reduce: { label: "退款减少", from: ["passed", "partlyPassed"], to: "partlyPassed", by: ["system", "rail"] },
  },
});
export type OrderRowState = keyof typeof orderRowLifecycle.states;
/** What has granted quota. */
export const PROVING_STATES: readonly OrderRowState[] = ["passed", "partlyPassed"];
/** What has its number: of these there is one. */
export const STANDING_STATES: readonly OrderRowState[] = [...orderRowLifecycle.groups.open, ...PROVING_STATES];

/** What is wrong with a row, found without a person: what it is, and what to do. */
export const ORDER_FINDINGS = {
  orderNumberMissing: { label: "缺少订单号", field: "orderNumber" },
  orderNumberDamaged: { label: "订单号被表格软件改成了科学计数，请用原始文件或按文本填写", field: "orderNumber" },
  orderNumberShape: { label: "订单号不是这个平台的格式，请确认选对了平台", field: "orderNumber" },
  dateMissing: { label: "缺少下单时间", field: "orderedAt" },
  dateMalformed: { label: "看不懂下单时间，请写成 2026-11-15 09:30:00", field: "orderedAt" },
  dateAmbiguous: { label: "下单时间分不清月和日，请写成 2026-11-15", field: "orderedAt" },
  dateFuture: { label: "下单时间在将来", field: "orderedAt" },
  dateTooOld: { label: "下单时间超过一年，不能再用作材料", field: "orderedAt" },
  currencyMissing: { label: "缺少币种", field: "currency" },
  currencyUnknown: { label: "不支持这个币种", field: "currency" },
  currencyOther: { label: "币种与店铺的收款币种不同", field: "currency" },
  amountMissing: { label: "缺少订单金额", field: "amount" },
  amountMalformed: { label: "订单金额不是金额", field: "amount" },
  amountRange: { label: "订单金额必须大于零，且不超过等值 100 万美元", field: "amount" },
  refundOnly: {
    label: "文件里只有这个订单的退款：以前提交过的会按退款扣减，没有提交过的请上传含该订单的文件",
    field: "amount",
  },
  chargebackOnly: {
    label:
      "文件里只有这个订单的拒付（买家经银行或平台要回了货款）：以前提交过的会按拒付扣减，没有提交过的请上传含该订单的文件",
    field: "amount",
  },
  notSold: { label: "报告里这个订单还没有付款或已取消，付款完成后请用新的报告上传", field: "amount" },
  kindUnknown: {
    label: "报告里这笔钱的类型我们不认识，不能当作订单；确是货款的，请用通用模板提交这个订单",
    field: "amount",
  },
  refundedWhole: { label: "订单已全额退款或拒付", field: "refunded" },
  goodsMissing: { label: "缺少商品名称", field: "goods" },
  countryUnknown: { label: "收货国家或地区写法无法识别，请写两位代码，例如 US", field: "country" },
  trackingMalformed: { label: "运单号不完整，请核对", field: "tracking" },
  formula: { label: "单元格里是公式，请粘贴为数值后上传", field: "orderNumber" },
  duplicateInFile: { label: "同一份文件里已有这个订单", field: "orderNumber" },
  duplicateEarlier: { label: "这个订单以前已经提交过", field: "orderNumber" },
  duplicateElsewhere: { label: "这个订单已被其他商户提交，请联系客服核实", field: "orderNumber" },
  alreadyUsed: { label: "这个订单已经用于一笔收款，不能再次使用", field: "orderNumber" },
} as const satisfies Record<string, { label: string; field: OrderField }>;
export type OrderFinding = keyof typeof ORDER_FINDINGS;
export const ORDER_FINDING_NAMES = Object.keys(ORDER_FINDINGS) as [OrderFinding, ...OrderFinding[]];
export const findingLabel = (finding: string): string =>
  (ORDER_FINDINGS as Record<string, { label: string }>)[finding]?.label ?? finding;

/** What an order says, by the names of our own template; what a platform calls them is in its sheets. */
export const ORDER_FIELDS = {
  orderNumber: { label: "订单号", needed: true },
  orderedAt: { label: "下单时间", needed: true },
  currency: { label: "币种", needed: true },
  amount: { label: "订单金额", needed: true },
  refunded: { label: "退款金额", needed: false },
  goods: { label: "商品名称", needed: true },
  quantity: { label: "数量", needed: false },
  country: { label: "收货国家", needed: false },
  buyer: { label: "买家", needed: false },
  carrier: { label: "物流公司", needed: false },
  tracking: { label: "运单号", needed: false },
  serial: { label: "结算单号", needed: false },
} as const;
export type OrderField = keyof typeof ORDER_FIELDS;
export const ORDER_FIELD_NAMES = Object.keys(ORDER_FIELDS) as [OrderField, ...OrderField[]];
export type GivenOrder = Partial<Record<OrderField, string>>;

/** Why a person says no, from a list so that it can be counted. */
export const REJECT_REASONS = {
  noShipment: "物流查不到发货记录",
  shipmentBefore: "发货时间早于下单时间",
  goodsDiffer: "商品与店铺经营范围不符",
  amountDiffers: "金额与平台后台不一致",
  notFound: "平台后台查不到这个订单",
  cancelled: "订单已取消或退款",
  papersMissing: "缺少合同、发票或物流单据",
  papersDiffer: "单据与订单内容不一致",
  domestic: "买家和收货地都在境内",
} as const;
export type RejectReason = keyof typeof REJECT_REASONS;
export const REJECT_REASON_NAMES = Object.keys(REJECT_REASONS) as [RejectReason, ...RejectReason[]];
export const rejectLabel = (reason: string): string => (REJECT_REASONS as Record<string, string>)[reason] ?? reason;
