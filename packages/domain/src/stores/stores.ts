import { defineLifecycle } from "../lifecycle.ts";
import type { Platform } from "../platforms/platform.ts";

export const storeLifecycle = defineLifecycle({
  name: "店铺",
  initial: "pending",
  states: {
    pending: { label: "待审核", tone: "info" },
    bound: { label: "已绑定", tone: "success" },
    declined: { label: "审核未通过", tone: "danger" },
    removed: { label: "已解绑", tone: "neutral" },
  },
  groups: { open: ["declined"], moving: ["pending"], ended: ["bound", "removed"] },
  stored: {
    table: "store",
    reachedAt: { removed: "removed_at" },
    timeline: true,
    columns: [
      "platform",
      "name",
      "url",
      "country",
      "account_option",
      "holder_name",
      "fields",
      "version",
      "submitted_at",
      "due_at",
      "authorisation",
      "authorised_until",
      "decided_at",
      "decided_by",
      "decline_reason",
      "bound_at",
      "receiving_account_id",
    ],
  },
  actions: {
    approve: { label: "通过", from: ["pending"], to: "bound", by: ["reviewer", "system"], tells: "store.approved" },
    decline: {
      label: "不通过",
      from: ["pending"],
      to: "declined",
      by: ["reviewer", "system"],
      tells: "store.declined",
    },
    resubmit: { label: "修改后重新提交", from: ["declined"], to: "pending", by: "merchant" },
    /** What a reviewer has looked at changes: looked at again. Its account goes on taking money meanwhile. */
    revise: { label: "变更资料", from: ["pending", "bound"], to: "pending", by: "merchant" },
    /** Its platform account turns out to be another merchant's: not bound any more until that is settled. */
    dispute: {
      label: "平台账号归属待核实",
      from: ["pending", "bound", "declined"],
      to: "pending",
      by: "system",
      tells: ["store.disputed", "connection.accountMoved"],
    },
    remove: {
      label: "解绑",
      from: ["pending", "bound", "declined"],
      to: "removed",
      by: "merchant",
      tells: "store.removed",
    },
  },
});
export type StoreState = keyof typeof storeLifecycle.states;
export type StoreAction = keyof typeof storeLifecycle.actions;

/** Why a store cannot move to another platform, in words; undefined where it can. */
export function platformFixedReason(
  { name, changeable }: Platform,
  { state, hasAccount }: { state: StoreState; hasAccount: boolean },
): string | undefined {
  if (state === "removed") return "店铺已解绑，请重新绑定";
  if (hasAccount) return "店铺已有收款账户，不能换平台。请移除后重新绑定";
  return changeable ? undefined : `${name} 的店铺要连接平台，不能换到其他平台。请移除后重新绑定`;
}

/** `expiring` is reached by time: so many days before an authorisation ends the merchant is asked to renew it. */
export const AUTHORISATION_WARNING_DAYS = 30;
export const authorisationLifecycle = defineLifecycle({
  name: "店铺授权",
  initial: "none",
  states: {
    none: { label: "未授权", tone: "neutral" },
    authorised: { label: "已授权", tone: "success" },
    expiring: { label: "即将到期", tone: "warning" },
    lapsed: { label: "已失效", tone: "danger" },
  },
  groups: { open: ["none", "expiring", "lapsed"], moving: [], ended: ["authorised"] },
  stored: { table: "store", column: "authorisation", timeline: true, columns: ["authorised_until"] },
  actions: {
    authorise: {
      label: "授权",
      from: ["none", "expiring", "lapsed", "authorised"],
      to: "authorised",
      by: "merchant",
      tells: "connection.authorised",
    },
    warn: { label: "临近到期", from: ["authorised"], to: "expiring", by: "system", tells: "connection.expiring" },
    lapse: { label: "失效", from: ["authorised", "expiring"], to: "lapsed", by: "system", tells: "connection.lapsed" },
    release: { label: "解除", from: ["authorised", "expiring", "lapsed"], to: "none", by: ["merchant", "reviewer"] },
  },
});
export type AuthorisationState = keyof typeof authorisationLifecycle.states;
/** What agreeing on the platform is called, by where the store stands. */
export const AUTHORISE_WORDS: Readonly<Record<AuthorisationState, string>> = {
  none: "去授权",
  authorised: "重新授权",
  expiring: "续期授权",
  lapsed: "重新授权",
};

/** How many a merchant may have waiting for review, on one platform, and altogether. */
export const STORE_LIMITS = { pending: 20, platform: 50, total: 300 } as const;

/** How the sandbox's own reviewer of stores decides, in the words its panel shows. */
export const STORE_SIMULATION_RULES: readonly string[] = [
  "店铺名称里有「驳回」、名称或链接里有 reject 的不通过",
  "材料文件名里有「驳回」或 reject 的不通过",
  "店铺名称里有「人工」的不动，留给审核员",
  "其余全部通过，随即申请收款账户",
];
export const STORE_SIMULATION_DEFAULTS = { on: true, delaySeconds: 10 } as const;

/** Null: a person should look. `files` are the names of what was uploaded. */
export function simulateStoreReview(
  store: { name: string; url: string },
  files: readonly string[],
): { approve: true } | { approve: false; reason: string } | null {
  const refused = /驳回|reject/i;
  if (store.name.includes("人工")) return null;
  if (refused.test(store.name) || refused.test(store.url))
    return { approve: false, reason: "店铺名称或链接与平台后台不一致，请核对后修改" };
  if (files.some((name) => refused.test(name)))
    return { approve: false, reason: "截图看不清店铺名称和卖家编号，请重新截取，浏览器地址栏也要露出来" };
  return { approve: true };
}

/** What no authorisation ever does: shown before the merchant agrees. */
export const AUTHORISATION_NEVER: readonly string[] = ["改价、上下架商品", "发货、退款", "查看买家电话"];
