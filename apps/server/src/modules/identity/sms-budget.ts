import { Refusal } from "@coralhub/contract";
import { SMS_BUDGETS, smsBlock, smsCost, smsCountry } from "@coralhub/domain";
import { limitAddress } from "../../platform/caller-address.ts";
import type { IdentityDeps } from "./deps.ts";

const HOUR = 3600;
type Deps = Pick<IdentityDeps, "rateLimits" | "raiseAlarm">;
type Budget = { key: string; units: number; alarm?: true };
/** What the carrier did not take has cost nothing: `giveBack` is for that. */
type Spent = { allowed: true; giveBack(): Promise<void> } | { allowed: false; retryAfterSeconds: number };

const isMainland = (to: string): boolean => to.startsWith("+86");
const blockOf = (to: string): Budget => ({
  key: `block:${smsBlock(to)}`,
  units: isMainland(to) ? SMS_BUDGETS.mainlandBlock : SMS_BUDGETS.foreignBlock,
});
/** Where codes and notices meet: what a country and everyone together may cost. */
const sharedOf = (to: string): Budget[] => [
  {
    key: `country:${smsCountry(to)}`,
    units: isMainland(to) ? SMS_BUDGETS.mainland : SMS_BUDGETS.foreignCountry,
    alarm: true,
  },
  { key: "everyone", units: SMS_BUDGETS.everyone, alarm: true },
];

/** At home and abroad count against the same budgets, each with what it costs. */
async function spend({ rateLimits, raiseAlarm }: Deps, to: string, budgets: readonly Budget[]): Promise<Spent> {
  const cost = smsCost(to);
  const giveBack = async (spent: readonly Budget[]): Promise<void> => {
    for (const { key, units } of spent) await rateLimits.giveBack(`sms:${key}`, units, HOUR, cost);
  };
  for (const [at, { key, units, alarm }] of budgets.entries()) {
    const taken = await rateLimits.take(`sms:${key}`, units, HOUR, cost);
    if (taken.allowed) continue;
    // What is not sent has cost nothing: nobody uses up what others need by asking for what is refused.
    await giveBack(budgets.slice(0, at));
    if (alarm) await raiseAlarm("sms", key);
    return taken;
  }
  return { allowed: true, giveBack: () => giveBack(budgets) };
}

/** Counted before anything is sent, whoever asks and whether or not there is anybody to receive it. */
export async function spendSmsBudget(
  deps: Deps,
  to: string,
  address: string | undefined,
): Promise<() => Promise<void>> {
  const own = address ? [{ key: `address:${limitAddress(address)}`, units: SMS_BUDGETS.address }] : [];
  const spent = await spend(deps, to, [...own, blockOf(to), ...sharedOf(to)]);
  if (!spent.allowed) throw new Refusal("identity.sms_budget", { minutes: Math.ceil(spent.retryAfterSeconds / 60) });
  return spent.giveBack;
}

/**
 * Notices have the same ceilings as codes, and wait where one is reached; what tells of a danger to an account has a reserve
 * of its own beyond them. Abroad, where budgets are small, a country's and a block's notices count apart, so that codes always find
 * some left; at home merchants' numbers lie close together.
 */
export type SpendNotice = (to: string, kind: "security" | "ordinary") => Promise<Spent>;
export const createNoticeBudget =
  (deps: Deps): SpendNotice =>
  async (to, kind) => {
    const abroad: Budget[] = isMainland(to)
      ? []
      : [
          { key: `notices:${smsCountry(to)}`, units: SMS_BUDGETS.foreignNotices },
          { ...blockOf(to), key: `notices:${smsBlock(to)}` },
        ];
    const ordinary: Budget[] = [{ key: "notices", units: SMS_BUDGETS.notices, alarm: true }, ...abroad];
    const spent = await spend(deps, to, [...(kind === "ordinary" ? ordinary : []), ...sharedOf(to)]);
    if (spent.allowed || kind === "ordinary") return spent;
    return spend(deps, to, [{ key: "reserve", units: SMS_BUDGETS.securityReserve, alarm: true }]);
  };
