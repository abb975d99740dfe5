import { ledgerEndpoints as calls } from "@coralhub/contract";
import { accountCode, parseMoney, type AccountCode } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SANDBOX_BANK } from "../../rails/bank-statements/index.ts";

let server: TestServer;
let maker: { token: string };
let checker: { token: string };
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startTestServer();
  maker = { token: await server.operatorToken("finance") };
  checker = { token: await server.operatorToken("admin") };
  merchant = await server.registerMerchant();
});
afterAll(() => server.close());

const usd = (text: string) => parseMoney(text, "USD");
const wallet = accountCode("wallet", "USD");
const nostro = accountCode("house.nostro", "USD", SANDBOX_BANK);
const refused = (reason: string): unknown => expect.objectContaining({ reason });

/** What the bank has on its own statement. */
const bankBooks = (reference: string, minor: bigint, line = 1) =>
  server.database.query(
    `insert into sandbox_statement_line (rail, reference, line, currency, amount, booked_at)
     values ($1, $2, $3, 'USD', $4, $5)`,
    [SANDBOX_BANK, reference, line, minor, server.clock.now()],
  );
type Proposal = { from: AccountCode; to: AccountCode; amount: string; bankReference?: string };
const propose = ({ amount, ...ways }: Proposal) => {
  const proposal = { merchantId: merchant.userId, ...ways, amount: usd(amount), memo: "银行已到账，通知丢失" };
  return server.call(calls.proposeAdjustment, proposal, maker);
};
const decide = ({ id }: { id: string }, who = checker) =>
  server.call(calls.decideAdjustment, { merchantId: merchant.userId, id, decision: "approve", note: "已核对" }, who);
/** Whoever was signed in stays so. */
async function wait(hours: number): Promise<void> {
  server.clock.advance({ hours });
  await server.database.query("update session set created_at = $1, last_seen_at = $1", [server.clock.now()]);
}
async function alarms(): Promise<string[]> {
  await server.app.platform.jobs.run("ledger.compare-rails", {});
  const rows = await server.database.query<{ alarm: string }>(
    "select subject || ' ' || (detail ->> 'problem') as alarm from ledger_alarm where cleared_at is null order by 1",
  );
  return rows.map(({ alarm }) => alarm);
}
const forgetAlarms = () =>
  server.database.query(
    "update ledger_alarm set cleared_at = now(), cleared_by = gen_random_uuid() where cleared_at is null",
  );

test("an account with a bank is adjusted by the bank's own line only, by two people, and both sides then agree for good", async () => {
  const missed = { from: nostro, to: wallet, amount: "70.00" };
  await expect(propose(missed)).rejects.toMatchObject({
    reason: "ledger.bank_line_needed",
    fields: { bankReference: expect.stringContaining("银行对账单上的参考号") as string },
  });
  // Nothing of it is on the bank's statement: nothing is adjusted.
  await expect(propose({ ...missed, bankReference: "BK-70" })).rejects.toEqual(refused("ledger.bank_line_differs"));
  await bankBooks("BK-70", 70_00n);
  await wait(2);
  expect(await alarms()).toEqual([`${SANDBOX_BANK} BK-70 missing_in_books`]);
  await forgetAlarms();
  for (const wrong of [{ amount: "70.01" }, { from: wallet, to: nostro }, { bankReference: "BK-71" }]) {
    const asked = propose({ ...missed, bankReference: "BK-70", ...wrong });
    await expect(asked, JSON.stringify(wrong)).rejects.toEqual(refused("ledger.bank_line_differs"));
  }
  const between = { from: accountCode("house.fees", "USD"), to: wallet, amount: "1.00", bankReference: "BK-70" };
  await expect(propose(between)).rejects.toMatchObject({ status: 400 });

  // Proposed twice, agreed to at once: one of them is what the bank has.
  const both = [
    await propose({ ...missed, bankReference: "BK-70" }),
    await propose({ ...missed, bankReference: "BK-70" }),
  ];
  await expect(decide(both[0]!, maker)).rejects.toEqual(refused("ledger.two_people"));
  const verdicts = await Promise.allSettled(both.map((one) => decide(one)));
  expect(verdicts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(verdicts.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { reason: "ledger.bank_line_differs" },
  });
  for (const hours of [2, 60, 24 * 9]) {
    await wait(hours);
    expect(await alarms(), `after ${hours} hours`).toEqual([]);
  }
});

test("a line put right weeks later raises nothing; what stays apart, or is booked twice by the bank alone, still does", async () => {
  await bankBooks("BK-OLD", 30_00n);
  await wait(24 * 30);
  await forgetAlarms();
  await decide(await propose({ from: nostro, to: wallet, amount: "30.00", bankReference: "BK-OLD" }));
  await wait(2);
  expect(await alarms()).toEqual([]);
  // The bank has it twice under one name, and keeps it so: both are put right, or the alarm stays.
  await bankBooks("BK-TWICE", 20_00n);
  await bankBooks("BK-TWICE", 20_00n, 2);
  await wait(2);
  expect(await alarms()).toEqual([`${SANDBOX_BANK} BK-TWICE missing_in_books`]);
  await forgetAlarms();
  await decide(await propose({ from: nostro, to: wallet, amount: "40.00", bankReference: "BK-TWICE" }));
  await wait(2);
  expect(await alarms()).toEqual([]);
  // The bank changes its mind: what was agreed on once does not speak for that.
  await bankBooks("BK-TWICE", -20_00n, 3);
  await wait(2);
  expect(await alarms()).toEqual([`${SANDBOX_BANK} BK-TWICE booked_twice`]);
});
