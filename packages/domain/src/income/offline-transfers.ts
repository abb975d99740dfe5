import { defineLifecycle } from "../lifecycle.ts";

/** A transfer the merchant made from a bank's counter: announced with its proof, found among unclaimed money by two people. */
export const offlineTransferLifecycle = defineLifecycle({
  name: "线下汇款",
  initial: "waiting",
  states: {
    waiting: { label: "待匹配", tone: "warning" },
    matching: { label: "匹配复核中", tone: "info" },
    matched: { label: "已匹配", tone: "success" },
    declined: { label: "未找到", tone: "danger" },
    cancelled: { label: "已撤回", tone: "neutral" },
  },
  groups: { open: ["waiting", "matching"], moving: [], ended: ["matched", "declined", "cancelled"] },
  stored: {
    table: "offline_transfer",
    changedAt: "changed_at",
    timeline: true,
    columns: ["unclaimed_id", "income_id", "reason"],
  },
  actions: {
    propose: { label: "提出匹配", from: ["waiting"], to: "matching", by: "reviewer" },
    unmatch: { label: "匹配被驳回", from: ["matching"], to: "waiting", by: "finance" },
    match: { label: "匹配成功", from: ["matching"], to: "matched", by: "finance", tells: "income.offlineMatched" },
    decline: {
      label: "没有找到",
      from: ["waiting"],
      to: "declined",
      by: "reviewer",
      tells: "income.offlineDeclined",
    },
    cancel: { label: "撤回", from: ["waiting"], to: "cancelled", by: "merchant" },
  },
});
export type OfflineTransferState = keyof typeof offlineTransferLifecycle.states;

export const OFFLINE_STEPS = {
  submit: "登记汇款",
  propose: "找到一笔来款，等待复核",
  unmatch: "复核没有通过，继续查找",
  match: "已匹配，进入收款核验",
  decline: "没有找到",
  cancel: "已撤回",
} as const satisfies Record<keyof typeof offlineTransferLifecycle.actions | "submit", string>;
export type OfflineStep = keyof typeof OFFLINE_STEPS;
export const OFFLINE_STEP_NAMES = Object.keys(OFFLINE_STEPS) as [OfflineStep, ...OfflineStep[]];

/** The account that transfers without a receiving account's number go to; it is the house's own. */
export const OFFLINE_ACCOUNT = {
  number: "9908800020260230",
  holder: "CORALHUB (HK) LIMITED - CLIENT FUNDS",
  bank: "First Harbour Bank, Hong Kong",
  bic: "FHBKHKHH",
} as const;
/** What the merchant writes on the remittance, made from the announcement's own id. */
export const offlineSerial = (id: string): string => `OF${id.replaceAll("-", "").slice(-10).toUpperCase()}`;
/** As old as a transfer may be when it is announced. */
export const OFFLINE_MOST_DAYS = 90;

export type Arrived = { remittance: string; payerName: string; currency: string; minor: bigint };
/** How well unclaimed money fits an announcement: the number on it, then amount and name, then the amount. */
export function offlineFit(
  wanted: { serial: string; payerName: string; currency: string; minor: bigint },
  came: Arrived,
): "serial" | "payer" | "amount" | null {
  if (came.currency !== wanted.currency) return null;
  if (plain(came.remittance).includes(wanted.serial)) return "serial";
  if (came.minor !== wanted.minor) return null;
  return plain(came.payerName) === plain(wanted.payerName) ? "payer" : "amount";
}
const plain = (words: string): string =>
  words
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s.,()-]/g, "");
export const OFFLINE_FITS = { serial: "附言里有登记号", payer: "金额和付款人一致", amount: "金额一致" } as const;
