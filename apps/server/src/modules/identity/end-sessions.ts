import { Refusal } from "@coralhub/contract";
import type { MerchantContext, PersonKey } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantTopic } from "../../platform/live.ts";
import type { IdentityDeps } from "./deps.ts";
import { confirmDevice, deleteDevice, listDevices } from "./devices-store.ts";
import { requireFresh } from "./step-up.ts";

type Deps = Pick<IdentityDeps, "sessions" | "live" | "database">;

/** Open pages check at once whether their session is still there. */
export const announceSessions = (deps: Pick<IdentityDeps, "live">, tx: Tx, merchantId: string) =>
  deps.live.publish(tx, merchantTopic(merchantId), { event: "sessionsChanged", data: null });

export async function endSession(deps: Deps, tx: Tx, who: PersonKey, sessionId: string): Promise<void> {
  const own = await deps.sessions.list("merchant", who.personId, tx);
  if (!own.some((session) => session.id === sessionId)) throw new Refusal("not_found");
  await deps.sessions.end(tx, sessionId);
  await announceSessions(deps, tx, who.merchantId);
}

/** The caller's own session stays and gets a fresh token; all others end. */
export async function endOtherSessions(deps: Deps, tx: Tx, ctx: MerchantContext): Promise<number> {
  const { merchantId, personId, session } = ctx;
  const others = (await deps.sessions.list("merchant", personId, tx)).filter(({ id }) => id !== session.id);
  await deps.sessions.endAllOf(tx, "merchant", personId, session.id);
  await announceSessions(deps, tx, merchantId);
  return others.length;
}

/** "This was me" or "this was not me": the latter signs the device out and forgets it. */
export async function answerDevice(
  deps: Deps & Pick<IdentityDeps, "clock" | "wallClock">,
  tx: Tx,
  ctx: MerchantContext,
  { deviceId, mine }: { deviceId: string; mine: boolean },
): Promise<void> {
  const device = (await listDevices(tx, ctx)).find((candidate) => candidate.deviceId === deviceId);
  if (!device) throw new Refusal("not_found");
  // A stranger must not vouch for itself: on the device in question only a fresh proof counts.
  if (mine && device.sessionIds.includes(ctx.session.id)) requireFresh(deps, ctx);
  if (mine) return void (await confirmDevice(tx, ctx, deviceId, deps.clock.now()));
  for (const sessionId of device.sessionIds) await deps.sessions.end(tx, sessionId);
  await deleteDevice(tx, ctx, deviceId);
  await announceSessions(deps, tx, ctx.merchantId);
}
