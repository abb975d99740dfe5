import { fullPath, type Endpoint } from "@coralhub/contract";
import { randomUUID } from "node:crypto";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import type { Live } from "../../apps/server/src/platform/live.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { createSessions } from "../../apps/server/src/platform/sessions.ts";
import { postBytes } from "../http/blast.ts";
import type { MoneyWorld, PaidMerchant } from "./money-world.ts";

/** Nobody listens here. */
const SILENT: Live = {
  publish: () => Promise.resolve(),
  tell: () => undefined,
  subscribe: () => () => undefined,
  connected: () => false,
  hears: () => false,
  onConnect: () => () => undefined,
};

/** The token of a person of this merchant who is signed in. */
export async function openSession(
  { owner, database }: Pick<MoneyWorld, "owner" | "database">,
  { merchantId }: PaidMerchant,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    "select person_id as id from merchant_user where merchant_id = $1",
    [merchantId],
  );
  const ids = createIds(systemClock, systemRandom);
  const sessions = createSessions({ db: database.db, clock: systemClock, random: systemRandom, ids, live: SILENT });
  const who = { realm: "merchant", subjectId: rows[0]!.id, ownerId: merchantId, subjectName: null } as const;
  const { token } = await database.transaction((tx) =>
    sessions.open(tx, { ...who, address: "127.0.0.1", userAgent: `bench ${randomUUID()}` }),
  );
  return token;
}

/** Requests for a page's data, as such a person. */
export async function signIn(world: MoneyWorld, merchant: PaidMerchant): Promise<(endpoint: Endpoint) => Buffer> {
  const authorization = `Bearer ${await openSession(world, merchant)}`;
  return (endpoint) =>
    endpoint.method === "POST"
      ? postBytes(fullPath(endpoint), { authorization }, {})
      : Buffer.from(`GET ${fullPath(endpoint)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n\r\n`);
}
