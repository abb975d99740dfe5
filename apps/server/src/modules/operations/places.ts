import { createHash } from "node:crypto";
import type { Db, Tx } from "../../platform/db.ts";
import type { Random } from "../../platform/random.ts";
import { knownPlaces, rememberPlace, trimPlaces } from "./places-store.ts";

/** A browser or line not used for this long is a stranger again. */
const TRUST_DAYS = 90;
/** Beyond this the ones not used for longest are forgotten. */
const MOST_PLACES = 30;
const TOKEN = /^[\w-]{43}$/;
/** Strangers, all together. */
export const ANYWHERE: Uint8Array = new Uint8Array(0);
/** Somebody signed in who shows the password once more: a stranger at the door must not stand in the way. */
export const SIGNED_IN = hashOf("session", "self");

type At = { device: string | undefined; address: string };

function hashOf(kind: "device" | "address" | "session", value: string): Uint8Array {
  return createHash("sha256").update(`${kind}:${value}`).digest();
}
const placesOf = ({ device, address }: At): Uint8Array[] => [
  ...(device && TOKEN.test(device) ? [hashOf("device", device)] : []),
  hashOf("address", address),
];
const same = (one: Uint8Array) => (other: Uint8Array) => Buffer.compare(one, other) === 0;

/**
 * Whose budget an attempt is counted against: the browser's or the line's where the operator signed in from it before,
 * otherwise that of all strangers. So strangers cannot keep an operator out.
 */
export async function placeOf(db: Db, operatorId: string, at: At, now: Date): Promise<Uint8Array> {
  const since = new Date(now.getTime() - TRUST_DAYS * 86_400_000);
  const candidates = placesOf(at);
  const known = await knownPlaces(db, operatorId, candidates, since);
  return candidates.find((candidate) => known.some(same(candidate))) ?? ANYWHERE;
}

/** After a sign-in: both are known from now on. Gives the browser its token, the same one if it has one. */
export async function remember(
  deps: { random: Random },
  tx: Tx,
  operatorId: string,
  { device, address }: At,
  now: Date,
): Promise<string> {
  const token = device && TOKEN.test(device) ? device : deps.random.bytes(32).toString("base64url");
  for (const place of placesOf({ device: token, address })) await rememberPlace(tx, operatorId, place, now);
  await trimPlaces(tx, operatorId, MOST_PLACES);
  return token;
}
