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
import type { Database, Db } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Random } from "../../../platform/random.ts";
import {
  MarketplaceError,
  type ConsentMarketplace,
  type Grant,
  type KeyMarketplace,
  type Period,
  type StoreCalls,
  type TradePages,
  type ConsentRequest,
} from "../marketplace.ts";
import { challengeOf, inDays, inSeconds } from "../signing.ts";
import {
  exchangeCode,
  insertKeys,
  insertPlanted,
  isAccepted,
  markRevoked,
  rotateTokens,
} from "./authorisations-store.ts";
import { readOrderPlan } from "./order-plan-store.ts";
import { givenBy, sandboxOrders, sandboxPayouts } from "./trades.ts";

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
  shopify: { accessHours: 1, days: null },
  etsy: { accessHours: 1, days: null },
  mercado: { accessHours: 6, days: null },
  square: { accessHours: 30 * 24, days: null },
  stripe: { accessHours: null, days: null },
  paypal: { accessHours: 8, days: null },
  google: { accessHours: 1, days: null },
  dhgate: { accessHours: 24, days: 365 },
};
const idOf = ({ extra }: Grant): string => extra?.["authorisation"] ?? "";
/** Each site of a seller has orders of its own. */
const sellerOf = ({ account, extra }: Grant): string => `${account ?? ""}${extra?.["site"] ?? ""}`;
type Play = SandboxDeps & { behave(): Promise<void> };

/** Plays every platform: hands out codes and tokens, takes them back, and is slow or down when the operators say so. */
export function createSandboxMarketplaces(deps: SandboxDeps) {
  const play: Play = {
    ...deps,
    async behave() {
      const mode = await deps.railMode();
      if (mode === "down") throw new MarketplaceError("unavailable", "the simulated platform is down");
      await sleep(RAIL_MODES[mode].delaySeconds * 1_000);
    },
  };
  const calls = callsOf(play);
  return {
    consent: (connector: OauthConnector): ConsentMarketplace => ({ ...calls, ...consentOf(play, connector) }),
    keys: (connector: KeyConnector): KeyMarketplace => ({ ...calls, connect: connectOf(play, connector) }),
  };
}

const callsOf = ({ database: { db }, clock, behave }: Play): StoreCalls => ({
  async verify(grant) {
    await behave();
    if (!(await isAccepted(db, idOf(grant), hashOf(grant.accessToken), clock.now())))
      throw new MarketplaceError("refused", "the simulated platform does not accept the token");
  },
  async revoke(grant) {
    await behave();
    await markRevoked(db, idOf(grant), clock.now());
  },
  listOrders: (grant, period) => plannedOrders(db, sellerOf(grant), period),
  listPayouts: (grant, period) => sandboxPayouts(sellerOf(grant), period),
});

const TOLD_ANEW_MS = 60 * 86_400_000;
/** As the operators want it: a platform may keep orders back, send them twice, or say something else than was paid. */
async function* plannedOrders(db: Db, account: string, period: Period): TradePages {
  const plan = await readOrderPlan(db);
  // Whatever the plan was until now, what it kept back or changed is told anew.
  const since = period.changed ? new Date(period.since.getTime() - TOLD_ANEW_MS) : period.since;
  for await (const page of sandboxOrders(account, { ...period, since })) yield givenBy(plan, page);
}

/** Tokens as they are given out, and the hashes that are kept of them. */
function mint({ clock, random }: Pick<Play, "clock" | "random">, connector: OauthConnector) {
  const { accessHours } = LIVES[connector];
  const token = (prefix: string) => `${prefix}_${random.bytes(32).toString("base64url")}`;
  const accessToken = token("sbxa");
  const refreshToken = accessHours === null ? null : token("sbxr");
  const accessEndsAt = accessHours === null ? null : inSeconds(clock.now(), accessHours * 3_600);
  const refreshHash = refreshToken === null ? null : hashOf(refreshToken);
  return {
    given: { accessToken, refreshToken, accessEndsAt },
    kept: { accessHash: hashOf(accessToken), accessEndsAt, refreshHash },
  };
}

function consentOf(play: Play, connector: OauthConnector) {
  const { clock, behave } = play;
  const { db } = play.database;
  const { accessHours, days } = LIVES[connector];
  const refresh = async (grant: Grant): Promise<Grant> => {
    await behave();
    const { given, kept } = mint(play, connector);
    const before = hashOf(grant.refreshToken ?? "");
    if (!(await rotateTokens(db, { id: idOf(grant), before, now: clock.now(), ...kept })))
      throw new MarketplaceError("refused", "the simulated platform does not accept the refresh token");
    return { ...grant, ...given };
  };
  /** Every shop its own tokens, as if it had agreed for itself: the stand-in counts a refresh token once. */
  const shareWith: ConsentMarketplace["shareWith"] = async (grant, { country }) => {
    const { given, kept } = mint(play, connector);
    const id = play.ids.next();
    const plan = {
      id,
      connector,
      account: grant.account ?? "",
      at: clock.now(),
      endsAt: grant.endsAt,
      revokedAt: null,
    };
    await insertPlanted(db, { ...plan, ...kept });
    return { ...grant, ...given, extra: { authorisation: id, site: country ?? "" } };
  };
  return {
    ...(connector === "amazon" && { shareWith }),
    ...(accessHours !== null && { refresh }),
    // Within our own site: the browser stays on whatever name it knows us by.
    authoriseUrl({ state, verifier, storeId, seller }) {
      const words = { state, challenge: challengeOf(verifier), account: accountOf(connector, storeId, seller) };
      return `${CONSENT_PATH}/${connector}?${new URLSearchParams(words).toString()}`;
    },
    async exchange({ code, verifier }) {
      await behave();
      const now = clock.now();
      const endsAt = days === null ? null : inDays(now, days);
      const { given, kept } = mint(play, connector);
      // The code is bound to the verifier as in PKCE, whether or not the real platform asks for one.
      const codeHash = hashOf(`${code}.${challengeOf(verifier)}`);
      const found = await exchangeCode(db, { connector, codeHash, now, endsAt, ...kept });
      if (!found) throw new MarketplaceError("refused", "the simulated platform does not know the code");
      return { ...given, endsAt, account: found.account, extra: { authorisation: found.id } };
    },
  } satisfies Partial<ConsentMarketplace>;
}

const connectOf =
  ({ clock, ids, database: { db }, behave }: Play, connector: KeyConnector): KeyMarketplace["connect"] =>
  async (keys) => {
    await behave();
    if (Object.values(keys).some((key) => key.toLowerCase().includes(SANDBOX_REFUSED_KEY)))
      throw new MarketplaceError("refused", "the simulated platform does not accept the keys");
    const id = ids.next();
    const accessToken = keys["secretKey"] ?? keys["token"] ?? keys["password"] ?? "";
    const named = keys["vendorId"] ?? keys["storeHash"] ?? keys["username"]?.toLowerCase();
    const account = named ?? accountOf(connector, JSON.stringify(keys));
    await insertKeys(db, { id, connector, account, accessHash: hashOf(accessToken), at: clock.now() });
    const forGood = { refreshToken: null, accessEndsAt: null, endsAt: null };
    return { ...forGood, accessToken, account, extra: { authorisation: id } };
  };

type GrantPlant = Pick<ConsentRequest, "storeId" | "seller"> & {
  connector: OauthConnector;
  at: Date;
  endsAt: Date | null;
  revoked: boolean;
};
/** What a demo store's owner agreed to before the sandbox began. */
export async function plantSandboxGrant(
  { ids, random, now }: { ids: Ids; random: Random; now: Date },
  db: Db,
  { connector, storeId, seller, at, endsAt, revoked }: GrantPlant,
): Promise<Grant> {
  const { given, kept } = mint({ random, clock: { now: () => now } }, connector);
  const [id, account] = [ids.next(), accountOf(connector, storeId, seller)];
  await insertPlanted(db, { id, connector, account, at, endsAt, revokedAt: revoked ? now : null, ...kept });
  return { ...given, endsAt, account, extra: { authorisation: id } };
}

const AMAZON_SELLER = /^A[A-Z0-9]{2,31}$/;
/**
 * The same store is asked for with the same account on the platform, however often: on Amazon the one it says it has, where
 * that reads like one.
 */
function accountOf(connector: Connector, about: string, seller: string | null = null): string {
  if (connector === "amazon" && seller !== null && AMAZON_SELLER.test(seller)) return seller;
  const number = BigInt(`0x${hashOf(`${connector}.${about}`).toString("hex", 0, 6)}`) % 10_000_000_000n;
  return `${connector === "amazon" ? "A" : ""}${String(number).padStart(10, "0")}`;
}
