import { isBankingDay } from "../calendar/bank-holidays.ts";
import { defineLifecycle } from "../lifecycle.ts";
import { toShanghaiDay } from "../calendar/shanghai-time.ts";

/** People of ours, and the reviewer that the sandbox simulates. */
export const REVIEWERS = ["operator", "system"] as const;

/** One case on the review desk, from the first submission to the last decision. */
export const applicationLifecycle = defineLifecycle({
  name: "application",
  initial: "waiting",
  states: {
    waiting: { label: "待审核", tone: "info" },
    second: { label: "待复核", tone: "warning" },
    supplement: { label: "待补充资料", tone: "warning" },
    rejected: { label: "未通过", tone: "danger" },
    approved: { label: "已通过", tone: "success" },
    superseded: { label: "已被新资料替换", tone: "neutral" },
  },
  groups: {
    open: ["waiting", "second", "supplement", "rejected"],
    moving: [],
    ended: ["approved", "superseded"],
  },
  stored: {
    table: "certification_application",
    columns: [
      "submission_kind",
      "version",
      "subject_name",
      "submitted_at",
      "due_at",
      "assessed_at",
      "risk_score",
      "risk_facts",
      "high_risk",
      "held_by",
      "held_at",
      "proposed_by",
      "decided_by",
      "decided_at",
    ],
  },
  actions: {
    submit: { label: "重新提交", from: ["rejected", "supplement"], to: "waiting", by: "merchant" },
    approve: { label: "通过", from: ["waiting", "second"], to: "approved", by: REVIEWERS },
    propose: { label: "通过，交复核", from: ["waiting"], to: "second", by: "operator" },
    sendBack: { label: "退回重审", from: ["second"], to: "waiting", by: "operator" },
    reject: { label: "不通过", from: ["waiting", "second"], to: "rejected", by: REVIEWERS },
    ask: { label: "要求补充", from: ["waiting", "second", "approved"], to: "supplement", by: REVIEWERS },
    supersede: { label: "替换", from: ["approved"], to: "superseded", by: "system" },
  },
});
export type ApplicationState = keyof typeof applicationLifecycle.states;
/** What the queue holds: somebody of ours must act. */
export const QUEUED: readonly ApplicationState[] = ["waiting", "second"];

/** A question to the merchant about one field, and its answers. */
export const enquiryLifecycle = defineLifecycle({
  name: "enquiry",
  initial: "open",
  states: {
    open: { label: "等商户答复", tone: "warning" },
    answered: { label: "已答复", tone: "info" },
    closed: { label: "已了结", tone: "neutral" },
  },
  groups: { open: ["open", "answered"], moving: [], ended: ["closed"] },
  stored: { table: "certification_enquiry", columns: ["due_at"] },
  actions: {
    answer: { label: "答复", from: ["open"], to: "answered", by: "merchant" },
    askAgain: { label: "追问", from: ["answered"], to: "open", by: "operator" },
    close: { label: "了结", from: ["open", "answered"], to: "closed", by: REVIEWERS },
  },
});
export type EnquiryState = keyof typeof enquiryLifecycle.states;
export const ENQUIRY_DAYS = 7;

export const SUBMISSION_KINDS = {
  first: "首次",
  resubmission: "重新提交",
  supplement: "补充资料",
  change: "变更",
  renewal: "更新证件",
} as const;
export type SubmissionKind = keyof typeof SUBMISSION_KINDS;

/** Reasons a reviewer can give with one click; the merchant reads the text. */
export const REJECTION_REASONS: readonly { label: string; text: string; documents: boolean }[] = [
  { label: "看不清", text: "图片不清楚，请在光线充足处重新拍摄，文字能看清、没有反光", documents: true },
  { label: "有遮挡", text: "证件有遮挡，请重新拍摄，四角、印章和日期都要露出来", documents: true },
  { label: "证件过期", text: "证件已过有效期，请上传有效证件", documents: true },
  { label: "不是原件", text: "请拍摄原件或上传彩色扫描件，不要用复印件和截图", documents: true },
  { label: "上传错了", text: "上传的不是这份证件，请重新上传", documents: true },
  { label: "与证件不符", text: "填写的内容与证件不一致，请对照证件修改", documents: false },
  { label: "缺少公司类型", text: "与登记名称不一致，缺少公司类型。应写全称，例如以 Co., Ltd. 结尾", documents: false },
  { label: "拼写不符", text: "拼写与证件不符，请逐字对照修改", documents: false },
  { label: "地址不完整", text: "地址不完整，请写到门牌号", documents: false },
  { label: "需要说明", text: "请补充说明", documents: false },
];

/** Our promise: decided within four working hours (weekdays 9 to 18, mainland holidays excepted). */
export const REVIEW_HOURS = 4;
const WORKDAY = { from: 9, to: 18 } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the promise is due. */
export function reviewDueAt(submittedAt: Date): Date {
  let left = REVIEW_HOURS * HOUR_MS;
  let time = submittedAt.getTime();
  for (;;) {
    const day = toShanghaiDay(new Date(time));
    const midnight = Date.parse(`${day}T00:00:00+08:00`);
    const opens = Math.max(time, midnight + WORKDAY.from * HOUR_MS);
    const closes = midnight + WORKDAY.to * HOUR_MS;
    if (isBankingDay("CN", day) && opens < closes) {
      if (opens + left <= closes) return new Date(opens + left);
      left -= closes - opens;
    }
    time = midnight + DAY_MS;
  }
}

/** Days before a document expires on which the merchant hears of it. */
export const EXPIRY_REMINDER_DAYS = [60, 30, 7, 1] as const;
/** An operator who does nothing for this long no longer holds the case. */
export const HOLD_MINUTES = 30;
/** How long the code for the phone is good, and how many pictures may fail. */
export const FACE_KEY_MINUTES = 5;
export const FACE_ATTEMPTS = 3;
/** The answer a face check speaks for: another number needs another check. */
export const FACE_SPEAKS_FOR = "idCardNumber";
