import { createTestDatabase, temporaryFolder, type TestDatabase } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendOpen, signedRequest, type OpenRequest } from "../developer/developer-fixture.ts";
import { bookProblems, startDesk, type Desk } from "../income/income-fixture.ts";
import { createMortalServer, type MortalServer } from "./kill-server-fixture.ts";
import { bankWill } from "./payouts-fixture.ts";
import { programPayer, type ProgramPayer } from "./program-payer-fixture.ts";

const PAYMENTS = 200;
const CALLERS = 8;
/** So many have been begun: by then the server has worked for a few seconds, whatever the machine. */
const KILLED_AT = [30, 75, 120, 160, 200];

let database: TestDatabase;
let desk: Desk;
let who: ProgramPayer;
let server: MortalServer;
/** Its minute of holding on to what it had claimed is over. */
const LEASES_END = "update outbox set lease_ends_at = now() - interval '1 second' where leased_by is not null";
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await startDesk({ database });
  await bankWill(desk, "pay", 0, "clearing");
  who = await programPayer(desk, "19000.00");
  // From here on the processes below are the only ones: nothing of this one sends anything.
  await desk.app.close();
  server = createMortalServer({ database, secretKey: desk.config.secretKeys[0], dataDir: temporaryFolder() });
});
afterAll(async () => {
  server.end();
  await database.drop();
});

/** Asks until somebody answers; the same request id is the same wanted, whichever process hears it. */
async function insist(request: OpenRequest) {
  for (;;) {
    try {
      const answer = await sendOpen({ url: server.url()! }, signedRequest(who.app, request));
      if (answer.status < 500 && answer.status !== 429) return answer;
    } catch {
      // Nobody there, or nobody there any more.
    }
    await sleep(50);
  }
}

let named = 0;
/** Written down once, priced as often as it takes, confirmed: the price of a killed server may be too old by then. */
async function payOnce(): Promise<void> {
  const number = ++named;
  const body = {
    accountId: who.source.id,
    beneficiaryId: who.beneficiaryId,
    amount: { currency: "USD", amount: "60.00" },
  };
  const post = (path: string, requestId: string, content: object) =>
    insist({ method: "POST", path, requestId, body: content });
  const created = await post("/payouts/supplier", `killed-write-${number}`, body);
  expect(created.status, created.msg).toBe(200);
  const { id } = created.data as { id: string };
  for (let round = 0; ; round++) {
    const quote = await post("/payouts/supplier/quote", `killed-price-${number}-${round}`, body);
    const { quoteId } = quote.data as { quoteId: string };
    const answer = await post(`/payouts/${id}/confirm`, `killed-confirm-${number}-${round}`, { quoteId });
    if (answer.status === 200) return;
    expect(
      ["报价", "状态"].some((word) => answer.msg.includes(word)),
      answer.msg,
    ).toBe(true);
  }
}

const standing = () =>
  database.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from payout where merchant_id = $1 group by 1",
    [who.merchant.userId],
  );

test(
  "200 payments while the server is killed every few seconds: each reaches the bank once",
  { timeout: 240_000 },
  async () => {
    await server.start();
    let kills = 0;
    const killing = (async () => {
      for (const begun of KILLED_AT) {
        while (named < begun) await sleep(20);
        await server.kill(LEASES_END);
        kills++;
        await server.start();
      }
    })();
    const callers = Array.from({ length: CALLERS }, async () => {
      while (named < PAYMENTS) await payOnce();
    });
    await Promise.all(callers);
    const isPaid = async () => (await standing()).every(({ state }) => state === "completed");
    while (!(await isPaid())) await sleep(200);
    await killing;

    expect(await standing()).toEqual([{ state: "completed", count: PAYMENTS }]);
    expect(kills).toBe(KILLED_AT.length);
    const [told] = await database.query<{ count: number; most: number }>(
      `select count(*)::int as count, max(b.instructed)::int as most from payout p
         join sandbox_payout b on b.reference = p.rail_reference where p.merchant_id = $1`,
      [who.merchant.userId],
    );
    expect(told).toEqual({ count: PAYMENTS, most: 1 });
    const booked = await database.query(
      "select reference from sandbox_statement_line where rail = 'sandbox-clearing' group by 1 having count(*) > 1",
    );
    expect(booked).toEqual([]);
    expect(await bookProblems(desk)).toEqual([]);
  },
);
