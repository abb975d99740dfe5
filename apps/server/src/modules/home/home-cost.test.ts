import { homeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { certified, startDesk, type Desk } from "../income/income-fixture.ts";

/** What the home page costs the database for a merchant without much. May only fall: it was 24. */
const STATEMENTS = 19;
const ROUNDS = 8;

let server: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startDesk();
  merchant = await certified(server);
});
afterAll(() => server.close());

/** Statements of the call itself: what runs by the clock, and telling open pages, is left out. */
async function counted(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const real = Reflect.get(pg.Client.prototype, "query") as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { text: string }];
    const text = typeof query === "string" ? query : query.text;
    if (!/pgboss|pg_notify|outbox|open_event/.test(text)) heard.push(text.trim().replaceAll(/\s+/g, " "));
    return real.apply(this, given);
  });
  await work();
  spy.mockRestore();
  return heard;
}

test("the home page takes few statements", async () => {
  const home = () => server.call(homeEndpoints.home, {}, { token: merchant.token });
  // A session is read again from time to time, and a busy machine brings questions one by one: the best of a few counts.
  let least: string[] | undefined;
  for (let round = 0; round < ROUNDS && (least?.length ?? Infinity) > STATEMENTS; round++) {
    const heard = await counted(home);
    if (!least || heard.length < least.length) least = heard;
  }
  expect(least!.length, least!.join("\n")).toBeLessThanOrEqual(STATEMENTS);
});
