/** What a word of the partner led to. `contradicted`: it says the opposite of what it said before; a person has to look. */
export const PARTNER_NOTICE_OUTCOMES = ["taken", "repeated", "unknown", "contradicted"] as const;
export type PartnerNoticeOutcome = (typeof PARTNER_NOTICE_OUTCOMES)[number];

/** How the sandbox's partner treats accounts it is asked to open. */
export const SANDBOX_OPENING_PLANS = {
  accept: "审核通过",
  ask: "先要求补充资料，补充后通过",
  refuse: "审核不通过",
  silent: "收下资料，不给结果",
} as const satisfies Record<string, string>;
export type SandboxOpeningPlan = keyof typeof SANDBOX_OPENING_PLANS;
export const SANDBOX_OPENING_PLAN_NAMES = Object.keys(SANDBOX_OPENING_PLANS) as [
  SandboxOpeningPlan,
  ...SandboxOpeningPlan[],
];

/** How it treats money it is asked to take. */
export const SANDBOX_PLACEMENT_PLANS = {
  accept: "受理",
  refuse: "不受理",
  silent: "收下指令，不给结果",
  lost: "受理，回答丢失",
  repeat: "受理，通知三次",
} as const satisfies Record<string, string>;
export type SandboxPlacementPlan = keyof typeof SANDBOX_PLACEMENT_PLANS;
export const SANDBOX_PLACEMENT_PLAN_NAMES = Object.keys(SANDBOX_PLACEMENT_PLANS) as [
  SandboxPlacementPlan,
  ...SandboxPlacementPlan[],
];

/**
 * Whether a partner's question was already asked and answered within this application: told again, late or twice, it is no
 * new one. Whoever wants to know more asks in other words.
 */
export function isAnswered(past: readonly { action: string; note: string | null }[], question: string): boolean {
  const begun = past.findLastIndex(({ action }) => action === "apply" || action === "reauthorise");
  return past.slice(begun + 1).some(({ action, note }) => action === "ask" && note === question);
}
