import { Refusal } from "@coralhub/contract";
import { accountOption, storeLifecycle } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor, type Actor } from "../../../platform/lifecycle-engine.ts";
import { platformOf } from "../answers.ts";
import { findOpenClaim } from "../connections/account-claims-store.ts";
import type { StoresDeps } from "../deps.ts";
import { keyOf, listAmazonSiblings, lockStore, type Store, type StoreKey } from "../stores-store.ts";

/** Who decides; `name` is what colleagues see, the merchant reads of the house. */
type Verdict = { store: Store; by: Actor; name: string; now: Date };
const decidedBy = ({ name, now }: Verdict) => ({ decidedAt: now, decidedBy: name });

/** Refused while its platform account is another merchant's. Else the store is bound, and with it goes the application for an account, or its place on the one the merchant named. */
export async function approve(deps: StoresDeps, tx: Tx, verdict: Verdict): Promise<void> {
  const { store, by, now } = verdict;
  const { merchantId, id, version, boundAt } = store;
  if (await findOpenClaim(tx, store)) throw new Refusal("store.account_elsewhere");
  const platform = platformOf(store.platform);
  const known = store.receivingAccountId;
  const named = store.fields["foreignBankAccountId"];
  const shared = known ? named : (named ?? (await siblingAccount(deps, tx, store)));
  const receivingAccountId = known ?? (await accountFor(deps, tx, store, shared));
  const next = known
    ? "收款账户不变，可以继续收款。"
    : shared
      ? `已放到${named ? "您选的" : "同一卖家其他站点的"}收款账户下，可以开始收款。`
      : "正在申请收款账户，开通后通知您。";
  const data = { name: store.name, platform: platform.name, next, storeId: id };
  await deps.lifecycles.advance(tx, storeLifecycle, keyOf(store), "approve", {
    by,
    at: now,
    set: { ...decidedBy(verdict), receivingAccountId, boundAt: boundAt ?? now, declineReason: "" },
    expects: { version },
    note: next.replace(/。$/, ""),
    message: { event: "store.approved", data },
  });
  if (shared && !known) {
    const link = { merchantId, accountId: shared, storeId: id, platform: store.platform };
    await deps.receivingAccounts.attach(tx, link);
  }
  // Where no other store on it waits for the same, what rested goes on.
  if (known) await deps.receivingAccounts.settleDispute(tx, { merchantId, id: known });
}

async function accountFor(deps: StoresDeps, tx: Tx, store: Store, shared: string | undefined): Promise<string> {
  if (shared) return shared;
  const option = accountOption(store.accountOption);
  if (!option) throw new Error(`store ${store.id} wants ${store.accountOption}, which the catalogue does not know`);
  const { id } = await deps.receivingAccounts.apply(tx, {
    merchantId: store.merchantId,
    storeId: store.id,
    platform: store.platform,
    currency: option.currency,
    country: option.country,
    holderName: store.holderName,
  });
  return id;
}

const USABLE = ["applying", "open"];
/** One seller's sites of a region are paid into one account where they ask for the same. */
async function siblingAccount(deps: StoresDeps, tx: Tx, store: Store): Promise<string | undefined> {
  for (const sibling of await listAmazonSiblings(tx, store)) {
    if (!sibling.receivingAccountId || sibling.accountOption !== store.accountOption) continue;
    const account = await deps.receivingAccounts.of(store.merchantId, sibling.receivingAccountId, tx);
    if (!account || !USABLE.includes(account.state)) continue;
    if (!(await deps.receivingAccounts.hasDispute(tx, { merchantId: store.merchantId, id: account.id })))
      return account.id;
  }
  return undefined;
}

/** Back to the merchant with a reason to act on. */
export async function decline(deps: StoresDeps, tx: Tx, verdict: Verdict, reason: string): Promise<void> {
  const { store, by, now } = verdict;
  const { id, version, name } = store;
  // The message goes on after it.
  const said = reason.replace(/[。.！!；;]+$/, "");
  await deps.lifecycles.advance(tx, storeLifecycle, keyOf(store), "decline", {
    by,
    at: now,
    set: { ...decidedBy(verdict), declineReason: reason },
    expects: { version },
    note: reason,
    message: { event: "store.declined", data: { name, reason: said, storeId: id } },
  });
}

type Decision = StoreKey & { version: number };
/** What the operator looked at, unless it has changed since. */
async function lookedAt(tx: Tx, { version, ...key }: Decision): Promise<Store> {
  const store = await lockStore(tx, key);
  if (!store) throw new Refusal("not_found");
  if (store.version !== version || store.state !== "pending") throw new Refusal("state.changed");
  return store;
}

export async function decideStore(
  deps: StoresDeps,
  ctx: OperatorContext,
  decision: Decision,
  /** Left out: approved. */
  reason?: string,
): Promise<null> {
  // What others have tied since it was handed in; kept although the approval is then refused.
  if (reason === undefined)
    await deps.database.transaction(async (tx) => {
      const store = await lockStore(tx, decision);
      if (store?.state === "pending") await deps.connections.compareTyped(tx, store);
    });
  return ctx.once(async (tx) => {
    const store = await lookedAt(tx, decision);
    const verdict: Verdict = { store, by: operatorActor(ctx), name: ctx.operator.name, now: ctx.now };
    await (reason === undefined ? approve(deps, tx, verdict) : decline(deps, tx, verdict, reason));
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: reason === undefined ? "store.approved" : "store.declined",
      subject: `store:${store.merchantId}:${store.id}`,
      address: ctx.address,
      detail: {
        merchantId: store.merchantId,
        version: store.version,
        platform: store.platform,
        ...(reason !== undefined && { reason }),
      },
    });
    return null;
  });
}
