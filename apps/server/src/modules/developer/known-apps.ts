import { createPublicKey, type KeyObject } from "node:crypto";
import { amongAddresses } from "../../platform/caller-address.ts";
import { APPS_TOPIC } from "./apply-app.ts";
import { findNamedApp, findToken, type OpenApp } from "./apps-store.ts";
import type { DeveloperDeps } from "./deps.ts";
import { listKeys } from "./keys-store.ts";

export type KnownApp = Pick<OpenApp, "merchantId" | "id" | "appId" | "product" | "personId" | "callsPerMinute"> & {
  isOpen: boolean;
  scopes: ReadonlySet<string>;
  keys: readonly { key: KeyObject; fingerprint: string | null; endsAt: Date }[];
  token: Buffer | undefined;
  permits(address: string): boolean;
};
type Entry = { app: KnownApp | undefined; until: number };
export type KnownApps = {
  find(appId: string): Promise<KnownApp | undefined>;
  forget(appId: string): void;
};

/** A change is heard of at once; this is for what would be missed all the same. */
const LIFE_MS = 15_000;
const MOST = 10_000;
const APP_ID = /^APP-[A-Z0-9]{4,24}$/;

/** Apps as they stand: changed anywhere, they are looked at again everywhere. */
export function createKnownApps(deps: Pick<DeveloperDeps, "database" | "live" | "sandbox" | "wallClock">): KnownApps {
  const entries = new Map<string, Entry>();
  /** Counts what was heard of: an app read while it was changed is good for the call at hand, and not kept. */
  let changes = 0;
  const forget = (appId: string): void => {
    changes++;
    entries.delete(appId);
  };
  deps.live.subscribe(APPS_TOPIC, ({ data }) => forget((data as { appId: string }).appId));
  deps.live.onConnect(() => {
    changes++;
    entries.clear();
  });

  async function load(appId: string): Promise<KnownApp | undefined> {
    const app = await findNamedApp(deps.database.db, appId);
    if (!app) return undefined;
    const [keys, token] = await Promise.all([
      listKeys(deps.database.db, app),
      deps.sandbox ? findToken(deps.database.db, app) : undefined,
    ]);
    return {
      ...app,
      isOpen: app.enabled && app.suspendedReason === null,
      scopes: new Set(app.scopes),
      keys: keys
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ spki, fingerprint, endsAt }) => ({
          key: createPublicKey({ key: spki, format: "der", type: "spki" }),
          fingerprint,
          endsAt,
        })),
      token,
      permits: permitted(app.ipWhitelist),
    };
  }

  return {
    forget,
    async find(appId) {
      if (!APP_ID.test(appId)) return undefined;
      const known = entries.get(appId);
      const now = deps.wallClock.now().getTime();
      if (known && known.until > now && deps.live.connected()) return known.app;
      const before = changes;
      const app = await load(appId);
      if (changes !== before) return app;
      if (entries.size >= MOST) entries.delete(entries.keys().next().value!);
      entries.set(appId, { app, until: now + LIFE_MS });
      return app;
    },
  };
}

/** None named: any address will do. */
const permitted = (whitelist: readonly string[]): ((address: string) => boolean) =>
  whitelist.length === 0 ? () => true : amongAddresses(whitelist);
