import { Refusal } from "@coralhub/contract";
import { SMS_BUDGETS, smsBlock, smsCost, smsCountry } from "@coralhub/domain";
import type { IdentityDeps } from "./deps.ts";

const HOUR = 3600;
type Deps = Pick<IdentityDeps, "rateLimits" | "log">;
type Budget = { key: string; units: number; alarm?: true };

/** Counted before anything is sent, whoever asks and whether or not there is anybody to receive it. */
export async function spendSmsBudget(
  { rateLimits, log }: Deps,
  to: string,
  address: string | undefined,
): Promise<void> {
  const isMainland = to.startsWith("+86");
  const budgets: Budget[] = [
    ...(address ? [{ key: `address:${address}`, units: SMS_BUDGETS.address }] : []),
    { key: `block:${smsBlock(to)}`, units: isMainland ? SMS_BUDGETS.mainlandBlock : SMS_BUDGETS.foreignBlock },
    {
      key: `country:${smsCountry(to)}`,
      units: isMainland ? SMS_BUDGETS.mainland : SMS_BUDGETS.foreignCountry,
      alarm: true,
    },
    { key: "everyone", units: SMS_BUDGETS.everyone, alarm: true },
  ];
  const cost = smsCost(to);
  for (const { key, units, alarm } of budgets) {
    const taken = await rateLimits.take(`sms:${key}`, Math.floor(units / cost), HOUR);
    if (taken.allowed) continue;
    // The words an on-call engineer is alerted by.
    if (alarm) log.error({ budget: key, units }, "sms budget of the hour is used up");
    throw new Refusal("identity.sms_budget", { minutes: Math.ceil(taken.retryAfterSeconds / 60) });
  }
}
