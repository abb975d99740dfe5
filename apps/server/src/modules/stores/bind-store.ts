import { Refusal, type StoreForm } from "@coralhub/contract";
import { storeLifecycle, reviewDueAt, toShanghaiTime, type Platform } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Actor } from "../../platform/lifecycle-engine.ts";
import { namesKeys, settleAnswers, tidyAnswers, type Answers } from "./answers.ts";
import type { StoresDeps } from "./deps.ts";
import type { StoreStep } from "./store-history.ts";
import { saveSecrets } from "./save-secrets.ts";
import { refuseOverLimit } from "./limits.ts";
import { planSimulation } from "./review/simulate-review.ts";
import { insertStore, type StoreKey } from "./stores-store.ts";
import { claimUrl } from "./urls-store.ts";

export type Receipt = { merchantsId: string; state: "pending"; submittedAt: Date; dueAt: Date };
type Binding = { merchantId: string; by: Actor; now: Date; platform: Platform; form: StoreForm };

/** One way in for every platform: what each asks is in the catalogue. */
export async function bindStore(deps: StoresDeps, tx: Tx, binding: Binding): Promise<Receipt> {
  const { merchantId, by, now, platform, form } = binding;
  const answers = tidyAnswers(platform, form);
  const facts = await settleAnswers(deps, tx, merchantId, platform, answers);
  await refuseOverLimit(tx, merchantId, platform);
  const key = { merchantId, id: deps.ids.next() };
  const dueAt = reviewDueAt(now);
  // Before anything is written: whoever is refused here leaves nothing behind in a transaction that goes on.
  await takeUrl(tx, key, facts.url);
  await insertStore(tx, key, facts, { at: now, dueAt });
  await saveSecrets(deps.secrets, tx, key, answers);
  if (namesKeys(platform, answers)) await deps.connections.checkNewKeys(tx, key);
  await deps.lifecycles.record(tx, storeLifecycle, key, {
    action: "submit" satisfies StoreStep,
    by,
    at: now,
  });
  await announce(deps, tx, key, { name: facts.name, platform, dueAt });
  await deps.connections.compareTyped(tx, key);
  return { merchantsId: key.id, state: "pending", submittedAt: now, dueAt };
}

export async function takeUrl(tx: Tx, key: StoreKey, url: string): Promise<void> {
  if (!(await claimUrl(tx, key, url)))
    throw new Refusal("store.url_taken", {}, { url: "这个店铺链接已经绑定过，请核对" } satisfies Answers);
}

/** The merchant hears when to expect an answer, and in the sandbox somebody begins to look. */
export async function announce(
  deps: StoresDeps,
  tx: Tx,
  key: StoreKey,
  { name, platform, dueAt }: { name: string; platform: Platform; dueAt: Date },
): Promise<void> {
  const due = toShanghaiTime(dueAt).slice(5, 16);
  await deps.sendMessage(tx, {
    event: "store.submitted",
    merchantId: key.merchantId,
    data: { name, platform: platform.name, due, storeId: key.id },
  });
  await planSimulation(deps, tx, key);
}
