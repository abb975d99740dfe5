import { accountOption, holderNameFor, normalShopAddress, reviewDueAt, storeLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { someoneOf, type Actor, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { tidyAnswers, platformOf, plainFields, type Answers } from "./answers.ts";
import { saveSecrets } from "./save-secrets.ts";
import { findStore, insertStore, labelStores, type Store } from "./stores-store.ts";
import type { StoreStep } from "./store-history.ts";
import { claimUrl } from "./urls-store.ts";

export type PastStore = Pick<Store, "merchantId" | "id" | "platform" | "receivingAccountId"> & {
  /** As a merchant would have typed them. */
  answers: Answers;
  submittedAt: Date;
  /** Null while it waits. */
  decided: { at: Date; by: Actor & { kind: "operator" }; declineReason?: string } | null;
  /** What its platform has agreed to since. */
  tie?: Pick<Store, "authorisation" | "authorisedUntil">;
  labels?: Partial<Pick<Store, "remark" | "hidden">>;
};

/** A store of the past, handed in and reviewed like every store. False: it is there already, and stays as it has become. */
export async function enterPastStore(
  { lifecycles, secrets }: { lifecycles: Lifecycles; secrets: Secrets },
  tx: Tx,
  { answers: given, submittedAt, decided, tie, labels = {}, receivingAccountId, ...store }: PastStore,
): Promise<boolean> {
  const { merchantId, id } = store;
  const key = { merchantId, id };
  if (await findStore(tx, key)) return false;
  const platform = platformOf(store.platform);
  const answers = tidyAnswers(platform, given);
  const option = accountOption(answers.expectCurrency ?? "");
  if (!option) throw new Error(`the store ${id} names no receiving currency`);
  const facts = {
    platform: store.platform,
    name: answers.name ?? "",
    url: (answers.url && normalShopAddress(answers.url, platform)) ?? "",
    country: answers.country ?? null,
    accountOption: option.code,
    holderName: holderNameFor(option.code, answers.expectAccountName ?? ""),
    fields: plainFields(answers),
  };
  await insertStore(tx, key, facts, { at: submittedAt, dueAt: reviewDueAt(submittedAt) });
  if (!(await claimUrl(tx, key, facts.url))) throw new Error(`two stores at ${facts.url}`);
  await saveSecrets(secrets, tx, key, answers);
  const handedIn = { action: "submit" satisfies StoreStep, by: someoneOf(key), at: submittedAt };
  await lifecycles.record(tx, storeLifecycle, key, handedIn);
  if (decided) {
    const { at, by, declineReason } = decided;
    const set = { decidedAt: at, decidedBy: by.name };
    if (declineReason === undefined) {
      const bound = { ...set, ...tie, receivingAccountId, boundAt: at };
      await lifecycles.advance(tx, storeLifecycle, key, "approve", { at, by, set: bound });
    } else {
      const declined = { ...set, declineReason };
      await lifecycles.advance(tx, storeLifecycle, key, "decline", { at, by, set: declined, note: declineReason });
    }
  }
  await labelStores(tx, merchantId, [id], labels);
  return true;
}
