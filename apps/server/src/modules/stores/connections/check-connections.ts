import { Refusal } from "@coralhub/contract";
import { keyConnectorOf, KEY_FIELDS, SECRET_FIELDS, type KeyConnector, type Platform } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import type { Grant, MarketplaceError, StoreCalls } from "../../../rails/marketplaces/index.ts";
import { answersOf, platformOf, type Answers } from "../answers.ts";
import { openSecrets } from "../save-secrets.ts";
import { findStore, lockStore, type Store, type StoreKey } from "../stores-store.ts";
import { tiedOrFound } from "./account-claims.ts";
import { authorise, lapse } from "./authorisations.ts";
import { findConnection, noteSuccess, takeUnchecked, type Connection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { openGrant } from "./seal-grant.ts";
import { asking, isTrouble } from "./platform-trouble.ts";
import { noteTrouble, refreshNow } from "./renew-authorisations.ts";

export const CHECK_JOB = "stores.check-connections";
const EVERY_MS = 1_800_000;
const BATCH = 200;
const DAY_MS = 86_400_000;

/** By the clock: those not looked at for half an hour. With a store named: that one, and its keys if they are new. */
export async function checkConnections(
  deps: ConnectionsDeps,
  only: Partial<StoreKey & { keys: boolean }>,
): Promise<void> {
  if (only.merchantId && only.id) {
    const key = { merchantId: only.merchantId, id: only.id };
    return only.keys ? connectKeys(deps, key) : checkOne(deps, key);
  }
  const now = deps.clock.now();
  const due = await takeUnchecked(deps.database.db, new Date(now.getTime() - EVERY_MS), now, BATCH);
  for (const connection of due) {
    // One we cannot read does not keep the others from being looked at.
    await check(deps, connection).catch((error: unknown) =>
      deps.log.error({ err: error, connector: connection.connector, storeId: connection.id }, "connection not checked"),
    );
  }
}

export async function checkOne(deps: ConnectionsDeps, key: StoreKey): Promise<void> {
  const connection = await findConnection(deps.database.db, key);
  if (connection) await check(deps, connection);
}

/** `renewed`: its tokens are fresh, so a refusal is not their end. */
async function check(deps: ConnectionsDeps, connection: Connection, renewed = false): Promise<void> {
  const store = await findStore(deps.database.db, connection);
  if (!store) return;
  try {
    const calls = deps.marketplaces.calls(connection.connector);
    const grant = openGrant(deps.secrets, connection);
    await calls.verify(grant);
    const trouble = await troubleWithLists(deps, calls, grant);
    if (trouble) await noteTrouble(deps, connection, trouble);
    else await noteSuccess(deps.database.db, connection, deps.clock.now());
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error.trouble !== "refused" || renewed) await noteTrouble(deps, connection, error);
    else if (connection.refreshAfter) {
      const fresh = (await refreshNow(deps, connection)) && (await findConnection(deps.database.db, connection));
      if (fresh) await check(deps, fresh, true);
    } else
      await deps.database.transaction((tx) =>
        lapse(deps, tx, connection, { name: store.name, problem: error.message }),
      );
  }
}

/** Being let in is not enough: the lists must answer too. A list that is closed to us is trouble, not the end. */
async function troubleWithLists(
  deps: ConnectionsDeps,
  calls: StoreCalls,
  grant: Grant,
): Promise<MarketplaceError | undefined> {
  const until = deps.clock.now();
  const period = { since: new Date(until.getTime() - DAY_MS), until };
  const pages = (calls.listPayouts ?? calls.listOrders)?.(grant, period)[Symbol.asyncIterator]();
  try {
    await pages?.next();
    await pages?.return?.();
    return undefined;
  } catch (error) {
    if (isTrouble(error)) return error;
    throw error;
  }
}

/** Right after the commit that kept the keys. */
export const planKeyCheck = (deps: ConnectionsDeps, tx: Tx, { merchantId, id }: StoreKey): Promise<void> =>
  deps.jobs.send(tx, CHECK_JOB, { merchantId, id, keys: true });

const keysFor = (connector: KeyConnector, answers: Answers): Record<string, string> =>
  Object.fromEntries(KEY_FIELDS[connector].flatMap((field) => (answers[field] ? [[field, answers[field]]] : [])));

/** The platform does not say which key was wrong: every one that is pasted from it is asked for again. */
const atSecrets = (connector: KeyConnector): Record<string, string> =>
  Object.fromEntries(
    KEY_FIELDS[connector]
      .filter((field) => SECRET_FIELDS.includes(field))
      .map((field) => [field, "平台没有接受，请从后台重新复制"]),
  );

/** Refuses keys the platform does not accept, while the merchant still has the form before them; silence refuses nobody. */
export async function tryKeys(deps: ConnectionsDeps, platform: Platform, answers: Answers): Promise<void> {
  const connector = keyConnectorOf(platform);
  const keys = connector ? keysFor(connector, answers) : {};
  if (!connector || Object.keys(keys).length === 0) return;
  try {
    await deps.marketplaces.keys(connector).connect(keys, answers.url ?? null);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error.trouble === "refused")
      throw new Refusal("connection.keys_refused", { platform: platform.name }, atSecrets(connector));
    if (error.trouble === "address") await asking(deps.log, connector, () => Promise.reject(error));
  }
}

async function connectKeys(deps: ConnectionsDeps, key: StoreKey): Promise<void> {
  const { db } = deps.database;
  const store = await findStore(db, key);
  const connector = store && keyConnectorOf(platformOf(store.platform));
  if (!store || !connector || store.state === "removed") return;
  const keys = keysFor(connector, { ...answersOf(store), ...(await openSecrets(deps.secrets, db, key)) });
  if (Object.keys(keys).length === 0) return;
  const grant = await tryConnect(deps, store, connector, keys);
  if (!grant) return;
  const tied = tiedOrFound(deps, [key], { connector, account: grant.account }, async (tx) => {
    const current = await lockStore(tx, key);
    if (current && current.state !== "removed")
      await authorise(deps, tx, current, { connector, grant, now: deps.clock.now() });
  });
  // The merchant is told by message: nobody waits for the answer of a job.
  await tied.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.reason === "connection.account_elsewhere")) throw error;
  });
}

/** Undefined when the platform says no: the merchant is told. While it is silent the job fails and comes again. */
async function tryConnect(
  deps: ConnectionsDeps,
  store: Store,
  connector: KeyConnector,
  keys: Record<string, string>,
): Promise<Grant | undefined> {
  try {
    return await deps.marketplaces.keys(connector).connect(keys, store.url || null);
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error.trouble !== "refused" && error.trouble !== "address") throw error;
    await deps.database.transaction(async (tx) => {
      const before = await findConnection(tx, store);
      if (before) await lapse(deps, tx, before, { name: store.name, problem: error.message });
      else
        await deps.sendMessage(tx, {
          event: "connection.keysRefused",
          merchantId: store.merchantId,
          data: { store: store.name, platform: platformOf(store.platform).name, storeId: store.id },
        });
    });
    return undefined;
  }
}
