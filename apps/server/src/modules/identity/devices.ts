import { createHash, timingSafeEqual } from "node:crypto";
import type { PersonKey } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { deviceLabel, maskAddress } from "./device-label.ts";
import {
  findAnyDevice,
  findDevice,
  insertDevice,
  linkSession,
  listDevices,
  touchDevice,
  trimDevices,
  type Device,
} from "./devices-store.ts";
import type { IdentityDeps } from "./deps.ts";

/** A browser not seen for this long is a stranger again. */
const TRUST_DAYS = 90;
/** Beyond this the ones not seen for longest are forgotten. */
const MOST_DEVICES = 20;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;
const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/** The id in a token, where its secret fits the device that is kept under it. */
async function provenBy(
  token: string | undefined,
  find: (deviceId: string) => Promise<Device | undefined>,
): Promise<Device | undefined> {
  const match = token ? TOKEN.exec(token) : null;
  if (!match) return undefined;
  const device = await find(match[1]!);
  return device && timingSafeEqual(device.secretHash, hashOf(match[2]!)) ? device : undefined;
}

/** The device this token belongs to, if it is this person's and was seen lately. */
export async function knownDevice(
  db: Db,
  who: PersonKey,
  token: string | undefined,
  now: Date,
): Promise<Device | undefined> {
  const device = await provenBy(token, (deviceId) => findDevice(db, who, deviceId));
  if (!device) return undefined;
  return now.getTime() - device.lastSeenAt.getTime() < TRUST_DAYS * 86_400_000 ? device : undefined;
}

type Visit = {
  who: PersonKey;
  sessionId: string;
  known: Device | undefined;
  token: string | undefined;
  address: string;
  userAgent: string;
};

/**
 * Ties a new session to its device; an unknown device is remembered, and from the second one on the merchant is told. One
 * that somebody else's account was used on keeps that browser's id; it is no more trusted for it.
 */
export async function recognise(
  deps: Pick<IdentityDeps, "ids" | "random" | "clock" | "sendMessage">,
  tx: Tx,
  visit: Visit,
): Promise<{ token: string; browserId: string }> {
  const { who, sessionId, known } = visit;
  const now = deps.clock.now();
  const label = deviceLabel(visit.userAgent);
  if (known && visit.token) {
    await touchDevice(tx, who, known.deviceId, { at: now, label, address: visit.address });
    await linkSession(tx, who, { sessionId, deviceId: known.deviceId, at: now });
    return { token: visit.token, browserId: known.browserId };
  }
  const others = await listDevices(tx, who);
  // The same kind of browser on the same line is most likely the same one with its memory wiped: no alarm, and no trust either.
  const alike = others.find((other) => other.label === label && other.address === visit.address);
  const isFirst = others.length === 0;
  const deviceId = deps.ids.next();
  const browserId = (await provenBy(visit.token, (other) => findAnyDevice(tx, other)))?.browserId ?? deviceId;
  const secret = deps.random.bytes(32).toString("base64url");
  const seen = { firstSeenAt: now, lastSeenAt: now, confirmedAt: isFirst ? now : (alike?.confirmedAt ?? null) };
  const device = { deviceId, secretHash: hashOf(secret), label, address: visit.address, browserId, ...seen };
  await insertDevice(tx, who, device);
  await linkSession(tx, who, { sessionId, deviceId, at: now });
  await trimDevices(tx, who, MOST_DEVICES);
  if (!isFirst && !alike) {
    const data = { device: label, address: maskAddress(visit.address) };
    await deps.sendMessage(tx, { event: "security.newDevice", merchantId: who.merchantId, data });
  }
  return { token: `${deviceId}.${secret}`, browserId };
}
