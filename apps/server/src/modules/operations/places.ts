import { createHash } from "node:crypto";
import type { Db, Tx } from "../../platform/db.ts";
import type { Random } from "../../platform/random.ts";
import { networkOf } from "../../platform/caller-address.ts";
import type { Budget } from "./count-attempt.ts";
import { hasPlaces, knownPlaces, rememberPlace, trimPlaces } from "./places-store.ts";

/** A browser or line not used for this long is a stranger again. */
const TRUST_DAYS = 90;
/** Beyond this the ones not used for longest are forgotten. */
const MOST_PLACES = 30;
const TOKEN = /^[\w-]{43}$/;
/** Strangers, all together. */
const ANYWHERE: Uint8Array = new Uint8Array(0);
/** A network is many people's: what one of them gets wrong should not stop the others. */
const FREE_OF_NETWORK = 15;
/** Somebody signed in who shows the password once more: a stranger at the door must not stand in the way. */
export const SIGNED_IN = hashOf("session", "self");
/** The same with the second factor. */
export const SIGNED_IN_FACTOR = hashOf("session", "factor");

type At = { device: string | undefined; address: string };

type Kind = "device" | "address" | "session" | "stranger" | "network" | "factor";
function hashOf(kind: Kind, value: string): Uint8Array {
  return createHash("sha256").update(`${kind}:${value}`).digest();
}
const placesOf = ({ device, address }: At): Uint8Array[] => [
  ...(device && TOKEN.test(device) ? [hashOf("device", device)] : []),
  hashOf("address", address),
];
const same = (one: Uint8Array) => (other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Passwords and second factors are counted apart: who knows the one has not guessed the other. */
export type Budgets = { password: Budget[]; factor: Budget[] };

/**
 * Whose budgets an attempt is counted against: the browser's or the line's where the operator signed in from it before,
 * otherwise that of all strangers. So strangers cannot keep an operator out. An operator whom no place knows yet is a
 * stranger too: for this name strangers are told apart by address and network, and a password nobody chose is not guessed.
 */
export async function budgetsOf(db: Db, operatorId: string | undefined, at: At, now: Date): Promise<Budgets> {
  const since = new Date(now.getTime() - TRUST_DAYS * 86_400_000);
  const candidates = placesOf(at);
  // Where there is no account its places are looked for all the same, because that takes time.
  const id = operatorId ?? NOBODY;
  const [known, isKnownSomewhere] = await Promise.all([
    knownPlaces(db, id, candidates, since),
    hasPlaces(db, id, since),
  ]);
  const place = candidates.find((candidate) => known.some(same(candidate)));
  if (place)
    return { password: [{ place }], factor: [{ place: hashOf("factor", Buffer.from(place).toString("hex")) }] };
  const factor = [{ place: hashOf("factor", "anywhere") }];
  if (isKnownSomewhere || !operatorId) return { password: [{ place: ANYWHERE }], factor };
  const network = { place: hashOf("network", networkOf(at.address)), free: FREE_OF_NETWORK };
  return { password: [{ place: hashOf("stranger", at.address) }, network], factor };
}
const NOBODY = "00000000-0000-0000-0000-000000000000";

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
