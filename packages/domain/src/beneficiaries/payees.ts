import { defineLifecycle } from "../lifecycle.ts";

/** Whom a merchant pays. `own`: its own account elsewhere, in its certified name. */
export const PAYEE_KINDS = {
  own: { label: "本人账户" },
  supplier: { label: "供应商" },
  service: { label: "服务商" },
  seller: { label: "卖家" },
} as const satisfies Record<string, { label: string }>;
export type PayeeKind = keyof typeof PAYEE_KINDS;
export const PAYEE_KIND_NAMES = Object.keys(PAYEE_KINDS) as [PayeeKind, ...PayeeKind[]];

/** Only an approved one is paid. What screening finds nothing about, at a bank that is listed, needs nobody to look. */
export const payeeLifecycle = defineLifecycle({
  name: "收款人",
  initial: "pending",
  states: {
    pending: { label: "待审核", tone: "info" },
    approved: { label: "已通过", tone: "success" },
    declined: { label: "未通过", tone: "danger" },
    outdated: { label: "需更新", tone: "warning" },
    disabled: { label: "停用", tone: "neutral" },
  },
  groups: { open: ["declined", "outdated"], moving: ["pending"], ended: ["approved", "disabled"] },
  stored: { table: "beneficiary", changedAt: "changed_at", timeline: true, columns: ["reason", "reviewed_by"] },
  actions: {
    clear: { label: "自动通过", from: ["pending"], to: "approved", by: "system" },
    approve: { label: "审核通过", from: ["pending"], to: "approved", by: "reviewer", tells: "payee.approved" },
    decline: { label: "审核未通过", from: ["pending"], to: "declined", by: "reviewer", tells: "payee.declined" },
    askUpdate: {
      label: "要求更新",
      from: ["approved", "pending"],
      to: "outdated",
      by: "reviewer",
      tells: "payee.outdated",
    },
    /** The account came back to its owner: whoever had it may have put this here. */
    doubt: { label: "账户找回，请核对", from: ["approved", "pending"], to: "outdated", by: "system" },
    change: { label: "修改", from: ["pending", "approved", "declined", "outdated"], to: "pending", by: "merchant" },
    disable: {
      label: "停用",
      from: ["pending", "approved", "declined", "outdated"],
      to: "disabled",
      by: "merchant",
    },
  },
});
export type PayeeState = keyof typeof payeeLifecycle.states;
export type PayeeAction = keyof typeof payeeLifecycle.actions;

/** What happened to a payee, in its owner's words. */
export const PAYEE_STEPS = {
  add: "添加",
  selfFill: "对方填写了账户",
  clear: "自动审核通过",
  approve: "审核通过",
  decline: "审核未通过",
  askUpdate: "需要更新资料",
  doubt: "账户找回，需要核对",
  change: "修改了账户",
  disable: "已停用",
} as const satisfies Record<PayeeAction | "add" | "selfFill", string>;
export type PayeeStep = keyof typeof PAYEE_STEPS;
export const PAYEE_STEP_NAMES = Object.keys(PAYEE_STEPS) as [PayeeStep, ...PayeeStep[]];

/** A new or changed account rests so long above the cooling limit. */
export const COOLING_HOURS = 24;
export const coolingUntil = (restsFrom: Date): Date => new Date(restsFrom.getTime() + COOLING_HOURS * 3_600_000);

/** After an account has come back to its owner, whatever was added or changed so lately is looked at again by them. */
export const DOUBTED_DAYS = 30;

/** A link a supplier fills in is good for so long, once. */
export const PAYEE_LINK_DAYS = 7;

/** How payer and payee belong together, where they do. */
export const RELATION_TYPES = {
  parent: "母公司",
  subsidiary: "子公司",
  sister: "同一控制人",
  shareholder: "股东",
  director: "董事或高管",
  other: "其他关联",
} as const satisfies Record<string, string>;
export type RelationType = keyof typeof RELATION_TYPES;
export const RELATION_TYPE_NAMES = Object.keys(RELATION_TYPES) as [RelationType, ...RelationType[]];

/** What a payee may be proven with. */
export const PAYEE_PAPERS = { contract: "合同", invoice: "发票", certificate: "开户证明" } as const satisfies Record<
  string,
  string
>;
export type PayeePaper = keyof typeof PAYEE_PAPERS;
export const PAYEE_PAPER_NAMES = Object.keys(PAYEE_PAPERS) as [PayeePaper, ...PayeePaper[]];

/** Names as banks compare them: without marks, gaps and capitals. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
