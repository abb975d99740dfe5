import { AUTHORISATION_WARNING_DAYS } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { Grant, MarketplaceError } from "../../../rails/marketplaces/index.ts";
import { findStore } from "../stores-store.ts";
import { lapse, warn } from "./authorisations.ts";
import { leaseDue, leaseOne, listEnding, noteFailure, saveRefreshed, type Connection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { openGrant, sealGrant } from "./seal-grant.ts";
import { forgetStates } from "./oauth-states-store.ts";
import { isTrouble } from "./platform-trouble.ts";

const BATCH = 10;
/** Longer than any refresh can take, waiting included. */
const LEASE_MS = 300_000;
const DAY_MS = 86_400_000;
/** How often fresh tokens are tried to be kept, a minute in all: well within the lease. */
const KEEP_ATTEMPTS = 9;
const KEEP_WAIT_MS = 250;
/** A platform that does not answer is asked again after this long, unless it says itself when. */
const RETRY_SECONDS = 300;

/** Renews what ends soon, tells merchants what they must renew themselves, and closes what is over. */
export async function renewAuthorisations(deps: ConnectionsDeps): Promise<void> {
  await refreshDue(deps);
  await closeEnded(deps);
  await warnEnding(deps);
  await forgetStates(deps.database.db, new Date(deps.clock.now().getTime() - DAY_MS));
}

const leaseOf = ({ wallClock }: ConnectionsDeps) => {
  const wallNow = wallClock.now();
  return { wallNow, until: new Date(wallNow.getTime() + LEASE_MS) };
};

async function refreshDue(deps: ConnectionsDeps): Promise<void> {
  for (;;) {
    const due = await leaseDue(deps.database.db, deps.clock.now(), leaseOf(deps), BATCH);
    await Promise.all(due.map((connection) => refresh(deps, connection)));
    if (due.length < BATCH) return;
  }
}

/** For who was just told that the access token is not good: perhaps a fresh one is. True: there is one. */
export async function refreshNow(deps: ConnectionsDeps, connection: Connection): Promise<boolean> {
  const leased = await leaseOne(deps.database.db, connection, leaseOf(deps));
  return leased !== undefined && refresh(deps, leased);
}

async function refresh(deps: ConnectionsDeps, connection: Connection): Promise<boolean> {
  const store = await findStore(deps.database.db, connection);
  if (!store) return false;
  try {
    const calls = deps.marketplaces.calls(connection.connector);
    const fresh = await calls.refresh?.(openGrant(deps.secrets, connection));
    return fresh !== undefined && (await keepRefreshed(deps, connection, fresh));
  } catch (error) {
    if (!isTrouble(error)) throw error;
    if (error.trouble === "refused")
      await deps.database.transaction((tx) =>
        lapse(deps, tx, connection, { name: store.name, problem: error.message }),
      );
    else await tryLater(deps, connection, error);
    return false;
  }
}

/** The platform may have forgotten the tokens before: these are kept even if the database is away for a moment. */
async function keepRefreshed(deps: ConnectionsDeps, connection: Connection, fresh: Grant): Promise<boolean> {
  const now = deps.clock.now();
  const kept = sealGrant(deps.secrets, connection, fresh, now);
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.database.transaction((tx) => saveRefreshed(tx, connection, kept, now));
    } catch (error) {
      if (attempt === KEEP_ATTEMPTS) throw error;
      deps.log.warn({ connector: connection.connector, storeId: connection.id, err: error }, "fresh tokens not kept");
      await sleep(KEEP_WAIT_MS * 2 ** (attempt - 1));
    }
  }
}

/** Neither silence nor load ends an authorisation: it is asked again. */
async function tryLater(deps: ConnectionsDeps, connection: Connection, trouble: MarketplaceError): Promise<void> {
  const seconds = trouble.retryAfterSeconds ?? RETRY_SECONDS;
  await noteTrouble(deps, connection, trouble, new Date(deps.clock.now().getTime() + seconds * 1_000));
}

export async function noteTrouble(
  deps: ConnectionsDeps,
  connection: Connection,
  { message: problem }: MarketplaceError,
  refreshAfter?: Date,
): Promise<void> {
  const { connector, id } = connection;
  await noteFailure(deps.database.db, connection, { at: deps.clock.now(), problem, refreshAfter });
  deps.log.warn({ connector, storeId: id, problem }, "platform");
}

async function closeEnded(deps: ConnectionsDeps): Promise<void> {
  const ended = await listEnding(deps.database.db, deps.clock.now(), ["authorised", "expiring"], 500);
  for (const connection of ended) {
    const store = await findStore(deps.database.db, connection);
    if (!store) continue;
    const problem = "the authorisation has ended";
    await deps.database.transaction((tx) => lapse(deps, tx, connection, { name: store.name, problem }));
  }
}

async function warnEnding(deps: ConnectionsDeps): Promise<void> {
  const horizon = new Date(deps.clock.now().getTime() + AUTHORISATION_WARNING_DAYS * DAY_MS);
  for (const connection of await listEnding(deps.database.db, horizon, ["authorised"], 500)) {
    const store = await findStore(deps.database.db, connection);
    if (store) await deps.database.transaction((tx) => warn(deps, tx, connection, store));
  }
}
