import { Refusal, type StoreForm } from "@coralhub/contract";
import { ACCOUNT_FIELDS, reviewDueAt, storeLifecycle, type Platform, type StoreFieldName } from "@coralhub/domain";
import { isDeepStrictEqual } from "node:util";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, type Actor } from "../../platform/lifecycle-engine.ts";
import { answersOf, namesKeys, platformOf, secretsIn, settleAnswers, tidyAnswers, type Answers } from "./answers.ts";
import { announce, takeUrl, type Receipt } from "./bind-store.ts";
import type { StoresDeps } from "./deps.ts";
import { saveSecrets, openSecrets } from "./save-secrets.ts";
import { keyOf, lockStore, typedAccount, type Store, type StoreFacts } from "./stores-store.ts";

export type StoreRef = { merchantId: string; id: string; by: Actor; now: Date };
export const refOf = (ctx: MerchantContext, id: string): StoreRef => ({
  merchantId: ctx.merchantId,
  id,
  by: merchantActor(ctx),
  now: ctx.now,
});
type Change = {
  form: StoreForm;
  /** In the history's words. */
  what: string;
  /** May a bound store be changed? It is then looked at again, while its account goes on taking money. */
  ofBound: boolean;
  /** The answers that are given and no others: what the store was once bound without is not asked for here. */
  alone?: boolean;
};

/** A merchant's living store, nobody else changing it meanwhile. */
export async function ownStore(tx: Tx, { merchantId, id }: Pick<StoreRef, "merchantId" | "id">): Promise<Store> {
  const store = await lockStore(tx, { merchantId, id });
  if (!store) throw new Refusal("not_found");
  if (store.state === "removed") throw new Refusal("store.removed");
  return store;
}

/** A call with a platform in its name is for that platform's stores. */
export function requirePlatform(store: Pick<Store, "platform">, { code, name }: Platform): void {
  if (store.platform !== code) throw new Refusal("store.wrong_platform", { platform: name });
}

/** New answers over the ones that are there; what was left out stays. Whatever a reviewer has seen is reviewed again. */
export async function changeStore(
  deps: StoresDeps,
  tx: Tx,
  store: Store,
  { by, now }: Pick<StoreRef, "by" | "now">,
  { form, what, ofBound, alone = false }: Change,
): Promise<Receipt> {
  if (store.state === "bound" && !ofBound) throw new Refusal("store.bound");
  const platform = platformOf(store.platform);
  const given = withoutSettled(store, tidyAnswers(platform, form));
  const before = answersOf(store);
  const answers = { ...(await openSecrets(deps.secrets, tx, store)), ...before, ...given };
  // An account of one's own instead of a shared one, or the other way round: the newer word counts.
  if (given.expectCurrency && !given.foreignBankAccountId) delete answers.foreignBankAccountId;
  const asking = alone ? { ...platform, fields: platform.fields.filter((name) => name in given) } : platform;
  const facts = await settleAnswers(deps, tx, store.merchantId, asking, answers);
  // Declined for something outside the form, such as a shop that was closed: the same answers may be handed in again.
  if (store.state !== "declined" && !differs(store, facts, given)) throw new Refusal("store.nothing_changed");
  return handInAgain(deps, tx, store, { platform, facts, given, by, now, what });
}

export async function handInAgain(
  deps: StoresDeps,
  tx: Tx,
  store: Store,
  change: { platform: Platform; facts: StoreFacts; given: Answers; by: Actor; now: Date; what: string },
): Promise<Receipt> {
  const { platform, facts, given, by, now, what } = change;
  const dueAt = reviewDueAt(now);
  const { name, url, country, accountOption, holderName, fields } = facts;
  // New answers, a new version and a new promise; what was decided before is over.
  const answered = { platform: facts.platform, name, url, country, accountOption, holderName, fields };
  const undecided = { decidedAt: null, decidedBy: "", declineReason: "" };
  await deps.lifecycles.advance(tx, storeLifecycle, keyOf(store), store.state === "declined" ? "resubmit" : "revise", {
    by,
    at: now,
    set: { ...answered, ...undecided, version: store.version + 1, submittedAt: now, dueAt },
    note: what,
  });
  await takeUrl(tx, store, facts.url);
  await saveSecrets(deps.secrets, tx, store, given);
  // Tokens and keys belong to the shop at the old address.
  const moved = store.url !== "" && store.url !== facts.url && store.authorisation !== "none";
  if (moved) {
    await deps.connections.disconnect(tx, store);
  }
  const keys = moved ? await openSecrets(deps.secrets, tx, store) : given;
  if (namesKeys(platform, keys)) await deps.connections.checkNewKeys(tx, store);
  await announce(deps, tx, store, { name: facts.name, platform, dueAt });
  await deps.connections.compareTyped(tx, store, typedAccount(store));
  return { merchantsId: store.id, state: "pending", submittedAt: now, dueAt };
}

const withoutSettled = (store: Store, given: Answers): Answers =>
  store.receivingAccountId === null
    ? given
    : Object.fromEntries(Object.entries(given).filter(([name]) => !ACCOUNT_FIELDS.includes(name as StoreFieldName)));

function differs(store: Store, facts: StoreFacts, given: Answers): boolean {
  const plain = ({ platform, name, url, country, accountOption, holderName, fields }: StoreFacts) => ({
    platform,
    name,
    url,
    country,
    accountOption,
    holderName,
    fields,
  });
  return secretsIn(given).length > 0 || !isDeepStrictEqual(plain(store), plain(facts));
}
