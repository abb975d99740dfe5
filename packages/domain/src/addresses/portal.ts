import type { FlagName } from "../flags.ts";

/**
 * Every address the portal answers, by key. Guards, hidden bars, gray releases, banners and titles are columns, not
 * conditions. Server, messages, to-dos, menus and pages name the key; only this table knows the path.
 */
export type PortalRow = {
  path: `/${string}`;
  title: string;
  access: "public" | "merchant";
  /** Moves or holds money, binds shops or applies for services: says when the real-name review did not pass. */
  certified?: true;
  /** No top bar, no footer. */
  chrome?: "bare";
  /** `wide` for sheets; `full`: the page draws to the window's edges (its own band under the bar). */
  width?: "wide" | "full";
  /** A prerendered document of its own; all others are pages of the application. */
  document?: "entry";
  /** Hidden, like an unknown address, unless the flag is on for the merchant. */
  flag?: FlagName;
  /** Offered only to whom there is an open-API user id for, which certification brings. */
  openApi?: true;
  /** Query parameters it cannot be opened without. */
  needs?: readonly string[];
  /** The key of the page that opens instead where they are missing: the list it is one of. */
  list?: string;
  /** The key of the address that says the same. */
  redirect?: string;
};

const merchant = { access: "merchant" } as const;
const certified = { access: "merchant", certified: true } as const;
/** A document of its own that keeps the bar and the foot. */
const barred = { access: "public", document: "entry" } as const;
const entry = { access: "public", chrome: "bare", document: "entry" } as const;

export const PORTAL = {
  root: { path: "/", title: "登录", access: "public", chrome: "bare", redirect: "login" },
  login: { path: "/login", title: "登录", ...entry },
  register: { path: "/register", title: "注册", ...entry },
  findPassword: { path: "/findPwd", title: "找回密码", ...entry },
  findPasswordDone: { path: "/findPwd/success", title: "密码已重设", ...entry },
  bindMail: { path: "/bindMail", title: "绑定邮箱", ...barred },
  bindMailDone: { path: "/bindMail/success", title: "邮箱已绑定", ...barred },
  agreement: { path: "/agreement", title: "服务协议", ...entry },
  unsubscribe: { path: "/unsubscribe", title: "退订邮件", ...entry, needs: ["token"] },
  help: { path: "/help", title: "帮助中心", ...barred },
  privacy: { path: "/privacyPolicy", title: "隐私政策", ...entry },
  /** What programs can do, for everybody; a certified merchant is led on to its apps. */
  developer: { path: "/developer", title: "开发者", ...barred },
  developerApps: { path: "/developer/apps", title: "开发者", ...certified, openApi: true },

  ganen: { path: "/ganen", title: "感恩回馈", ...entry },
  treasure: { path: "/actTreasure", title: "出海寻宝", ...entry },
  findFriends: { path: "/findFriends", title: "找朋友一起出海", ...entry },
  luckyDraw: { path: "/actDraw", title: "双十一幸运转盘", ...entry },
  fiveBlessings: { path: "/actfu", title: "集五福", ...entry },
  labourDay: { path: "/fiveone", title: "五一劳动节", ...entry },
  sunrise: { path: "/sunrise", title: "朝阳计划", ...barred },

  phone: { path: "/qrcode", title: "手机上继续", access: "public", chrome: "bare" },
  lost: { path: "/404", title: "页面不存在", ...merchant, chrome: "bare" },
  home: { path: "/home", title: "首页", ...certified, width: "full" },
  messages: { path: "/message", title: "消息", ...merchant },
  walletRoot: {
    path: "/moreToken",
    title: "多币种钱包",
    ...certified,
    flag: "multiCurrencyWallet",
    redirect: "wallet",
  },
  wallet: { path: "/moreToken/index", title: "多币种钱包", ...certified, flag: "multiCurrencyWallet" },
  walletCurrency: { path: "/moreToken/curCurrency", title: "币种明细", ...certified, flag: "multiCurrencyWallet" },
  walletAccounts: { path: "/moreToken/accountManage", title: "钱包账户", ...certified, flag: "multiCurrencyWallet" },
  walletIn: { path: "/moreToken/dealRecord/inWallet", title: "入账记录", ...certified, flag: "multiCurrencyWallet" },
  walletOut: { path: "/moreToken/dealRecord/outWallet", title: "出账记录", ...certified, flag: "multiCurrencyWallet" },
  walletComing: {
    path: "/moreToken/dealRecord/preentryWallet",
    title: "待入账",
    ...certified,
    flag: "multiCurrencyWallet",
  },
  walletTransfer: { path: "/moreToken/transfer", title: "钱包转账", ...certified, flag: "multiCurrencyWallet" },
  walletRecords: {
    path: "/moreToken/dealRecord",
    title: "交易记录",
    ...certified,
    flag: "multiCurrencyWallet",
    redirect: "walletIn",
  },
  exchange: { path: "/moreToken/exchange", title: "换汇", ...certified, flag: "multiCurrencyWallet" },
  conversions: { path: "/moreToken/dealRecord/swap", title: "换汇记录", ...certified, flag: "multiCurrencyWallet" },
  walletPayments: { path: "/bigPaymentWallet", title: "钱包付款", ...certified, flag: "multiCurrencyWallet" },
  walletSuppliers: { path: "/supplierWallet", title: "供应商", ...certified, flag: "multiCurrencyWallet" },
  addWalletSupplier: { path: "/addSupplierWallet", title: "添加供应商", ...certified, flag: "multiCurrencyWallet" },
  paySupplierFromWallet: {
    path: "/supplierPaymentWallet",
    title: "钱包付给供应商",
    ...certified,
    flag: "multiCurrencyWallet",
  },
  payServiceFromWallet: {
    path: "/serviceTransferWallet",
    title: "钱包付给服务商",
    ...certified,
    flag: "multiCurrencyWallet",
  },
  personalFinance: { path: "/personalFinance", title: "个人理财", ...certified, flag: "personalFinance" },
  depositService: {
    path: "/anextServer",
    title: "定期存款服务",
    ...certified,
    flag: "personalFinance",
    width: "full",
  },
  depositOpening: { path: "/openAccount", title: "开通理财账户", ...certified, flag: "personalFinance" },
  placeDeposit: { path: "/buyOperation", title: "存一笔定期", ...certified, flag: "personalFinance" },
  deposit: {
    path: "/buyDetails",
    title: "定期存款",
    ...certified,
    flag: "personalFinance",
    needs: ["id"],
    list: "personalFinance",
  },
  moreServices: { path: "/moreServices", title: "更多服务", access: "public" },
  loans: { path: "/loan/apply", title: "贷款", ...certified },
  loan: { path: "/loan/detail", title: "贷款详情", ...certified, needs: ["id"], list: "loans" },
  icbcFinance: { path: "/loan/icbc", title: "工银跨境融资", ...certified },
  escrows: { path: "/escrow", title: "担保交易", ...certified },
  escrow: { path: "/escrow/detail", title: "担保交易详情", ...certified, needs: ["id"], list: "escrows" },
  taxRefunds: { path: "/taxrefund/apply", title: "出口退税", ...certified },
  taxRefund: { path: "/taxrefund/detail", title: "退税详情", ...certified, needs: ["id"], list: "taxRefunds" },
  taxRefundService: { path: "/taxrefundservices", title: "出口退税", ...entry },
  easyLoan: { path: "/bridgeEasyLoan", title: "跨境易贷", ...entry },

  bindPhone: { path: "/bindPhone", title: "绑定手机", ...merchant },
  done: { path: "/success", title: "已完成", ...merchant },
  personalCentre: { path: "/nav", title: "个人中心", ...merchant, redirect: "profile" },
  certification: { path: "/nav/navEnd", title: "实名认证", ...merchant },
  profile: { path: "/nav/myNumber", title: "基本信息", ...merchant },
  alterPhone: { path: "/nav/alterPhone", title: "修改手机", ...merchant },
  alterPassword: { path: "/nav/alterPwd", title: "修改密码", ...merchant },
  alterEmail: { path: "/nav/alterEmail", title: "修改邮箱", ...merchant },

  certificationKinds: { path: "/certification", title: "选择认证类型", ...merchant },
  certifyPerson: { path: "/certification/personal", title: "个人认证", ...merchant },
  certifyMainland: { path: "/certification/mainland", title: "企业认证", ...merchant },
  certifyHongkong: { path: "/certification/hongkong", title: "香港或海外公司认证", ...merchant },
  globalKinds: { path: "/certification/globalCollection", title: "选择认证类型", ...merchant },
  globalPerson: { path: "/certification/globalCollection/personal", title: "个人认证", ...merchant },
  globalMainland: { path: "/certification/globalCollection/mainland", title: "企业认证", ...merchant },
  globalHongkong: { path: "/certification/globalCollection/hongkong", title: "香港或海外公司认证", ...merchant },
  bigMainland: { path: "/bigc/mainlandEnterprise", title: "大客户认证", ...merchant },
  bigHongkong: { path: "/bigc/HKEnterprise", title: "大客户认证", ...merchant },
  bigDone: { path: "/bigc/authSuccess", title: "认证已提交", ...merchant },
  orderManage: { path: "/nav/orderManage", title: "订单管理", ...certified },
  orderList: { path: "/uploadPreIndex", title: "订单", ...certified },
  orderMatch: { path: "/uploadPre", title: "收款核对", ...certified },
  orderUpload: { path: "/uploadPreBranch", title: "订单材料", ...certified, needs: ["id"], list: "orderManage" },
  uploadElectronic: { path: "/uploadE", title: "上传平台订单", ...certified },
  uploadThird: { path: "/uploadTh", title: "上传独立站与支付订单", ...certified },
  uploadApi: { path: "/uploadApi", title: "店铺同步", ...certified },
  uploadOffline: { path: "/uploadOffline", title: "线下贸易订单", ...certified },
  sellers: { path: "/nav/seller", title: "卖家", ...merchant },
  sellerKinds: { path: "/sellerCertification", title: "添加卖家", ...certified },
  sellerPerson: { path: "/sellerCertification/personal", title: "个人卖家", ...certified },
  sellerMainland: { path: "/sellerCertification/mainland", title: "企业卖家", ...certified },
  sellerHongkong: { path: "/sellerCertification/hongkong", title: "香港公司卖家", ...certified },
  sellerDone: { path: "/sellerSuccess", title: "卖家已提交", ...certified },

  accountsRoot: { path: "/bigAccount", title: "收款账户", ...certified, redirect: "accounts" },
  accounts: { path: "/bigAccount/account", title: "收款账户", ...certified },
  account: { path: "/bigAccount/details", title: "收款账户详情", ...certified, needs: ["id"] },
  noAccount: { path: "/bigAccount/accountNone", title: "还没有收款账户", ...certified },
  charges: { path: "/bigAccount/charges", title: "开户费", ...certified },
  prices: { path: "/nav/prices", title: "收费标准", ...merchant },
  pooling: { path: "/bigAccountPoolRecord", title: "资金归集", ...certified },
  moneyEvents: { path: "/bigIncome/all", title: "收支明细", ...certified },
  moneyIn: { path: "/bigIncome/all/in", title: "收入", ...certified },
  moneyOut: { path: "/bigIncome/all/out", title: "支出", ...certified },
  income: { path: "/bigIncome/in", title: "收款记录", ...certified },
  offlineTransfers: { path: "/bigIncome/offline", title: "线下汇款", ...certified },
  statements: { path: "/bigIncome/statements", title: "对账单", ...certified },
  exports: { path: "/bigIncome/exports", title: "导出记录", ...certified },
  payouts: { path: "/bigIncome/out", title: "付款记录", ...certified },
  recommend: { path: "/nav/recommend", title: "推荐有礼", ...merchant },
  coupons: { path: "/nav/coupon", title: "优惠券", ...merchant },
  cashCards: { path: "/nav/cashCard", title: "提现账户", ...certified },
  payees: { path: "/nav/transferManage", title: "付款管理", ...certified },
  suppliers: { path: "/supplier", title: "供应商", ...certified },
  serviceProviders: { path: "/serviceProvider", title: "服务商", ...certified },
  addSupplier: { path: "/addSupplier", title: "添加供应商", ...certified },
  relatedParties: { path: "/addAssociation", title: "关联方", ...certified },
  /** A supplier without an account here writes down its own; the secret stands behind the hash. */
  receiptVerification: { path: "/receiptVerification", title: "核对回单", access: "public", chrome: "bare" },
  payeeFill: { path: "/payeeFill", title: "填写收款账户", access: "public", chrome: "bare" },
  batches: { path: "/batchPayment", title: "批量付款", ...certified },
  batch: {
    path: "/batchPayment/details",
    title: "批量付款",
    ...certified,
    width: "wide",
    needs: ["id"],
    list: "batches",
  },
  mybank: { path: "/internetCommercialBank/index", title: "网商银行", ...certified },
  mybankLogin: { path: "/internetCommercialBank/login", title: "绑定网商银行", ...certified },
  mybankWithdraw: { path: "/internetCommercialBank/crossBorder", title: "网商银行提现", ...certified },
  payments: { path: "/bigPayment", title: "付款", ...certified },
  paymentSeries: { path: "/bigPayment/series", title: "定期付款", ...certified },
  paymentSeriesOne: {
    path: "/bigPayment/series/detail",
    title: "定期付款",
    ...certified,
    needs: ["id"],
    list: "paymentSeries",
  },
  paySeller: { path: "/sellerPayment", title: "卖家付款", ...certified },
  sellerPayees: { path: "/sellerPayment/payees", title: "卖家收款人", ...certified },
  paySupplier: { path: "/supplierPayment", title: "供应商付款", ...certified },
  payService: { path: "/serviceTransfer", title: "服务商付款", ...certified },
  submitPayment: { path: "/submitPayment", title: "确认付款", ...certified },
  withdrawals: { path: "/wthdrawal/entrance", title: "提现", ...certified },
  withdrawByAccount: { path: "/wthdrawal/accountList", title: "按账户提现", ...certified },
  withdrawByCurrency: { path: "/wthdrawal/accountCurrency", title: "按币种提现", ...certified },
  withdraw: { path: "/wthdrawal/multiCurrencyWithdraw", title: "提现", ...certified },
  cards: { path: "/vcc", title: "珊瑚卡", ...certified },
  cardWalletRoot: { path: "/vcc/wallet", title: "卡钱包", ...certified, redirect: "cardWallet" },
  cardWallet: { path: "/vcc/wallet/tables", title: "卡钱包", ...certified },
  fundCardWallet: { path: "/vcc/wallet/recharge", title: "充值卡钱包", ...certified },
  withdrawFromCards: { path: "/vcc/wallet/withdraw", title: "从卡钱包转出", ...certified },
  applyForCards: { path: "/vcc/apply", title: "申请珊瑚卡", ...certified },
  cardApplications: { path: "/vcc/applyinfo", title: "申请记录", ...certified },
  loadCard: { path: "/vcc/recharge", title: "给卡片充值", ...certified },
  cardLoads: { path: "/vcc/rechargeinfo", title: "卡充值记录", ...certified },
  cardRecords: { path: "/vcc/record", title: "珊瑚卡交易", ...certified },
  cardHelp: { path: "/vcc/help", title: "珊瑚卡使用说明", ...merchant },
  cardBooks: { path: "/vcc/cardbooks", title: "卡组", ...certified },
  incomeRoot: { path: "/income", title: "收支明细", ...certified, redirect: "income" },
  incomeWithdraw: { path: "/income/withdraw", title: "收支明细", ...certified, redirect: "income" },
  transferRecord: { path: "/transferRecord", title: "支出", ...certified, redirect: "payouts" },

  stores: { path: "/shopManage", title: "店铺管理", ...certified },
  storesRoot: { path: "/multipleStores", title: "店铺管理", ...certified, redirect: "stores" },
  storesByAccount: { path: "/multipleStores/storesAccount", title: "按收款账户看店铺", ...certified },
  store: { path: "/multipleStores/storeDetails", title: "店铺详情", ...certified, needs: ["id"] },
  amazonCollection: { path: "/amazonCollection", title: "Amazon 收款", ...certified },
  addStores: { path: "/multipleStores/addStore", title: "添加店铺", ...certified },
  bind: { path: "/bindshop", title: "绑定店铺", ...certified },
  bindDone: { path: "/bindshop/success", title: "店铺授权", access: "public", certified: true },
  bindEbayDone: { path: "/bindshop/ebaysuccess", title: "eBay 店铺授权", access: "public", certified: true },
  bindAmazonDone: { path: "/bindshop/amazonsuccess", title: "Amazon 店铺授权", access: "public", certified: true },
  tokenGuide: { path: "/bindshop/gettokendetail", title: "找到密钥", ...certified, needs: ["platform"] },
  paypalService: { path: "/bindshop/paypalserver", title: "PayPal 服务", ...certified },
  otherPlatform: { path: "/bindshop/otherPlatformTypeSupplement", title: "补充平台类型", ...certified },
  /** One page for every platform of the catalogue. */
  bindPlatform: { path: "/bindshop/$platform", title: "绑定店铺", ...certified },
} as const satisfies Record<string, PortalRow>;

export type PortalKey = keyof typeof PORTAL;
export const PORTAL_KEYS = Object.keys(PORTAL) as [PortalKey, ...PortalKey[]];
type KeysWith<Column> = { [K in PortalKey]: (typeof PORTAL)[K] extends Column ? K : never }[PortalKey];
/** Prerendered documents. */
export type EntryKey = KeysWith<{ document: "entry" }>;
/** Everything that needs a component of the application. */
export type PageKey = Exclude<PortalKey, EntryKey | KeysWith<{ redirect: string }>>;
/** For the light documents, which carry no table: `"/register" satisfies PortalPath`. */
type Path = (typeof PORTAL)[PortalKey]["path"];
export type PortalPath = Path | `${Path}#${string}` | `${Path}?${string}`;
