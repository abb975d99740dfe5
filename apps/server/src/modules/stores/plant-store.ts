import { accountOption, holderNameFor, normalShopAddress, reviewDueAt, storeLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { insertEvents, pastEvent } from "../../platform/lifecycle-store.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { tidyAnswers, platformOf, plainFields, type Answers } from "./answers.ts";
import { saveSecrets } from "./save-secrets.ts";
import { insertPlanted, type Store } from "./stores-store.ts";
import { claimUrl } from "./urls-store.ts";

export type StorePlant = Pick<Store, "merchantId" | "id" | "platform" | "receivingAccountId"> & {
  /** As a merchant would have typed them. */
  answers: Answers;
  submittedAt: Date;
  /** Null while it waits. */
  decided: { at: Date; by: string; declineReason?: string } | null;
  labels?: Partial<Pick<Store, "authorisation" | "authorisedUntil" | "remark" | "hidden">>;
};

/** A store a start brings along, as if it had been handed in and reviewed: for the sandbox's demo people. False: it is there. */
export async function plantStore(
  deps: { ids: Ids; secrets: Secrets },
  tx: Tx,
  { answers: given, submittedAt, decided, labels, ...key }: StorePlant,
): Promise<boolean> {
  const platform = platformOf(key.platform);
  const answers = tidyAnswers(platform, given);
  const option = accountOption(answers.expectCurrency ?? "");
  if (!option) throw new Error(`demo store ${key.id} names no receiving currency`);
  const declineReason = decided?.declineReason ?? "";
  const bound = decided !== null && declineReason === "";
  const store: Store = {
    ...key,
    name: answers.name ?? "",
    url: (answers.url && normalShopAddress(answers.url, platform)) ?? "",
    country: answers.country ?? null,
    state: bound ? "bound" : decided ? "declined" : storeLifecycle.initial,
    version: 1,
    authorisation: "none",
    authorisedUntil: null,
    hidden: false,
    remark: "",
    ...labels,
    accountOption: option.code,
    holderName: holderNameFor(option.code, answers.expectAccountName ?? ""),
    fields: plainFields(answers),
    submittedAt,
    dueAt: reviewDueAt(submittedAt),
    decidedAt: decided?.at ?? null,
    decidedBy: decided?.by ?? "",
    declineReason,
    createdAt: submittedAt,
    boundAt: bound ? decided.at : null,
    mustProve: false,
  };
  if (!(await insertPlanted(tx, store))) return false;
  if (!(await claimUrl(tx, store, store.url))) throw new Error(`two demo stores at ${store.url}`);
  await saveSecrets(deps.secrets, tx, store, answers);
  const handedIn = { action: "submit", note: null, at: submittedAt, actorKind: "merchant" } as const;
  const looked = decided && {
    action: bound ? "approve" : "decline",
    note: declineReason === "" ? null : declineReason,
    at: decided.at,
    actorKind: "operator" as const,
  };
  await insertEvents(
    tx,
    [handedIn, ...(looked ? [looked] : [])].map((event) =>
      pastEvent(storeLifecycle, store, { id: deps.ids.next(), ...event }),
    ),
  );
  return true;
}
