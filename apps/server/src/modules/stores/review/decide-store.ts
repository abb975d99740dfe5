import { Refusal } from "@coralhub/contract";
import { accountOption } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { platformOf } from "../answers.ts";
import type { StoresDeps } from "../deps.ts";
import { noteEvent, type StoreActor } from "../events-store.ts";
import { decide, lockStore, type Store, type StoreKey } from "../stores-store.ts";

/** Who decides; `name` is what colleagues see, the merchant reads of the house. */
export type Reviewer = { kind: "operator" | "system"; name: string };
type Verdict = { store: Store; by: Reviewer; now: Date };
const actorOf = ({ kind }: Reviewer): StoreActor => ({ kind, name: "珊瑚汇" });

/** The store is bound, and with it goes the application for an account, or its place on the one the merchant named. */
export async function approve(deps: StoresDeps, tx: Tx, { store, by, now }: Verdict): Promise<void> {
  const { merchantId, id, version } = store;
  const platform = platformOf(store.platform);
  const known = store.receivingAccountId;
  const shared = store.fields["foreignBankAccountId"];
  const receivingAccountId = known ?? (await accountFor(deps, tx, store, shared));
  if (!(await decide(tx, store, { action: "approve", version, by: by.name, at: now, receivingAccountId })))
    throw new Refusal("state.changed");
  const next = known
    ? "收款账户不变，可以继续收款。"
    : shared
      ? "已放到您选的收款账户下，可以开始收款。"
      : "正在申请收款账户，开通后通知您。";
  await noteEvent(deps, tx, store, { at: now, by: actorOf(by), what: "审核通过", detail: next.replace(/。$/, "") });
  await deps.sendMessage(tx, {
    event: "store.approved",
    merchantId,
    data: { name: store.name, platform: platform.name, next, storeId: id },
  });
  if (shared && !known) await deps.receivingAccounts.attach(tx, { merchantId, accountId: shared, storeId: id });
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

/** Back to the merchant with a reason to act on. */
export async function decline(deps: StoresDeps, tx: Tx, { store, by, now }: Verdict, reason: string): Promise<void> {
  const { merchantId, id, version, name } = store;
  if (!(await decide(tx, store, { action: "decline", version, by: by.name, at: now, reason })))
    throw new Refusal("state.changed");
  await noteEvent(deps, tx, store, { at: now, by: actorOf(by), what: "审核未通过", detail: reason });
  // The message goes on after it.
  const said = reason.replace(/[。.！!；;]+$/, "");
  await deps.sendMessage(tx, { event: "store.declined", merchantId, data: { name, reason: said, storeId: id } });
}

type Decision = StoreKey & { version: number };
/** What the operator looked at, unless it has changed since. */
async function lookedAt(tx: Tx, { version, ...key }: Decision): Promise<Store> {
  const store = await lockStore(tx, key);
  if (!store) throw new Refusal("not_found");
  if (store.version !== version || store.state !== "pending") throw new Refusal("state.changed");
  return store;
}

export function decideStore(
  deps: StoresDeps,
  ctx: OperatorContext,
  decision: Decision,
  /** Left out: approved. */
  reason?: string,
): Promise<null> {
  return ctx.once(async (tx) => {
    const store = await lookedAt(tx, decision);
    const verdict: Verdict = { store, by: { kind: "operator", name: ctx.operator.name }, now: ctx.now };
    await (reason === undefined ? approve(deps, tx, verdict) : decline(deps, tx, verdict, reason));
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: reason === undefined ? "store.approved" : "store.declined",
      subject: `store:${store.merchantId}:${store.id}`,
      address: ctx.address,
      detail: { version: store.version, platform: store.platform, ...(reason !== undefined && { reason }) },
    });
    return null;
  });
}
