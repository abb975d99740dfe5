/** One question of a binding form. `secret` answers are encrypted and come back as their last four characters only. */
export type StoreField = {
  label: string;
  kind: "text" | "url" | "choice" | "category" | "country" | "amount" | "document" | "check";
  secret?: boolean;
  optional?: boolean;
  maxLength?: number;
  /** What the answer must look like, and what to tell someone whose answer does not. */
  pattern?: { test: RegExp; say: string };
  options?: readonly { value: string; label: string; note?: string }[];
  help?: string;
  placeholder?: string;
};

const token = (say: string) => ({ test: /^[\x21-\x7e]{8,256}$/, say });
const latinName = { test: /^[A-Za-z0-9][A-Za-z0-9 .,&'()/-]*$/, say: "请用英文字母填写，与平台后台一致" };
const koreanName = { test: /[\uac00-\ud7a3]/, say: "请用韩文填写，与平台登记的一致" };

/** How much a shop takes in a month, in the currency of its account: sets its first limit. */
export const MONTHLY_INCOME_BANDS = [
  { value: "1", label: "1 万以内" },
  { value: "2", label: "1 万 – 5 万" },
  { value: "3", label: "5 万 – 20 万" },
  { value: "4", label: "20 万 – 100 万" },
  { value: "5", label: "100 万以上" },
] as const;

/** Amazon: a shop that sells already, or an account for one that is still being opened. */
export const APPLICATION_TYPES = {
  STANDARD: { label: "已有店铺", hint: "店铺已经开好，提交后去 Amazon 授权" },
  PRE_APPLY: { label: "预先申请", hint: "店铺还在注册，先拿收款账户，开店后再补充店铺并授权" },
} as const;
export type ApplicationType = keyof typeof APPLICATION_TYPES;

export const OTHER_PLATFORM_TYPES = [
  { value: "1", label: "电商平台" },
  { value: "2", label: "独立站" },
  { value: "3", label: "应用与游戏" },
  { value: "4", label: "广告联盟" },
  { value: "5", label: "支付机构" },
  { value: "6", label: "直播与内容" },
  { value: "7", label: "服务贸易" },
  { value: "9", label: "其他" },
] as const;

/** Shops built with Shoplazza live under one of these; the address is `{subdomain}.{host}`. */
export const SHOPLAZZA_HOSTS = ["myshoplaza.com", "myshoplazza.com", "shoplazza.com"] as const;
export const SHOPIFY_HOST = "myshopify.com";
export const SHOPIFY_VERSIONS = ["2026-10", "2026-07", "2026-04", "2026-01"] as const;

/**
 * Every question a store form can ask, by the specification's name. The wire knows more names for a store
 * (platform, platformCode, merchantsId, state, foreignBankAccount): those are answers of the server, never questions.
 */
export const STORE_FIELDS = {
  name: {
    label: "店铺名称",
    kind: "text",
    maxLength: 60,
    help: "与平台后台显示的名称一致，平台打款时会核对",
    placeholder: "如 Nanyu Home",
  },
  url: {
    label: "店铺地址",
    kind: "url",
    maxLength: 255,
    help: "买家能打开的店铺首页地址，一个地址只能绑定一次",
    placeholder: "https://",
  },
  s2n: { label: "卖家昵称", kind: "text", maxLength: 60, optional: true, help: "平台上展示的卖家名或登录名" },
  country: { label: "店铺站点", kind: "country" },
  hasMerchant: {
    label: "是否已开店",
    kind: "choice",
    options: [
      { value: "1", label: "已开店，正在销售" },
      { value: "0", label: "正在注册，还没有开店" },
    ],
  },
  channel: {
    label: "打款渠道",
    kind: "choice",
    options: [
      { value: "platform", label: "平台直接打款" },
      { value: "paypal", label: "PayPal" },
      { value: "stripe", label: "Stripe" },
      { value: "other", label: "其他收单机构" },
    ],
    help: "钱从谁那里打到收款账户，用来核对付款人",
  },
  attach: {
    label: "店铺后台截图",
    kind: "document",
    help: "截到店铺名称、卖家编号和浏览器地址栏；JPG、PNG 或 PDF，10 MB 以内",
  },
  expectCurrency: { label: "收款币种", kind: "choice", help: "与平台给您打款的币种一致，可以少一次换汇" },
  expectAccountName: {
    label: "账户户名",
    kind: "text",
    maxLength: 80,
    pattern: latinName,
    help: "与实名主体的英文或拼音名一致；平台后台的户名要填得一模一样",
  },
  foreignBankAccountId: { label: "共用收款账户", kind: "choice", optional: true },

  username: { label: "登录账号", kind: "text", maxLength: 100 },
  password: { label: "登录密码", kind: "text", secret: true, maxLength: 128, help: "加密保存，之后只显示末四位" },
  apiKey: {
    label: "API 密钥",
    kind: "text",
    secret: true,
    pattern: token("密钥由 8 位以上的字母、数字和符号组成，请完整复制"),
  },
  accessKey: {
    label: "Access Key",
    kind: "text",
    secret: true,
    pattern: token("Access Key 不完整，请从平台后台完整复制"),
  },
  secretKey: {
    label: "Secret Key",
    kind: "text",
    secret: true,
    pattern: token("Secret Key 不完整，请从平台后台完整复制"),
  },
  refreshToken: {
    label: "Refresh Token",
    kind: "text",
    secret: true,
    optional: true,
    pattern: token("Refresh Token 不完整，请完整复制"),
    help: "平台开放接口的刷新令牌。加密保存，不填也能收款",
  },
  token: { label: "访问令牌", kind: "text", secret: true, pattern: token("令牌不完整，请从平台后台完整复制") },
  version: {
    label: "API 版本",
    kind: "choice",
    options: SHOPIFY_VERSIONS.map((value) => ({ value, label: value })),
    help: "与创建应用时所选的一致",
  },
  vendorId: {
    label: "Vendor ID",
    kind: "text",
    pattern: { test: /^A\d{8}$/, say: "Vendor ID 是 A 加 8 位数字，如 A00012345" },
    placeholder: "A00012345",
  },
  storeHash: {
    label: "Store Hash",
    kind: "text",
    pattern: { test: /^[a-z0-9]{5,20}$/, say: "Store Hash 是 API 地址 stores/ 之后的那一段小写字母和数字" },
  },
  clientId: {
    label: "Client ID",
    kind: "text",
    pattern: { test: /^[A-Za-z0-9]{16,64}$/, say: "Client ID 由 16 位以上的字母和数字组成" },
  },
  sellerId: {
    label: "卖家编号",
    kind: "text",
    pattern: { test: /^[A-Za-z0-9_.@-]{2,64}$/, say: "卖家编号只含字母、数字和 _ . @ -，请从平台后台复制" },
    help: "平台后台的 Seller ID、商家编号或账户编号",
  },
  publisherId: {
    label: "发布商 ID",
    kind: "text",
    pattern: { test: /^[A-Za-z0-9_.@:-]{3,64}$/, say: "发布商 ID 只含字母、数字和 _ . @ : -，请从平台后台复制" },
    help: "平台后台的 Publisher ID、开发者编号或组织编号",
  },
  thbMerchant: {
    label: "泰国物流商户编号",
    kind: "text",
    pattern: { test: /^[A-Za-z0-9-]{4,32}$/, say: "物流商户编号为 4–32 位字母、数字或短横线" },
    help: "您在泰国物流公司（如 Flash、J&T、Kerry）登记的代收货款客户号",
  },
  koreanAccountName: { label: "账户名（韩文）", kind: "text", maxLength: 60, pattern: koreanName },
  englishAccountName: { label: "账户名（英文）", kind: "text", maxLength: 80, pattern: latinName },
  koreanLegalName: { label: "法定代表人姓名（韩文）", kind: "text", maxLength: 40, pattern: koreanName },
  englishLegalName: { label: "法定代表人姓名（英文）", kind: "text", maxLength: 60, pattern: latinName },
  predictMonthlyIncome: {
    label: "预计月收入",
    kind: "choice",
    options: MONTHLY_INCOME_BANDS,
    help: "按收款币种估计，用来设置收款限额，之后可以调整",
  },
  amazonAnnualSales: { label: "上一年销售额（USD）", kind: "amount", help: "没有满一年的店铺填预计数" },
  itemName: { label: "主要商品", kind: "text", maxLength: 100, placeholder: "如 厨房收纳、LED 灯具" },
  tradeCategory: { label: "主营类目", kind: "category" },
  googleFundCategory: {
    label: "收入类别",
    kind: "choice",
    options: [
      { value: "app", label: "应用与游戏付费" },
      { value: "ads", label: "广告分成" },
      { value: "both", label: "两者都有" },
    ],
  },
  applicationType: {
    label: "申请方式",
    kind: "choice",
    options: Object.entries(APPLICATION_TYPES).map(([value, { label, hint }]) => ({ value, label, note: hint })),
  },
  accountUse: {
    label: "账户用途",
    kind: "choice",
    options: [
      { value: "goods", label: "收取货款" },
      { value: "service", label: "收取服务费" },
      { value: "ads", label: "收取广告分成" },
      { value: "royalty", label: "收取版权或内容分成" },
    ],
  },
  otherPlatformType: { label: "平台类型", kind: "choice", options: OTHER_PLATFORM_TYPES },
  otherPlatformName: { label: "平台名称", kind: "text", maxLength: 60, help: "填平台自己的名字，如 Fruugo、OnBuy" },
} as const satisfies Record<string, StoreField>;
export type StoreFieldName = keyof typeof STORE_FIELDS;
export const isStoreField = (name: string): name is StoreFieldName => Object.hasOwn(STORE_FIELDS, name);

/** Where the money goes: asked last everywhere, and settled for good once a store has its account. */
export const ACCOUNT_FIELDS: readonly StoreFieldName[] = [
  "expectCurrency",
  "expectAccountName",
  "foreignBankAccountId",
];

/** Answers that say a shop is still being opened, and what they become once it is. */
const OPENING = {
  applicationType: { before: "PRE_APPLY", after: "STANDARD" },
  hasMerchant: { before: "0", after: "1" },
} as const satisfies Partial<Record<StoreFieldName, { before: string; after: string }>>;
type Opening = keyof typeof OPENING;
export const OPENING_FIELDS = Object.keys(OPENING) as Opening[];

/** Is the shop still being opened? Then it has no address, number or picture to show yet. */
export const isUnopened = (answers: Readonly<Record<string, unknown>>): boolean =>
  OPENING_FIELDS.some((name) => answers[name] === OPENING[name].before);
/** The same shop, open: what `answers` must become besides whatever was missing. */
export const asOpened = (answers: Readonly<Record<string, unknown>>): Partial<Record<Opening, string>> =>
  Object.fromEntries(
    OPENING_FIELDS.filter((name) => answers[name] === OPENING[name].before).map((name) => [name, OPENING[name].after]),
  );
