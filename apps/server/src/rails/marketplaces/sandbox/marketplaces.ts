import {
  RAIL_MODES,
  SANDBOX_REFUSED_KEY,
  type Connector,
  type KeyConnector,
  type OauthConnector,
  type RailMode,
} from "@coralhub/domain";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Random } from "../../../platform/random.ts";
import {
  MarketplaceError,
  type ConsentMarketplace,
  type Grant,
  type KeyMarketplace,
  type StoreCalls,
} from "../marketplace.ts";
import { challengeOf, inDays, inSeconds } from "../signing.ts";
import { exchangeCode, insertKeys, isAccepted, markRevoked, rotateTokens } from "./authorisations-store.ts";
import { sandboxOrders, sandboxPayouts } from "./trades.ts";

export type SandboxDeps = {
  database: Pick<Database, "db">;
  clock: Clock;
  ids: Ids;
  random: Random;
  railMode(): Promise<RailMode>;
};

export const CONSENT_PATH = "/sandbox-consent";
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** How long what each platform hands out is good for, as in its own papers: hours of access, days of consent. */
const LIVES: Record<OauthConnector, { accessHours: number | null; days: number | null }> = {
  ebay: { accessHours: 2, days: 547 },
  amazon: { accessHours: 1, days: 365 },
  lazada: { accessHours: 7 * 24, days: 180 },
  shopee: { accessHours: 4, days: 365 },
  tiktok: { accessHours: 7 * 24, days: 365 },
  shopify: { accessHours: null, days: null },
  etsy: { accessHours: 1, days: null },
  mercado: { accessHours: 6, days: null },
  square: { accessHours: 30 * 24, days: null },
  stripe: { accessHours: null, days: null },
  paypal: { accessHours: 8, days: null },
  google: { accessHours: 1, days: null },
  dhgate: { accessHours: 24, days: 365 },
};
/** Where the code comes back under another name. */
const idOf = ({ extra }: Grant): string => extra?.["authorisation"] ?? "";

/** Plays every platform: hands out codes and tokens, takes them back, and is slow or down when the operators say so. */
export function createSandboxMarketplaces(deps: SandboxDeps) {
  const { clock, random, ids } = deps;
  const { db } = deps.database;
  const behave = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new MarketplaceError("unavailable", "the simulated platform is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1_000);
  };
  const token = (prefix: string) => `${prefix}_${random.bytes(32).toString("base64url")}`;
  const mint = (connector: OauthConnector) => {
    const { accessHours } = LIVES[connector];
    const [accessToken, refreshToken] = [token("sbxa"), accessHours === null ? null : token("sbxr")];
    const accessEndsAt = accessHours === null ? null : inSeconds(clock.now(), accessHours * 3_600);
    return {
      given: { accessToken, refreshToken, accessEndsAt },
      kept: {
        accessHash: hashOf(accessToken),
        accessEndsAt,
        refreshHash: refreshToken === null ? null : hashOf(refreshToken),
      },
    };
  };
  const calls: StoreCalls = {
    async verify(grant) {
      await behave();
      if (!(await isAccepted(db, idOf(grant), hashOf(grant.accessToken), clock.now())))
        throw new MarketplaceError("refused", "the simulated platform does not accept the token");
    },
    async revoke(grant) {
      await behave();
      await markRevoked(db, idOf(grant), clock.now());
    },
    listOrders: (grant, period) => sandboxOrders(grant.account ?? "", period),
    listPayouts: (grant, period) => sandboxPayouts(grant.account ?? "", period),
  };
  const refresh =
    (connector: OauthConnector) =>
    async (grant: Grant): Promise<Grant> => {
      await behave();
      const { given, kept } = mint(connector);
      const before = hashOf(grant.refreshToken ?? "");
      if (!(await rotateTokens(db, { id: idOf(grant), before, now: clock.now(), ...kept })))
        throw new MarketplaceError("refused", "the simulated platform does not accept the refresh token");
      return { ...grant, ...given };
    };
  return {
    consent: (connector: OauthConnector): ConsentMarketplace => ({
      ...calls,
      ...(LIVES[connector].accessHours !== null && { refresh: refresh(connector) }),
      // Within our own site: the browser stays on whatever name it knows us by.
      authoriseUrl: ({ state, verifier, storeId }) =>
        `${CONSENT_PATH}/${connector}?${new URLSearchParams({ state, challenge: challengeOf(verifier), account: accountOf(connector, storeId) }).toString()}`,
      async exchange({ code, verifier }) {
        await behave();
        const { days } = LIVES[connector];
        const now = clock.now();
        const endsAt = days === null ? null : inDays(now, days);
        const { given, kept } = mint(connector);
        // The code is bound to the verifier as in PKCE, whether or not the real platform asks for one.
        const codeHash = hashOf(`${code}.${challengeOf(verifier)}`);
        const found = await exchangeCode(db, { connector, codeHash, now, endsAt, ...kept });
        if (!found) throw new MarketplaceError("refused", "the simulated platform does not know the code");
        return { ...given, endsAt, account: found.account, extra: { authorisation: found.id } };
      },
    }),
    keys: (connector: KeyConnector): KeyMarketplace => ({
      ...calls,
      async connect(keys) {
        await behave();
        if (Object.values(keys).some((key) => key.toLowerCase().includes(SANDBOX_REFUSED_KEY)))
          throw new MarketplaceError("refused", "the simulated platform does not accept the keys");
        const id = ids.next();
        const accessToken = keys["secretKey"] ?? keys["token"] ?? keys["password"] ?? "";
        const account =
          keys["vendorId"] ?? keys["storeHash"] ?? keys["username"] ?? accountOf(connector, JSON.stringify(keys));
        await insertKeys(db, { id, connector, account, accessHash: hashOf(accessToken), at: clock.now() });
        return {
          accessToken,
          refreshToken: null,
          account,
          accessEndsAt: null,
          endsAt: null,
          extra: { authorisation: id },
        };
      },
    }),
  };
}

/** The same store is asked for with the same account on the platform, however often. */
function accountOf(connector: Connector, about: string): string {
  const number = BigInt(`0x${hashOf(`${connector}.${about}`).toString("hex", 0, 6)}`) % 10_000_000_000n;
  return `${connector === "amazon" ? "A" : ""}${String(number).padStart(10, "0")}`;
}
