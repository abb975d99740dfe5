import { Refusal } from "@coralhub/contract";
import { SMS_BUDGETS, smsBlock, smsCost, smsCountry } from "@coralhub/domain";
import { limitAddress } from "../../platform/caller-address.ts";
import type { IdentityDeps } from "./deps.ts";

const HOUR = 3600;
type Deps = Pick<IdentityDeps, "rateLimits" | "raiseAlarm">;
type Budget = { key: string; units: number; alarm?: true };

/** Counted before anything is sent, whoever asks and whether or not there is anybody to receive it. */
export async function spendSmsBudget(
  { rateLimits, raiseAlarm }: Deps,
  to: string,
  address: string | undefined,
): Promise<void> {
  const isMainland = to.startsWith("+86");
  const budgets: Budget[] = [
    ...(address ? [{ key: `address:${limitAddress(address)}`, units: SMS_BUDGETS.address }] : []),
    { key: `block:${smsBlock(to)}`, units: isMainland ? SMS_BUDGETS.mainlandBlock : SMS_BUDGETS.foreignBlock },
    {
      key: `country:${smsCountry(to)}`,
      units: isMainland ? SMS_BUDGETS.mainland : SMS_BUDGETS.foreignCountry,
      alarm: true,
    },
    { key: "everyone", units: SMS_BUDGETS.everyone, alarm: true },
  ];
  const cost = smsCost(to);
  for (const [at, { key, units, alarm }] of budgets.entries()) {
    // At home and abroad count against the same budget, each with what it costs.
    const taken = await rateLimits.take(`sms:${key}`, units, HOUR, cost);
    if (taken.allowed) continue;
    // What is not sent has cost nothing: nobody uses up what others need by asking for what is refused.
    for (const earlier of budgets.slice(0, at))
      await rateLimits.giveBack(`sms:${earlier.key}`, earlier.units, HOUR, cost);
    if (alarm) await raiseAlarm("sms", key);
    throw new Refusal("identity.sms_budget", { minutes: Math.ceil(taken.retryAfterSeconds / 60) });
  }
}
