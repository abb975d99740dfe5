import { storeLifecycle, type StoreAction } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import { keyOf, type StoreKey } from "./stores-store.ts";

/** What happens to a store beside the moves of its lifecycle. */
export type StoreStep = "submit" | "rename" | "changeAccount" | "renewKeys";
type AuthorisationStep = "authorise" | "warn" | "lapse" | "release";

/** Every step in the words its owner reads; a step without words of its own says in its note what was done. */
const STEPS: Readonly<Record<StoreAction | StoreStep | AuthorisationStep, string | null>> = {
  submit: "提交绑定",
  approve: "审核通过",
  decline: "审核未通过",
  resubmit: null,
  revise: null,
  dispute: "平台账号在另一位商户名下，暂停收款",
  remove: "解绑",
  rename: "店铺改名",
  changeAccount: "更换收款账户",
  renewKeys: "更新密钥",
  authorise: null,
  warn: "授权即将到期",
  lapse: "授权失效",
  release: "解除授权",
};

const HOUSE = "珊瑚汇";
/** The merchant reads of the house, not of its people. */
const WHO = { merchant: "您", operator: HOUSE, system: "系统", rail: "系统" } as const;
const MOST_EVENTS = 200;

/** Oldest first, the newest of many. */
export async function historyOf({ lifecycles }: { lifecycles: Lifecycles }, db: Db, store: StoreKey) {
  const events = (await lifecycles.timeline(db, storeLifecycle, keyOf(store))).slice(-MOST_EVENTS);
  return events.map(({ id, at, action, note, actorKind }) => {
    const words = STEPS[action as keyof typeof STEPS];
    const decided = action === "approve" || action === "decline";
    return {
      id,
      at,
      actorKind: actorKind === "rail" ? ("system" as const) : actorKind,
      actor: decided ? HOUSE : WHO[actorKind],
      what: words ?? note ?? "",
      detail: words === null ? "" : (note ?? ""),
    };
  });
}
