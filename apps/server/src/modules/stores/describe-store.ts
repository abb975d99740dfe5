import { Refusal, type StoreDetail } from "@coralhub/contract";
import { isUnopened, type StoreFieldName } from "@coralhub/domain";
import { answersOf, describeEvidence } from "./answers.ts";
import { judgeChange } from "./change-platform.ts";
import type { StoresDeps } from "./deps.ts";
import { withMoney } from "./money-of-stores.ts";
import { listSecretTails } from "./secrets-store.ts";
import { needsAction } from "./store-status.ts";
import { historyOf } from "./store-history.ts";
import { findStore, listStores, type Store, type StoreKey } from "./stores-store.ts";

export async function livingStore(deps: StoresDeps, key: StoreKey): Promise<Store> {
  const store = await findStore(deps.database.db, key);
  if (!store || store.state === "removed") throw new Refusal("not_found");
  return store;
}

/** What a store's owner and a reviewer both read. */
export async function describeStore(deps: StoresDeps, store: Store) {
  const { db } = deps.database;
  const answers = answersOf(store);
  const [secrets, files, history, sharing] = await Promise.all([
    listSecretTails(db, store),
    describeEvidence(deps.files, store.merchantId, answers),
    historyOf(deps, db, store),
    store.receivingAccountId
      ? listStores(db, store.merchantId, { receivingAccountId: store.receivingAccountId })
      : Promise.resolve([]),
  ]);
  const tailOf = (name: StoreFieldName) => secrets.find(({ field }) => field === name)?.lastFour ?? "";
  return {
    merchantsId: store.id,
    platformCode: store.platform,
    name: store.name,
    url: store.url,
    country: store.country,
    state: store.state,
    version: store.version,
    declineReason: store.declineReason,
    dueAt: store.state === "pending" ? store.dueAt : null,
    authorisation: store.authorisation,
    authorisedUntil: store.authorisedUntil,
    hidden: store.hidden ? ("yes" as const) : ("no" as const),
    remark: store.remark,
    needsAction: needsAction(store) ? ("yes" as const) : ("no" as const),
    foreignBankAccountId: store.receivingAccountId,
    hasMerchant: isUnopened(store.fields) ? ("0" as const) : ("1" as const),
    channel: answers.channel ?? "platform",
    s2n: answers.s2n ?? "",
    attach: answers.attach ?? "",
    accessKey: tailOf("accessKey"),
    secretKey: tailOf("secretKey"),
    refreshToken: tailOf("refreshToken"),
    createdAt: store.createdAt,
    boundAt: store.boundAt,
    answers,
    secrets,
    files,
    expectCurrency: store.accountOption,
    expectAccountName: store.holderName,
    siblings: sharing
      .filter(({ id }) => id !== store.id)
      .map(({ id, name, platform }) => ({ merchantsId: id, name, platformCode: platform })),
    history,
  };
}

export async function describeOwnStore(deps: StoresDeps, key: StoreKey): Promise<StoreDetail> {
  const store = await livingStore(deps, key);
  const [described, removalBlockers] = await Promise.all([describeStore(deps, store), deps.storeBlockers(store)]);
  const [whole] = await withMoney(deps, store.merchantId, [described]);
  return { ...whole!, removalBlockers, mayBecome: judgeChange(store).platforms.map(({ code }) => code) };
}
