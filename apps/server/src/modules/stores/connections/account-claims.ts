import { Refusal } from "@coralhub/contract";
import {
  accountClaimLifecycle,
  CONNECTORS,
  consentConnectorOf,
  keyConnectorOf,
  reviewDueAt,
  storeLifecycle,
  type Connector,
} from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { SYSTEM, type Lifecycles, type Message } from "../../../platform/lifecycle-engine.ts";
import { platformOf } from "../answers.ts";
import { findStore, keyOf, lockStore, typedAccount, type Store, type StoreKey } from "../stores-store.ts";
import { findOpenClaim, insertClaim, type Namer } from "./account-claims-store.ts";
import { findConnection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { findTypedHolder } from "./platform-accounts-store.ts";

export type Met = { connector: Connector; account: string };

/**
 * Ties stores in a transaction. Where their account is another merchant's nothing is tied: that is kept, told once, and stores
 * that were bound before the platform had named it are so no more.
 */
export async function tiedOrFound(
  deps: ConnectionsDeps,
  stores: readonly StoreKey[],
  { connector, account }: { connector: Connector; account: string | null },
  tie: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await deps.database.transaction(tie);
  } catch (error) {
    if (account !== null && error instanceof Refusal && error.reason === "connection.account_elsewhere")
      for (const store of stores)
        await deps.database.transaction((tx) => noteNamed(deps, tx, store, { connector, account }));
    throw error;
  }
}

/** The platform itself has named the account. */
async function noteNamed(deps: ConnectionsDeps, tx: Tx, key: StoreKey, met: Met): Promise<void> {
  // Whoever decides on the store holds its row: they see this, or this comes after them.
  const store = await lockStore(tx, keyOf(key));
  if (!store || store.state === "removed") return;
  // What is tied to an account of its own is none of this one's.
  if ((await findConnection(tx, store))?.account) return;
  const isNew = await noteFound(deps, tx, store, met, "platform");
  if (store.boundAt !== null) await dispute(deps, tx, store, met, disputedMessage(store, met));
  else if (isNew) await tellFound(deps, tx, store, met);
}

/** A reviewer has given its account over to another merchant, who proved it. It may be proven back. */
export async function holdLost(deps: ConnectionsDeps, tx: Tx, key: StoreKey, met: Met): Promise<void> {
  const store = await lockStore(tx, keyOf(key));
  if (!store || store.state === "removed") return;
  await noteFound(deps, tx, store, met, "platform");
  const data = { store: store.name, ...spoken(store, met) };
  const message = { event: "connection.accountMoved" as const, data };
  if (store.boundAt !== null) await dispute(deps, tx, store, met, message);
  else await deps.sendMessage(tx, { ...message, merchantId: store.merchantId });
}

const spoken = (store: Store, { connector, account }: Met) => ({
  platform: CONNECTORS[connector].label,
  lastFour: account.slice(-4),
  storeId: store.id,
});
const disputedMessage = (store: Store, met: Met) => ({
  event: "store.disputed" as const,
  data: { name: store.name, ...spoken(store, met) },
});

const noteFound = ({ ids, clock }: ConnectionsDeps, tx: Tx, store: Store, met: Met, namedBy: Namer): Promise<boolean> =>
  insertClaim(tx, store, met, { id: ids.next(), at: clock.now(), namedBy });

const tellFound = (deps: ConnectionsDeps, tx: Tx, store: Store, met: Met): Promise<void> =>
  deps.sendMessage(tx, {
    event: "connection.accountElsewhere",
    merchantId: store.merchantId,
    data: { store: store.name, ...spoken(store, met) },
  });

/** Back to the reviewers: its income is credited no more, and what it brought stays where it is. */
async function dispute(deps: ConnectionsDeps, tx: Tx, store: Store, met: Met, message: Message): Promise<void> {
  const { merchantId, receivingAccountId } = store;
  const { platform, lastFour } = spoken(store, met);
  const at = deps.clock.now();
  await deps.lifecycles.advance(tx, storeLifecycle, keyOf(store), "dispute", {
    by: SYSTEM,
    at,
    set: {
      boundAt: null,
      decidedAt: null,
      decidedBy: "",
      declineReason: "",
      version: store.version + 1,
      dueAt: reviewDueAt(at),
    },
    note: `${platform} 账号末四位 ${lastFour}`,
    message,
  });
  if (receivingAccountId) await deps.settleDispute(tx, { merchantId, id: receivingAccountId });
}

/**
 * What the merchant wrote down, against the accounts other merchants have: at submission and before approval. A claim about
 * what was written before ends where it is written no more. True while nothing is settled. The caller holds the store's row.
 */
export async function compareTyped(
  deps: ConnectionsDeps,
  tx: Tx,
  key: StoreKey,
  typedBefore?: string,
): Promise<boolean> {
  const store = await findStore(tx, key);
  if (!store || store.state === "removed") return false;
  const platform = platformOf(store.platform);
  const connector = keyConnectorOf(platform) ?? consentConnectorOf(platform);
  const typed = typedAccount(store);
  const isTied = (await findConnection(tx, store))?.account;
  const met = connector && typed && !isTied ? await findTypedHolder(tx, connector, typed) : undefined;
  if (met && met.merchantId !== store.merchantId) {
    if (await noteFound(deps, tx, store, met, "typed")) await tellFound(deps, tx, store, met);
    return true;
  }
  const open = await findOpenClaim(tx, store);
  if (!open) return false;
  const isMended =
    open.namedBy === "typed" &&
    typedBefore !== undefined &&
    isSame(open.account, typedBefore) &&
    !isSame(typed, typedBefore);
  return !(isMended && (await closeClaim(deps, tx, store, deps.clock.now())));
}
const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Nobody has to prove anything for this store any more; false where nobody had to. */
export async function closeClaim(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  store: StoreKey,
  at: Date,
): Promise<boolean> {
  const claim = await findOpenClaim(tx, store);
  if (!claim) return false;
  const { merchantId, id } = claim;
  return lifecycles.tryAdvance(tx, accountClaimLifecycle, { merchantId, id }, "close", { by: SYSTEM, at });
}
