import { operationsEndpoints, outflowEndpoints as calls, type HeldSend } from "@coralhub/contract";
import type { MoneySend } from "@coralhub/domain";
import type { TestServer } from "@coralhub/testkit";
import { expect } from "vitest";

type Who = { token: string };
type Desk = { server: TestServer; finance: Who };

export const stand = ({ database }: Pick<TestServer, "database">, merchantId: string, state: string) =>
  database.query("update certification set state = $2 where merchant_id = $1", [merchantId, state]);

export const railIs = ({ database }: Pick<TestServer, "database">, rail: string, mode: "normal" | "down") =>
  database.query(
    `insert into sandbox_rail_mode (rail, mode, changed_at, changed_by) select $1::text, $2::text, now(), id from operator limit 1
     on conflict (rail) do update set mode = excluded.mode`,
    [rail, mode],
  );

/** Waits until the send lies at the desk of what was held back, and is counted there. */
export async function heldAtDesk(
  { server, finance }: Desk,
  { topic, merchantId, reason }: { topic: MoneySend; merchantId: string | null; reason: string },
): Promise<HeldSend> {
  for (let tries = 0; tries < 200; tries++) {
    await server.app.platform.outbox.deliverDue();
    const all = await server.call(calls.heldSends, {}, finance);
    const found = all.find((row) => row.topic === topic && row.merchantId === merchantId);
    if (found) {
      expect(found.reason).toContain(reason);
      expect((await server.call(operationsEndpoints.waiting, {}, finance)).heldSends).toBe(all.length);
      return found;
    }
    server.clock.advance({ seconds: 20 });
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`no ${topic} was held`);
}

/** Finance asks for another look; it is still there where the reason is, and gone where it is not. */
export async function lookAgain({ server, finance }: Desk, { topic, reference }: HeldSend): Promise<boolean> {
  await server.call(calls.recheckSend, { topic, reference }, finance);
  for (let tries = 0; tries < 200; tries++) {
    await server.app.platform.outbox.deliverDue();
    const [row] = await server.database.query<{ done: boolean }>(
      "select lease_ends_at is null and (state = 'delivered' or due_at > $3) as done from outbox where topic = $1 and reference = $2",
      [topic, reference, server.clock.now()],
    );
    if (row!.done) break;
    await new Promise((done) => setTimeout(done, 10));
  }
  const all = await server.call(calls.heldSends, {}, finance);
  return !all.some((row) => row.topic === topic && row.reference === reference);
}
