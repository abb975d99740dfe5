import type { Tone } from "./lifecycle.ts";

/** The outside world the sandbox plays. A rail appears in the sandbox console as soon as it has a row here. */
export const SANDBOX_RAILS = {
  notifications: { label: "短信邮件" },
  fxRates: { label: "外汇行情" },
  documentReading: { label: "证件识别" },
  faceCheck: { label: "人脸核验" },
  screening: { label: "名单筛查" },
  receivingBank: { label: "收款银行" },
  payoutBank: { label: "付款银行" },
  cardIssuer: { label: "发卡方" },
  depositPartner: { label: "存款银行" },
  lender: { label: "贷款资金方" },
  marketplaces: { label: "电商平台" },
} as const satisfies Record<string, { label: string }>;
export type SandboxRail = keyof typeof SANDBOX_RAILS;

/** How a simulated rail behaves. `delaySeconds` is how long an answer takes; a rail that is down gives none. */
export const RAIL_MODES = {
  normal: { label: "正常", tone: "success", delaySeconds: 0 },
  slow: { label: "慢，10 秒", tone: "warning", delaySeconds: 10 },
  down: { label: "中断", tone: "danger", delaySeconds: 0 },
} as const satisfies Record<string, { label: string; tone: Tone; delaySeconds: number }>;
export type RailMode = keyof typeof RAIL_MODES;

/** Keys with this word in them are not accepted by the sandbox's platforms. */
export const SANDBOX_REFUSED_KEY = "refuse";

/** Steps the sandbox clock can be moved by; it only moves forward. */
export const CLOCK_STEPS = [
  { hours: 1, label: "1 小时" },
  { hours: 24, label: "1 天" },
  { hours: 7 * 24, label: "7 天" },
  { hours: 30 * 24, label: "30 天" },
] as const;
