import { defineLifecycle } from "../lifecycle.ts";

/**
 * A purchase the merchant does not accept. The desk files it with the network, which credits it provisionally: the money is
 * held until the end says whose it is.
 */
export const cardDisputeLifecycle = defineLifecycle({
  name: "交易争议",
  initial: "submitted",
  states: {
    submitted: { label: "待受理", tone: "info" },
    asked: { label: "待补充证据", tone: "warning" },
    chargeback: { label: "已发起拒付", tone: "info" },
    representment: { label: "商户抗辩", tone: "warning" },
    preArbitration: { label: "预仲裁", tone: "warning" },
    arbitration: { label: "仲裁中", tone: "warning" },
    won: { label: "胜诉", tone: "success" },
    lost: { label: "败诉", tone: "danger" },
    withdrawn: { label: "已撤回", tone: "neutral" },
    declined: { label: "不予受理", tone: "danger" },
  },
  groups: {
    open: ["submitted", "asked", "representment", "preArbitration"],
    moving: ["chargeback", "arbitration"],
    ended: ["won", "lost", "withdrawn", "declined"],
  },
  stored: {
    table: "card_dispute",
    changedAt: "changed_at",
    reachedAt: { lost: "lost_at" },
    timeline: true,
    columns: ["note", "hold_posting_id", "due_at"],
  },
  actions: {
    ask: { label: "要求补充证据", from: ["submitted"], to: "asked", by: "finance", tells: "card.dispute" },
    answer: { label: "补充证据", from: ["asked"], to: "submitted", by: "merchant" },
    file: { label: "发起拒付", from: ["submitted"], to: "chargeback", by: "finance", tells: "card.dispute" },
    decline: { label: "不予受理", from: ["submitted", "asked"], to: "declined", by: "finance", tells: "card.dispute" },
    represent: { label: "对方抗辩", from: ["chargeback"], to: "representment", by: "rail", tells: "card.dispute" },
    escalate: {
      label: "进入预仲裁",
      from: ["representment"],
      to: "preArbitration",
      by: "finance",
      tells: "card.dispute",
    },
    accept: {
      label: "接受抗辩",
      from: ["representment", "preArbitration"],
      to: "lost",
      by: "finance",
      tells: "card.dispute",
    },
    arbitrate: { label: "提交仲裁", from: ["preArbitration"], to: "arbitration", by: "finance", tells: "card.dispute" },
    win: {
      label: "胜诉",
      from: ["chargeback", "representment", "preArbitration", "arbitration"],
      to: "won",
      by: "rail",
      tells: "card.dispute",
    },
    lose: {
      label: "败诉",
      from: ["chargeback", "representment", "preArbitration", "arbitration"],
      to: "lost",
      by: "rail",
      tells: "card.dispute",
    },
    withdraw: { label: "撤回", from: ["submitted", "asked"], to: "withdrawn", by: "merchant" },
  },
});
export type CardDisputeState = keyof typeof cardDisputeLifecycle.states;
export type CardDisputeAction = keyof typeof cardDisputeLifecycle.actions;
/** As long as the desk, or the network after the shop's answer, still reads what proves it. */
export const DISPUTE_EVIDENCE_STATES: ReadonlySet<CardDisputeState> = new Set(cardDisputeLifecycle.groups.open);
/** What the desk decides. */
export const DISPUTE_DESK_ACTIONS = [
  "ask",
  "file",
  "decline",
  "escalate",
  "accept",
  "arbitrate",
] as const satisfies readonly CardDisputeAction[];
export type DisputeDeskAction = (typeof DISPUTE_DESK_ACTIONS)[number];
/** Which of them go on with the network, and so have to reach it. */
export const DISPUTE_PURSUITS = ["escalate", "accept", "arbitrate"] as const satisfies readonly DisputeDeskAction[];
export type DisputePursuit = (typeof DISPUTE_PURSUITS)[number];

/**
 * What the day beside a dispute means while it stands there, and how many days a stage gives from its first. The filing's last day
 * comes from the settlement; nobody is waited for in what is over, and the network takes its time to arbitrate.
 */
const DISPUTE_STAGES = {
  submitted: { due: "卡组织受理截止" },
  asked: { due: "卡组织受理截止" },
  chargeback: { due: "商户抗辩截止", days: 45 },
  representment: { due: "答复抗辩截止", days: 30 },
  preArbitration: { due: "提交仲裁截止", days: 30 },
  arbitration: {},
  won: {},
  lost: {},
  withdrawn: {},
  declined: {},
} as const satisfies Record<CardDisputeState, { due?: string; days?: number }>;
/** What its day is called; null where there is none to keep. */
export function disputeDueText(state: CardDisputeState): string | null {
  const stage: { due?: string } = DISPUTE_STAGES[state];
  return stage.due ?? null;
}
const DAY_MS = 86_400_000;
/** The day to keep from this move on; undefined where the one it has goes on. */
export function disputeDueAfter(action: CardDisputeAction, at: Date): Date | null | undefined {
  const stage: { due?: string; days?: number } = DISPUTE_STAGES[cardDisputeLifecycle.actions[action].to];
  if (stage.days !== undefined) return new Date(at.getTime() + stage.days * DAY_MS);
  return stage.due === undefined ? null : undefined;
}
/** What stands in its timeline beside its moves. */
export const DISPUTE_STEPS = { submit: "提出争议", credit: "卡组织已暂时退回，款项冻结到结案" } as const;
export type DisputeStep = keyof typeof DISPUTE_STEPS;

/** Why, how long after the settlement the network takes it, and what helps to prove it. */
export const DISPUTE_REASONS = {
  fraud: { label: "不是我方交易", days: 120, evidence: "说明卡片由谁保管、何时发现；有报警回执的一并上传" },
  notReceived: { label: "没有收到商品或服务", days: 120, evidence: "订单、约定的交付日期、与商户的往来" },
  notAsDescribed: { label: "与描述不符", days: 120, evidence: "订单、照片或检测结果、退货凭证" },
  cancelled: { label: "已取消仍扣款", days: 120, evidence: "取消订阅的时间和确认" },
  duplicate: { label: "重复扣款", days: 90, evidence: "两笔交易和唯一的账单" },
  wrongAmount: { label: "金额不对", days: 90, evidence: "账单上的应付金额" },
  refundMissing: { label: "退款没有到账", days: 90, evidence: "商户的退款确认" },
} as const satisfies Record<string, { label: string; days: number; evidence: string }>;
/** The desk reads it and files it before the network's last day: a merchant says it so many days earlier. */
const DISPUTE_DESK_DAYS = 5;
/** How many days after the settlement a merchant may still say so. */
export const disputeDays = (reason: DisputeReason): number => DISPUTE_REASONS[reason].days - DISPUTE_DESK_DAYS;
export type DisputeReason = keyof typeof DISPUTE_REASONS;
export const DISPUTE_REASON_NAMES = Object.keys(DISPUTE_REASONS) as [DisputeReason, ...DisputeReason[]];

/** What the network answers; told by the issuer. */
export const DISPUTE_NOTICES = ["represent", "win", "lose"] as const satisfies readonly CardDisputeAction[];
export type DisputeNotice = (typeof DISPUTE_NOTICES)[number];
