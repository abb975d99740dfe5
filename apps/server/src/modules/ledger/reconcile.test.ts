import { accountCode, holdCode, moneyOf, transfer } from "@coralhub/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { inNobodysWay } from "../../platform/precedence.ts";
import { createSandboxStatements, type SandboxStatements } from "../../rails/bank-statements/index.ts";
import { hasOpenAlarm, readChecks } from "./alarms-store.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { holdPosting } from "./links.ts";
import { checkInvariants, compareRails, type ReconcileDeps } from "./reconcile.ts";

let ledger: LedgerFixture;
let deps: ReconcileDeps;
let statements: SandboxStatements;
let merchantId: string;
const unheard = new Set<string>();
beforeAll(async () => {
  ledger = await createLedgerFixture();
  statements = createSandboxStatements({ db: ledger.db, rails: ["bank"] });
  deps = {
    db: ledger.db,
    clock: ledger.clock,
    ids: ledger.ids,
    log: createLog({ level: "silent" }),
    statements,
    outbox: { unheardReferences: async () => unheard },
    precedence: { giveWay: inNobodysWay },
  };
});
afterAll(() => ledger.close());

const wallet = accountCode("wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const usd = (minor: bigint) => moneyOf("USD", minor);
const receive = (key: string, minor: bigint) =>
  ledger.writer.post({
    merchantId,
    key,
    reason: "income.credited",
    reference: `BANK-${key}`,
    transfers: [transfer(nostro, wallet, usd(minor))],
  });
const rules = async (found: Promise<{ rule: string; detail: object }[]>) => (await found).map(({ rule }) => rule);
/** What a rule-breaking write would look like: only the owner with its triggers off can do it at all. */
const tamper = (statement: string) => ledger.database.query(statement);

beforeEach(async () => {
  merchantId = ledger.ids.next();
  ledger.clock.advance({ minutes: 5 });
  await receive(`a-${merchantId}`, 1000n);
  await ledger.writer.post(holdPosting({ merchantId, key: "hold", reason: "payout.requested" }, wallet, usd(300n)));
});

const DAY_MS = 86_400_000;

test("healthy books raise nothing, and each run says how long it took", async () => {
  expect(await checkInvariants(deps)).toEqual([]);
  expect(await hasOpenAlarm(ledger.db)).toBe(false);
  expect((await readChecks(ledger.db)).map(({ name, breaches }) => [name, breaches])).toEqual([
    ["chain", 0],
    ["holds", 0],
    ["overdrawn", 0],
    ["sum", 0],
  ]);
});

test("each minute looks at the books that were written since, and the night at all of them", async () => {
  await checkInvariants(deps);
  ledger.clock.advance({ minutes: 60 });
  await checkInvariants(deps);
  const idle = `merchant_id = '${merchantId}' and code = '${wallet}'`;
  await tamper(`update ledger_account set balance = balance + 7 where ${idle}`);
  expect(await checkInvariants(deps)).toEqual([]);
  expect(await rules(checkInvariants(deps, "whole"))).toEqual(["sum"]);
  await tamper(`update ledger_account set balance = balance - 7 where ${idle}`);
  await tamper("update ledger_alarm set cleared_at = now(), cleared_by = gen_random_uuid() where cleared_at is null");
});

test("a changed balance, a changed entry and a forgotten hold are found, and the alarm stays until cleared", async () => {
  const own = `merchant_id = '${merchantId}'`;
  await tamper(`update ledger_account set balance = balance + 7 where ${own} and code = '${wallet}'`);
  expect(await rules(checkInvariants(deps))).toEqual(["sum", "chain"]);
  await tamper(`update ledger_account set balance = balance - 7 where ${own} and code = '${wallet}'`);

  await tamper(
    `alter table ledger_transfer disable trigger all; update ledger_transfer set amount = 999 where ${own} and to_code = '${wallet}'; alter table ledger_transfer enable trigger all`,
  );
  expect(await rules(checkInvariants(deps))).toEqual(["chain", "chain"]);
  await tamper(
    `alter table ledger_transfer disable trigger all; update ledger_transfer set amount = 1000 where ${own} and to_code = '${wallet}'; alter table ledger_transfer enable trigger all`,
  );

  await tamper(
    `alter table ledger_hold disable trigger all; update ledger_hold set amount = 299 where ${own}; alter table ledger_hold enable trigger all`,
  );
  expect(await rules(checkInvariants(deps))).toEqual(["holds"]);
  await tamper(
    `alter table ledger_hold disable trigger all; update ledger_hold set amount = 300 where ${own}; alter table ledger_hold enable trigger all`,
  );

  expect(await checkInvariants(deps)).toEqual([]);
  expect(await hasOpenAlarm(ledger.db)).toBe(true);
  const alarms = await ledger.asApp<{ rule: string }>(
    "select rule from ledger_alarm where cleared_at is null order by rule",
  );
  expect(alarms.map(({ rule }) => rule)).toEqual(["chain", "chain", "holds", "sum"]);
  expect(holdCode(wallet)).toBe("hold:USD:wallet");
});

test("a rail's statement is compared by reference, with patience for what is on its way", async () => {
  const book = (key: string, minor: bigint) =>
    statements.book(ledger.db, "bank", { reference: `BANK-${key}`, amount: usd(minor), bookedAt: ledger.clock.now() });
  const known = await ledger.asApp<{ reference: string }>(
    "select reference from ledger_posting where reference is not null",
  );
  for (const { reference } of known) await book(reference.replace("BANK-", ""), 1000n);
  ledger.clock.advance({ minutes: 1 });
  await receive("right", 50n);
  await book("right", 50n);
  await receive("wrong", 50n);
  await book("wrong", 55n);
  await receive("ours-only", 10n);
  await book("theirs-only", 10n);
  ledger.clock.advance({ minutes: 89 });
  await receive("on-its-way", 10n);
  ledger.clock.advance({ minutes: 2 });
  const found = await compareRails(deps);
  expect(Object.fromEntries(found.map(({ subject, detail }) => [subject, detail["problem"]]))).toEqual({
    "bank BANK-ours-only": "missing_at_bank",
    "bank BANK-theirs-only": "missing_in_books",
    "bank BANK-wrong": "amount_differs",
  });
  // What lies at our own desk is no bank's fault: an alarm about it would hold back everybody else's, too.
  unheard.add("BANK-ours-only");
  expect((await compareRails(deps)).map(({ subject }) => subject)).not.toContain("bank BANK-ours-only");
  unheard.clear();
});

test("fault 7: a bank that books one reference twice is seen, the second line days later too", async () => {
  ledger.clock.advance({ days: 10 });
  await receive("paid-twice", 50n);
  const line = { reference: "BANK-paid-twice", amount: usd(50n), bookedAt: ledger.clock.now() };
  await statements.book(ledger.db, "bank", line, line);
  await receive("again-later", 60n);
  const first = { reference: "BANK-again-later", amount: usd(60n), bookedAt: ledger.clock.now() };
  await statements.book(ledger.db, "bank", first, {
    ...first,
    bookedAt: new Date(first.bookedAt.getTime() + 5 * DAY_MS),
  });
  const problemOf = async (reference: string) =>
    (await compareRails(deps)).find(({ subject }) => subject === `bank ${reference}`)?.detail["problem"];
  ledger.clock.advance({ hours: 2 });
  expect(await problemOf("BANK-paid-twice")).toBe("booked_twice");
  expect(await problemOf("BANK-again-later")).toBeUndefined();
  ledger.clock.advance({ days: 5 });
  expect(await problemOf("BANK-again-later")).toBe("booked_twice");
});

test("a payment we were told of hours late is not missed at the bank once the bank's line is older than the window", async () => {
  ledger.clock.advance({ days: 10 });
  const line = { reference: "BANK-told-late", amount: usd(70n), bookedAt: ledger.clock.now() };
  await statements.book(ledger.db, "bank", line);
  ledger.clock.advance({ hours: 5 });
  await receive("told-late", 70n);
  ledger.clock.advance({ days: 3, hours: 0 });
  expect(await compareRails(deps)).toEqual([]);
});

test("a return that waited at our own desk for weeks is not missing in the books once the bank has it", async () => {
  ledger.clock.advance({ days: 10 });
  const sends = (key: string, minor: bigint) =>
    ledger.writer.post({
      merchantId,
      key,
      reason: "income.credited",
      reference: `BANK-${key}`,
      transfers: [transfer(wallet, nostro, usd(minor))],
    });
  const book = (key: string, minor: bigint) =>
    statements.book(ledger.db, "bank", { reference: `BANK-${key}`, amount: usd(minor), bookedAt: ledger.clock.now() });
  const problemsOf = async () =>
    (await compareRails(deps)).map(({ subject, detail }) => [subject, (detail as { problem: string }).problem]);
  for (const key of ["kept-back", "kept-back-too"]) {
    unheard.add(`BANK-${key}`);
    await sends(key, 70n);
  }
  await book(`a-${merchantId}`, 1000n);
  ledger.clock.advance({ days: 30 });
  unheard.clear();
  await book("kept-back", -70n);
  await book("kept-back-too", -71n);
  await book("never-heard-of", -70n);
  ledger.clock.advance({ hours: 5 });
  expect(await problemsOf()).toEqual([
    ["bank BANK-kept-back-too", "amount_differs"],
    ["bank BANK-never-heard-of", "missing_in_books"],
  ]);
});
