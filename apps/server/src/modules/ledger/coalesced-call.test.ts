import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../platform/index.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";

/** A call whose effect is one posting: its record, its outbox entry and its own row commit with the posting's batch. */
let ledger: LedgerFixture;
let platform: Platform;
let merchantId: string;
beforeAll(async () => {
  ledger = await createLedgerFixture();
  platform = createPlatform(ledger.database.config);
  merchantId = ledger.ids.next();
  await ledger.writer.post({
    merchantId,
    key: "fund",
    reason: "income.credited",
    transfers: [transfer(accountCode("house.nostro", "USD", "bank"), wallet, moneyOf("USD", 1000n))],
  });
});
afterAll(async () => {
  await platform.stop();
  await ledger.close();
});

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const call = (key: string, minor: bigint, fingerprint = String(minor)) =>
  platform.idempotency.onceWith({ scope: "fund", key, fingerprint }, { paid: String(minor) }, (record) =>
    ledger.writer.post({
      merchantId,
      key: `call:${key}`,
      reason: "card.funded",
      transfers: [transfer(wallet, cards, moneyOf("USD", minor))],
      business: [record, platform.outbox.rowOf({ topic: "t", reference: key, merchantId, payload: { key } })],
    }),
  );
const count = async (table: string) =>
  (await ledger.database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

test("commits all of it once, however often it is called", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => call("key-0001", 100n)));
  expect(answers).toEqual(answers.map(() => ({ paid: "100" })));
  expect(await call("key-0001", 100n)).toEqual({ paid: "100" });
  expect([await count("idempotency"), await count("outbox")]).toEqual([1, 1]);
  await expect(call("key-0001", 200n)).rejects.toMatchObject({ reason: expect.stringMatching(/reused/) as string });
});

test("a refusal leaves nothing behind, and the key can be used again", async () => {
  await expect(call("key-0002", 5_000n)).rejects.toMatchObject({ reason: "ledger.insufficient_funds" });
  expect([await count("idempotency"), await count("outbox")]).toEqual([1, 1]);
  expect(await call("key-0002", 50n)).toEqual({ paid: "50" });
  expect([await count("idempotency"), await count("outbox")]).toEqual([2, 2]);
});
