import type { MessageCategory, MessageChannel, MessageTopic } from "./message-categories.ts";

/** `always`: cannot be switched off. `on` and `off` are what a merchant starts with. */
type ChannelDefault = "always" | "on" | "off";
type MessageEvent = {
  /** What it is called among the preferences. */
  label: string;
  category: MessageCategory;
  topic: MessageTopic;
  /** `{name}` is filled from the event's data. */
  title: string;
  body: string;
  link?: { label: string; path: string };
  /** Something waits for the merchant. */
  needsAction?: true;
  /** Sent at once, at night too. */
  urgent?: true;
  channels: Record<MessageChannel, ChannelDefault>;
};

const SECURITY = { inApp: "always", sms: "always", email: "on" } as const;
const MONEY = { inApp: "always", sms: "off", email: "on" } as const;
const WAITING = { inApp: "always", sms: "on", email: "on" } as const;
const PAYOUT = { inApp: "always", sms: "on", email: "on" } as const;
const CARD = { inApp: "always", sms: "off", email: "off" } as const;
const SECURITY_LINK = { label: "查看安全设置", path: "/nav/myNumber" } as const;

/** Every message the product can send, with its words: the one place where they are written. */
export const MESSAGE_EVENTS = {
  "account.welcome": {
    label: "欢迎",
    category: "notice",
    topic: "notice",
    title: "欢迎使用珊瑚汇",
    body: "三步收到第一笔款：完成认证、绑定店铺、把收款账户填到平台后台。开户和收款不收费。",
    link: { label: "开始认证", path: "/nav/navEnd" },
    channels: { inApp: "on", sms: "off", email: "off" },
  },
  "security.newDevice": {
    label: "新设备登录",
    category: "security",
    topic: "security",
    title: "新设备登录，请确认",
    body: "{device}，{address}。如果不是您，请选「不是我」，我们立即让它退出。",
    link: { label: "确认设备", path: "/nav/myNumber" },
    needsAction: true,
    urgent: true,
    channels: SECURITY,
  },
  "security.passwordChanged": {
    label: "登录密码已修改",
    category: "security",
    topic: "security",
    title: "登录密码已修改",
    body: "其他设备已全部退出。如果不是您修改的，请立即找回密码并联系客服。",
    link: SECURITY_LINK,
    urgent: true,
    channels: SECURITY,
  },
  "security.mobileChanged": {
    label: "登录手机已更换",
    category: "security",
    topic: "security",
    title: "登录手机已换为 {to}",
    body: "原手机 {from} 不能再用来登录和收验证码。如果不是您更换的，请立即联系客服。",
    link: SECURITY_LINK,
    urgent: true,
    channels: SECURITY,
  },
  "security.emailChanged": {
    label: "邮箱已更换",
    category: "security",
    topic: "security",
    title: "邮箱已换为 {to}",
    body: "原邮箱 {from} 不能再用来登录和收验证码。如果不是您更换的，请立即联系客服。",
    link: SECURITY_LINK,
    urgent: true,
    channels: SECURITY,
  },
  "security.changeWaiting": {
    label: "更换手机或邮箱等待生效",
    category: "security",
    topic: "security",
    title: "有人申请把{factor}换为 {to}",
    body: "将在 {at} 生效。如果不是您申请的，请登录后取消，或立即联系客服。",
    link: { label: "查看并取消", path: "/nav/myNumber" },
    needsAction: true,
    urgent: true,
    channels: SECURITY,
  },
  "security.secondFactor": {
    label: "两步验证和通行密钥",
    category: "security",
    topic: "security",
    title: "{what}",
    body: "如果不是您操作的，请立即修改密码并联系客服。",
    link: SECURITY_LINK,
    urgent: true,
    channels: SECURITY,
  },
  "account.exportReady": {
    label: "个人数据已备好",
    category: "security",
    topic: "waiting",
    title: "您的个人数据已备好",
    body: "请在 {until} 前下载，过期后需要重新申请。",
    link: { label: "下载", path: "/nav/myNumber" },
    needsAction: true,
    channels: { inApp: "always", sms: "off", email: "on" },
  },
  "account.closing": {
    label: "账户注销",
    category: "security",
    topic: "security",
    title: "已收到注销申请",
    body: "账户将在 {at} 注销，在此之前可以随时撤回。",
    link: { label: "查看或撤回", path: "/nav/myNumber" },
    urgent: true,
    channels: SECURITY,
  },
  "certification.approved": {
    label: "认证通过",
    category: "certification",
    topic: "waiting",
    title: "认证已通过",
    body: "{name} 可以收款、提现和付款了。",
    link: { label: "去绑定店铺", path: "/bindshop" },
    channels: WAITING,
  },
  "certification.rejected": {
    label: "认证未通过",
    category: "certification",
    topic: "waiting",
    title: "认证有 {count} 项需要修改",
    body: "{reason}",
    link: { label: "去修改", path: "/nav/navEnd" },
    needsAction: true,
    channels: WAITING,
  },
  "certification.supplement": {
    label: "需要补充资料",
    category: "certification",
    topic: "waiting",
    title: "请补充认证资料",
    body: "{reason}，请在 {due} 前补充。",
    link: { label: "去补充", path: "/nav/navEnd" },
    needsAction: true,
    channels: WAITING,
  },
  "income.inTransit": {
    label: "平台已打款",
    category: "money",
    topic: "income",
    title: "{from} 打款 {amount} 已在途",
    body: "预计 {eta} 到{account}",
    link: { label: "查看这笔款", path: "/bigIncome/in" },
    channels: MONEY,
  },
  "income.credited": {
    label: "款项已入账",
    category: "money",
    topic: "income",
    title: "{from} {amount} 已入账",
    body: "可用余额 {balance}",
    link: { label: "查看这笔款", path: "/bigIncome/in" },
    channels: MONEY,
  },
  "income.held": {
    label: "款项暂扣",
    category: "money",
    topic: "waiting",
    title: "{amount} 暂扣，{reason}",
    body: "{detail}，请在 {due} 前说明关系。",
    link: { label: "去说明", path: "/bigIncome/in" },
    needsAction: true,
    channels: WAITING,
  },
  "orders.needed": {
    label: "待补充订单材料",
    category: "orders",
    topic: "waiting",
    title: "{amount} 待补充，缺 {count} 份订单",
    body: "{from}，{due} 前补齐，之后 2 小时内入账。",
    link: { label: "上传订单", path: "/uploadPreIndex" },
    needsAction: true,
    channels: WAITING,
  },
  "stores.revoked": {
    label: "店铺授权失效",
    category: "stores",
    topic: "waiting",
    title: "{store} 授权被平台撤销",
    body: "{detail}",
    link: { label: "重新授权", path: "/shopManage" },
    needsAction: true,
    channels: WAITING,
  },
  "stores.expiring": {
    label: "店铺授权即将到期",
    category: "stores",
    topic: "stores",
    title: "{store} 授权 {at} 到期",
    body: "到期后订单停止同步，结汇额度不再增加。续期约 1 分钟。",
    link: { label: "续期授权", path: "/shopManage" },
    needsAction: true,
    channels: { inApp: "always", sms: "off", email: "on" },
  },
  "payout.submitted": {
    label: "提现或付款已提交",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 已提交银行",
    body: "到{payee}，预计{eta}到账",
    link: { label: "查看进度", path: "/bigIncome/out" },
    channels: PAYOUT,
  },
  "payout.completed": {
    label: "提现或付款已到账",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 已到账",
    body: "到{payee}",
    link: { label: "查看这笔款", path: "/bigIncome/out" },
    channels: PAYOUT,
  },
  "payout.returned": {
    label: "提现或付款被退回",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 被银行退回",
    body: "{reason}。款项已退回余额，请核对收款人后重试。",
    link: { label: "查看原因", path: "/bigIncome/out" },
    needsAction: true,
    channels: PAYOUT,
  },
  "exchange.done": {
    label: "换汇完成",
    category: "money",
    topic: "payout",
    title: "换汇完成，得到 {bought}",
    body: "用 {sold}，汇率 {rate}",
    link: { label: "查看订单", path: "/moreToken/dealRecord/swap" },
    channels: MONEY,
  },
  "card.declined": {
    label: "珊瑚卡交易被拒",
    category: "card",
    topic: "card",
    title: "珊瑚卡 {card} 一笔 {amount} 被拒",
    body: "{reason}",
    link: { label: "查看卡片", path: "/vcc" },
    channels: CARD,
  },
  "notice.published": {
    label: "公告",
    category: "notice",
    topic: "notice",
    title: "{title}",
    body: "{body}",
    link: { label: "查看公告", path: "/home" },
    channels: { inApp: "on", sms: "off", email: "off" },
  },
} as const satisfies Record<string, MessageEvent>;

export type MessageEventName = keyof typeof MESSAGE_EVENTS;
type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
/** Exactly the values an event's words need: a missing one is a compile error. */
export type MessageData<E extends MessageEventName> = Record<
  Placeholders<(typeof MESSAGE_EVENTS)[E]["title"]> | Placeholders<(typeof MESSAGE_EVENTS)[E]["body"]>,
  string
>;

export const messageEvent = (name: MessageEventName): MessageEvent => MESSAGE_EVENTS[name];
