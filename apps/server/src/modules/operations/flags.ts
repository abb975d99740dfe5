import { FLAGS, type FlagMode, type FlagName } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { Live } from "../../platform/live.ts";
import { readFlagSettings } from "./flags-store.ts";

/** One service behind gray release, whitelist, test account and functional permission. */
export type Flags = {
  /** Without a merchant (a visitor) only a flag that is open to everyone is on. */
  isOn(flag: FlagName, merchantId: string | undefined): Promise<boolean>;
  /** Every flag as this merchant sees it. */
  allFor(merchantId: string): Promise<Record<FlagName, boolean>>;
};

export type FlagSetting = { mode: FlagMode; percentage: number; merchants: ReadonlySet<string> };

const OFF: FlagSetting = { mode: "off", percentage: 0, merchants: new Set() };
/** A notice can be lost with its connection; after this the settings are read again anyway. */
const CACHE_LIFE_MS = 30_000;
export const FLAGS_TOPIC = "flags";

/** 0 to 99.99: where a merchant stands for a flag. Fixed, so raising the percentage never takes a feature away. */
export function flagPosition(flag: string, merchantId: string): number {
  return (createHash("sha256").update(`${flag}:${merchantId}`).digest().readUInt32BE(0) % 10_000) / 100;
}

export function decideFlag(setting: FlagSetting, flag: string, merchantId: string | undefined): boolean {
  switch (setting.mode) {
    case "on":
      return true;
    case "off":
      return false;
    case "list":
      return merchantId !== undefined && setting.merchants.has(merchantId);
    case "percentage":
      if (merchantId === undefined) return false;
      return setting.merchants.has(merchantId) || flagPosition(flag, merchantId) < setting.percentage;
  }
}

/** Whether something of this merchant's would be out of reach behind a closed flag. */
type KeepsOpen = (flag: FlagName, merchantId: string) => Promise<boolean>;
export type FlagService = Flags & {
  /** Asked where a flag is off: what holds a merchant's money stays reachable. */
  keepOpenBy(keepsOpen: KeepsOpen): void;
  /** Called after a change committed here: this process must not wait for its own notice. */
  forget(): void;
};

export function createFlags(deps: { database: Pick<Database, "db">; live: Live; clock: Clock }): FlagService {
  let keepsOpen: KeepsOpen = async () => false;
  let cached: { settings: Promise<Map<string, FlagSetting>>; until: number } | undefined;
  // What is being read when a notice arrives may be the old state, so the promise itself is what is forgotten.
  const forget = () => (cached = undefined);
  deps.live.subscribe(FLAGS_TOPIC, forget);
  deps.live.onConnect(forget);

  const settings = (): Promise<Map<string, FlagSetting>> => {
    const now = deps.clock.now().getTime();
    if (cached && cached.until > now && deps.live.connected()) return cached.settings;
    const loading = readFlagSettings(deps.database.db);
    const entry = { settings: loading, until: now + CACHE_LIFE_MS };
    cached = entry;
    loading.catch(() => cached === entry && forget());
    return loading;
  };

  const isOn = async (flag: FlagName, merchantId: string | undefined): Promise<boolean> =>
    decideFlag((await settings()).get(flag) ?? OFF, flag, merchantId) ||
    (merchantId !== undefined && (await keepsOpen(flag, merchantId)));
  return {
    isOn,
    async allFor(merchantId) {
      const names = Object.keys(FLAGS) as FlagName[];
      const decided = await Promise.all(names.map(async (flag) => [flag, await isOn(flag, merchantId)] as const));
      return Object.fromEntries(decided) as Record<FlagName, boolean>;
    },
    keepOpenBy(ask) {
      keepsOpen = ask;
    },
    forget,
  };
}

/** Publishing inside the changing transaction: every process forgets its copy when it commits. */
export const announceFlagChange = (live: Live, tx: Db, flag: FlagName) =>
  live.publish(tx, FLAGS_TOPIC, { event: "changed", data: { flag } });
