import type { PlatformRow } from "./define-platform.ts";

/** What has no platform, or one that is not in the catalogue yet. */
export const OFFLINE_PLATFORMS: readonly PlatformRow[] = [
  {
    name: "线下贸易",
    code: "OFFLINE",
    routeKey: "offline",
    mark: "线",
    colour: "blue",
    aliases: ["线下", "一般贸易", "B2B", "外贸", "Offline"],
    connect: { by: "described" },
    asks: ["country"],
    words: {
      name: { label: "公司或品牌名", help: "与合同的卖方一致，买家付款时会核对" },
      country: { label: "主要买家所在地" },
    },
    pays: ["USD", "EUR", "GBP", "HKD", "HK-USD", "JPY", "AUD", "CAD", "SGD", "NZD", "CHF", "AED", "CNH"],
    sites: [],
    hosts: [],
    payers: [],
    changeable: true,
    help: "买家直接汇款的线下订单。名称填您的公司或品牌名，每笔收款都要补充合同、形式发票或物流单据。",
    payoutSteps: [
      "在合同或形式发票（PI）里写上收款账户的银行、SWIFT、账号和户名",
      "请买家在附言写合同号，付款人要与合同买方一致",
      "到账后在收支明细上传合同和单据",
      "审核通过后入账",
    ],
    payoutRhythm: "按合同约定，由买家付款",
  },
  {
    name: "其他平台",
    code: "OTHER",
    routeKey: "other",
    mark: "其",
    colour: "sky",
    aliases: ["其他", "没有列出的平台", "Other"],
    asks: ["otherPlatformType", "otherPlatformName", "url", "country"],
    pays: ["USD", "EUR", "GBP", "HKD", "HK-USD", "JPY", "AUD", "CAD", "SGD", "NZD"],
    sites: [],
    hosts: [],
    payers: [],
    changeable: true,
    help: "列表里没有的平台在这里绑定。审核时会确认平台给谁打款、用什么名字打款。",
    payoutSteps: [
      "登录平台后台，找到收款或结算设置（Payout、Settlement）",
      "收款方式选银行转账，国家选收款账户所在地",
      "填入账号、SWIFT 或路由号码（或 IBAN）和户名",
      "保存后，把第一笔打款的金额和日期记下，到账后便于核对",
    ],
    payoutRhythm: "由平台决定",
  },
];
