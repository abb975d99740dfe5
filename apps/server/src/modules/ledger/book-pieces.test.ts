import { accountCode, moneyOf, transfer, type Currency } from "@coralhub/domain";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createSandboxStatements } from "../../rails/bank-statements/index.ts";
import { readChecks } from "./alarms-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { checkInvariants, type ReconcileDeps } from "./reconcile.ts";

let ledger: LedgerFixture;
let deps: ReconcileDeps;
let gaveWay = 0;
beforeAll(async () => {
  ledger = await createLedgerFixture();
  deps = {
    db: ledger.db,
    clock: ledger.clock,
    ids: ledger.ids,
    log: createLog({ level: "silent" }),
    statements: createSandboxStatements({ db: ledger.db, rails: ["bank"] }),
    outbox: { unheardReferences: async () => new Set() },
    precedence: { giveWay: async () => void gaveWay++ },
  };
});
afterAll(() => ledger.close());

const receive = (merchantId: string, key: string, currency: Currency = "USD") =>
  ledger.writer.post({
    merchantId,
    key,
    reason: "income.credited",
    transfers: [
      transfer(accountCode("house.nostro", currency, "bank"), accountCode("wallet", currency), moneyOf(currency, 3n)),
    ],
  });
/** What a rule-breaking write would look like: only the owner with its triggers off can do it at all. */
const tamper = (statement: string) => ledger.database.query(statement);
/** The check of a minute that began there; what was found does not stand in the way of the next. */
async function checkSince(begun: Date): Promise<string[]> {
  await tamper(`update ledger_check set checked_until = '${begun.toISOString()}' where name = 'chain'`);
  const found = await checkInvariants(deps);
  return found.map(({ rule }) => rule);
}

/** What a check asks of the database: the statements, and how many merchants each names. */
async function overhear(check: () => Promise<unknown>): Promise<{ text: string; merchants: number }[]> {
  const asked: { text: string; merchants: number }[] = [];
  const real = Reflect.get(pg.Client.prototype, "query") as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query, values] = given as [string | { text: string; values?: unknown[] }, unknown[]?];
    const { text, values: own = values } = typeof query === "string" ? { text: query } : query;
    const named = own?.find((value) => Array.isArray(value)) as unknown[] | undefined;
    asked.push({ text, merchants: named?.length ?? 0 });
    return real.apply(this, given);
  });
  expect(await check()).toEqual([]);
  spy.mockRestore();
  return asked;
}

test("the minute's look is at the books written since, some merchants at a time, and gives way before each", async () => {
  const idle = Array.from({ length: 20 }, () => ledger.ids.next());
  await Promise.all(idle.map((one) => receive(one, "before")));
  await checkInvariants(deps);
  ledger.clock.advance({ minutes: 30 });
  const begun = ledger.clock.now();
  const busy = Array.from({ length: 90 }, () => ledger.ids.next());
  await Promise.all(busy.map((one) => receive(one, "first")));
  gaveWay = 0;
  const asked = await overhear(() => checkSince(begun));
  const looks = asked.filter(({ text }) => /from ledger_account/.test(text));
  // For each of the four rules.
  expect(looks.map(({ merchants }) => merchants)).toEqual(Array.from({ length: 4 }, () => [40, 40, 10]).flat());
  expect(gaveWay).toBeGreaterThanOrEqual(looks.length);

  // Wrong in any of the pieces, it is found.
  for (const one of [busy[3]!, busy[60]!, busy[89]!]) {
    const own = `merchant_id = '${one}' and code = 'wallet:USD'`;
    await tamper(`update ledger_account set balance = balance + 7 where ${own}`);
    expect(await checkSince(begun)).toEqual(["sum", "chain"]);
    await tamper(`update ledger_account set balance = balance - 7 where ${own}`);
  }
  expect(await checkSince(begun)).toEqual([]);
});

test("one who wrote very much is looked at a stretch of time after the other; a fault in any of them is found", async () => {
  ledger.clock.advance({ minutes: 30 });
  const begun = ledger.clock.now();
  const merchantId = ledger.ids.next();
  const own = `merchant_id = '${merchantId}'`;
  // An account that stands still while the other goes on.
  await receive(merchantId, "euro", "EUR");
  for (let round = 0; round < 30; round++) {
    ledger.clock.advance({ seconds: 4 });
    await Promise.all(Array.from({ length: 30 }, (_, n) => receive(merchantId, `${round}-${n}`)));
  }
  const chains = (await overhear(() => checkSince(begun))).filter(({ text }) => /from_end/.test(text));
  expect(chains).toHaveLength(3);

  const nth = (place: number) =>
    `(select posting_id from ledger_transfer where ${own} and currency = 'USD' order by posted_at offset ${place} limit 1)`;
  const change = (amount: number, place: number) =>
    tamper(
      `alter table ledger_transfer disable trigger all;
       update ledger_transfer set amount = ${amount} where ${own} and posting_id = ${nth(place)};
       alter table ledger_transfer enable trigger all`,
    );
  for (const place of [0, 1, 299, 300, 450, 600, 899]) {
    await change(4, place);
    // Of both accounts it moved between.
    expect(await checkSince(begun), String(place)).toEqual(["chain", "chain"]);
    await change(3, place);
  }
  for (const code of ["wallet:EUR", "wallet:USD"]) {
    await tamper(`update ledger_account set balance = balance + 7 where ${own} and code = '${code}'`);
    expect(await checkSince(begun), code).toEqual(["sum", "chain"]);
    await tamper(`update ledger_account set balance = balance - 7 where ${own} and code = '${code}'`);
  }
  expect(await checkSince(begun)).toEqual([]);
});

test("more is wrong than anybody reads at once: the books that were not looked at are looked at again", async () => {
  ledger.clock.advance({ minutes: 30 });
  const begun = ledger.clock.now();
  const many = Array.from({ length: 30 }, () => ledger.ids.next());
  await Promise.all(many.map((one) => receive(one, "many")));
  ledger.clock.advance({ minutes: 1 });
  const wrongBy = (minor: number) =>
    tamper(
      `update ledger_account set balance = balance + ${minor} where code = 'wallet:USD' and merchant_id = any('{${many.join(",")}}'::uuid[])`,
    );
  const checkedUntil = async () => (await readChecks(ledger.db)).find(({ name }) => name === "chain")!.checkedUntil;
  await wrongBy(7);
  expect((await checkSince(begun)).filter((rule) => rule === "sum")).toHaveLength(20);
  expect(await checkedUntil()).toEqual(begun);
  await wrongBy(-7);
  expect(await checkSince(begun)).toEqual([]);
  expect(await checkedUntil()).toEqual(ledger.clock.now());
});
