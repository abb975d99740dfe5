import { QUEUED, REVIEWERS, type ApplicationState } from "./review.ts";
import { defineLifecycle } from "../lifecycle.ts";

/** Real-name certification. The wire numbers are the specification's status codes. */
export const certificationLifecycle = defineLifecycle({
  name: "certification",
  initial: "none",
  states: {
    none: { label: "未认证", tone: "neutral", wire: 0 },
    rejected: { label: "审核未通过", tone: "danger", wire: 1 },
    reviewing: { label: "审核中", tone: "info", wire: 2 },
    certified: { label: "已认证", tone: "success", wire: 3 },
    supplement: { label: "待补充资料", tone: "warning", wire: 4 },
    expired: { label: "已过期", tone: "warning", wire: 5 },
    frozen: { label: "已冻结", tone: "danger", wire: 9 },
    changing: { label: "已认证，变更审核中", tone: "info", wire: 15 },
  },
  groups: {
    open: ["none", "rejected", "supplement", "expired", "frozen"],
    moving: ["reviewing", "changing"],
    ended: ["certified"],
  },
  stored: {
    table: "certification",
    key: ["merchant_id"],
    changedAt: "changed_at",
    columns: ["frozen_reason"],
  },
  actions: {
    submit: { label: "提交审核", from: ["none", "rejected", "supplement", "expired"], to: "reviewing", by: "merchant" },
    approve: { label: "通过", from: ["reviewing", "changing", "expired"], to: "certified", by: REVIEWERS },
    decline: { label: "不同意变更", from: ["changing"], to: "certified", by: REVIEWERS },
    reject: { label: "不通过", from: ["reviewing"], to: "rejected", by: REVIEWERS },
    ask: { label: "要求补充", from: ["reviewing", "certified", "changing"], to: "supplement", by: REVIEWERS },
    change: { label: "申请变更", from: ["certified"], to: "changing", by: "merchant" },
    expire: { label: "到期", from: ["certified", "changing"], to: "expired", by: "system" },
    freeze: { label: "冻结", from: ["certified", "changing", "supplement", "expired"], to: "frozen", by: "operator" },
    // A freeze interrupts whatever was; what it gives way to is decided by what is true by then.
    unfreeze: { label: "解冻", from: ["frozen"], to: "certified", by: "operator" },
    unfreezeChanging: { label: "解冻", from: ["frozen"], to: "changing", by: "operator" },
    unfreezeReviewing: { label: "解冻", from: ["frozen"], to: "reviewing", by: "operator" },
    unfreezeSupplement: { label: "解冻", from: ["frozen"], to: "supplement", by: "operator" },
    unfreezeRejected: { label: "解冻", from: ["frozen"], to: "rejected", by: "operator" },
    unfreezeExpired: { label: "解冻", from: ["frozen"], to: "expired", by: "operator" },
  },
});
export type CertificationState = keyof typeof certificationLifecycle.states;

/** Nobody becomes certified by having been frozen: questions, decisions and expiries of the meantime count. */
export function unfreezeAction(is: {
  /** Certification was passed once. */
  passed: boolean;
  /** The newest case of the account. */
  application: ApplicationState | undefined;
  expiresOn: string | null;
  today: string;
}): keyof typeof certificationLifecycle.actions {
  if (is.application === "supplement") return "unfreezeSupplement";
  const waits = is.application !== undefined && QUEUED.includes(is.application);
  if (!is.passed) return waits ? "unfreezeReviewing" : "unfreezeRejected";
  if (is.expiresOn !== null && is.expiresOn <= is.today) return "unfreezeExpired";
  return waits ? "unfreezeChanging" : "unfreeze";
}

/** Only these may move money. */
export const MONEY_MAY_MOVE: readonly CertificationState[] = ["certified", "changing"];
/** Every other status shows the not-passed banner. */
export const NO_BANNER_STATUS: readonly number[] = [0, 2, 3, 15];

export const CERTIFICATION_KINDS = {
  person: "个人",
  mainland: "内地企业",
  hongkong: "香港或海外公司",
} as const;
export type CertificationKind = keyof typeof CERTIFICATION_KINDS;
