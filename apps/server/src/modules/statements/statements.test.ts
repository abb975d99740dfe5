import { identityEndpoints, ledgerEndpoints, statementEndpoints as calls, type CallInput } from "@coralhub/contract";
import { accountCode, formatMoney, holdCode, parseMoney, toShanghaiDay, walletOf } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { certifiedMerchant } from "../payouts/payouts-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => void (desk = await startExchange()));
afterAll(() => desk.close());

const usd = (text: string) => parseMoney(text, "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const wallet = walletOf("USD");
type Post = Parameters<ExchangeDesk["ledger"]["post"]>[0];
const post = async ({ userId }: TestMerchant, posting: Omit<Post, "merchantId" | "key">) => {
  desk.clock.advance({ seconds: 1 });
  return desk.ledger.post({ merchantId: userId, key: `s:${desk.app.platform.ids.next()}`, ...posting });
};
type FileCall = CallInput<typeof calls.statementFile.input>;
type FileRequest = Omit<FileCall, "language"> & Partial<Pick<FileCall, "language">>;
const file = async (merchant: TestMerchant, request: FileRequest) => {
  const { blob } = await desk.call(calls.statementFile, { language: "zh", ...request }, merchant);
  return Buffer.from(await blob.arrayBuffer());
};
/** Whoever was signed in has been away too long and signs in again. */
async function wait(merchant: TestMerchant, hours: number): Promise<void> {
  desk.clock.advance({ hours });
  const { mobile: username, password, device, address } = merchant;
  const { token } = await desk.call(identityEndpoints.login, { username, password, client: 1, device }, { address });
  merchant.token = token;
}
const linesIn = (piece: Uint8Array) => Buffer.from(piece).toString("latin1").split("\n").length - 1;
const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("every format tells the same lines; a stranger's statement is empty and a day to come has none", async () => {
  const merchant = await certifiedMerchant(desk, "mainland", "深圳南屿科技有限公司");
  for (const amount of ["10.00", "20.50", "0.01"]) {
    await post(merchant, {
      reason: "income.credited",
      reference: "=1+1",
      transfers: [{ from: nostro, to: wallet, amount: usd(amount) }],
    });
  }
  const day = toShanghaiDay(desk.clock.now());
  const request = { grain: "month", period: day.slice(0, 7), currency: "USD" } as const;
  const csv = (await file(merchant, { ...request, format: "csv", language: "en" })).toString();
  const rows = csv.trim().split("\n");
  expect(rows[0]).toBe(
    "Currency,Booked,Type,Counterparty,Reference,Amount,Fee within,Balance,Corrects,Corrected reference,Posting",
  );
  expect(rows.slice(1).map((row) => row.split(",").slice(4, 8))).toEqual([
    ["'=1+1", "10.00", "0.00", "10.00"],
    ["'=1+1", "20.50", "0.00", "30.50"],
    ["'=1+1", "0.01", "0.00", "30.51"],
  ]);
  // The month is not over: the messages for that, without a closing balance, and names that say so.
  const mt = (await file(merchant, { ...request, format: "mt940" })).toString();
  expect(mt).toMatch(/:13D:\d{10}\+0800/);
  expect(mt).toContain(":90D:0USD0,00\r\n:90C:3USD30,51\r\n-");
  expect(mt).not.toMatch(/:6[02]F:/);
  for (const format of ["pdf", "xlsx", "csv", "mt940", "camt053"] as const) {
    const { fileName } = await desk.call(calls.statementFile, { ...request, format, language: "zh" }, merchant);
    expect(fileName).toContain(`${request.period}-未结束.`);
  }
  const pack = await desk.call(calls.voucherFile, { month: request.period, format: "kingdee" }, merchant);
  expect(pack.fileName).toContain("-未结束");
  expect(mt.match(/:61:/g)).toHaveLength(3);
  expect(mt).toMatch(/^[ -~\r\n]+$/);
  const xml = (await file(merchant, { ...request, format: "camt053" })).toString();
  expect(xml.match(/<Ntry>/g)).toHaveLength(3);
  expect(xml).toContain("camt.052.001.08");
  expect((await file(merchant, { ...request, format: "xlsx" })).subarray(0, 2).toString()).toBe("PK");
  for (const language of ["zh", "en"] as const) {
    expect((await file(merchant, { ...request, format: "pdf", language })).subarray(0, 4).toString()).toBe("%PDF");
  }
  const stranger = await desk.registerMerchant();
  expect((await desk.call(calls.statement, request, stranger)).sections).toMatchObject([{ entries: 0 }]);
  await expect(
    desk.call(calls.statement, { ...request, grain: "day", period: "2199-01-01" }, merchant),
  ).rejects.toMatchObject({ reason: "statement.not_begun" });
  for (const period of ["0000-01", "0001-01", "0999-12", "9999-12"]) {
    const asked = desk.call(calls.statement, { ...request, grain: "month", period }, merchant);
    await expect(asked, period).rejects.toMatchObject({ status: 400 });
    const vouchers = desk.call(calls.voucherFile, { month: period, format: "kingdee" }, merchant);
    await expect(vouchers, period).rejects.toMatchObject({ status: 400 });
  }
});

test("a long CSV tells how far it is while it comes; given up on the way nothing goes on reading for it", async () => {
  const merchant = await certifiedMerchant(desk, "mainland", "深圳长卷科技有限公司");
  await post(merchant, {
    reason: "income.credited",
    reference: "FIRST",
    transfers: [{ from: nostro, to: wallet, amount: usd("1.00") }],
  });
  const first = desk.clock.now();
  // More than all buffers between the books and the reader hold together.
  const many = 8_000;
  await desk.database.query(`
    set session_replication_role = replica;
    insert into ledger_transfer (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount,
                                 from_balance, to_balance, key, fingerprint, reason, reference, lines)
    select '${merchant.userId}', gen_random_uuid(), 1, timestamptz '${first.toISOString()}' + n * interval '1 microsecond',
           '${nostro}', '${wallet}', 'USD', 1, 0, 100 + n, 'long' || n, sha256('x'), 'income.credited', repeat('R', 1900) || n, 1
      from generate_series(1, ${many}) n;
    set session_replication_role = default`);
  desk.clock.advance({ minutes: 2 });
  const request = { grain: "month", period: toShanghaiDay(first).slice(0, 7), currency: "USD" } as const;
  const { sections } = await desk.call(calls.statement, request, merchant);
  expect(sections).toMatchObject([{ entries: many + 1 }]);
  const copying = async () =>
    (
      await desk.database.query(
        "select pid from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'",
      )
    ).length;
  const { path } = calls.statementFile;
  const ask = async (signal?: AbortSignal) => {
    const answer = await fetch(`${desk.url}/gateway${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${merchant.token}`, "Content-Type": "application/json", "System-Type": "web" },
      body: JSON.stringify({ ...request, format: "csv", language: "zh" }),
      ...(signal && { signal }),
    });
    expect(answer.status).toBe(200);
    return (answer.body as ReadableStream<Uint8Array>).getReader();
  };
  const leaving = new AbortController();
  const reader = await ask(leaving.signal);
  let lines = 0;
  while (lines < 2) lines += linesIn((await reader.read()).value!);
  expect(lines).toBeLessThan(many);
  expect(await copying()).toBe(1);
  leaving.abort();
  await expect(reader.read()).rejects.toMatchObject({ name: "AbortError" });
  await expect.poll(copying, { timeout: 20_000 }).toBe(0);
  // The whole of it tells each line, and the one that names the columns.
  const whole = await ask();
  let told = 0;
  for (let piece = await whole.read(); !piece.done; piece = await whole.read()) told += linesIn(piece.value);
  expect(told).toBe(sections[0]!.entries + 1);
});

test("a period adds up, has the same hash whenever it is printed, and a later correction is told as one", async () => {
  const merchant = await certifiedMerchant(desk, "hongkong", "NORTH BAY TRADING LIMITED");
  const day = toShanghaiDay(desk.clock.now());
  await post(merchant, {
    reason: "income.credited",
    reference: "AMZ-1",
    transfers: [{ from: nostro, to: wallet, amount: usd("1000.00") }],
  });
  // Set aside and given back: no line.
  const hold = holdCode(wallet);
  const held = await post(merchant, {
    reason: "payout.requested",
    transfers: [{ from: wallet, to: hold, amount: usd("300.00") }],
  });
  await post(merchant, {
    reason: "payout.settled",
    reference: "CP1",
    resolves: held.postingId,
    transfers: [
      { from: hold, to: nostro, amount: usd("295.00") },
      { from: hold, to: accountCode("house.fees", "USD"), amount: usd("5.00") },
    ],
  });
  const wrong = await post(merchant, {
    reason: "income.credited",
    transfers: [{ from: nostro, to: wallet, amount: usd("40.00") }],
  });
  await desk.fund(merchant, "JPY", "5000");
  // Moments are told to the second.
  desk.clock.advance({ seconds: 2 });
  const noon = desk.clock.now();
  await wait(merchant, 30);
  const request = { grain: "day", period: day } as const;
  const first = await desk.call(calls.statement, request, merchant);
  const papers = await Promise.all(
    (["pdf", "xlsx", "csv", "mt940", "camt053"] as const).map((format) => file(merchant, { ...request, format })),
  );
  expect(first.provisional).toBe(false);
  expect(
    first.sections.map(({ currency, opening, credits, debits, closing, entries }) => [
      currency,
      ...[opening, credits, debits, closing].map(formatMoney),
      entries,
    ]),
  ).toEqual([
    ["JPY", "0", "5000", "0", "5000", 1],
    ["USD", "0.00", "1040.00", "300.00", "740.00", 3],
  ]);
  // Booked without a payment of the list: no income, and yet all of it adds up.
  expect(first.sections[1]!.business).toMatchObject({
    income: usd("0.00"),
    expense: usd("0.00"),
    other: usd("740.00"),
  });

  const correction = {
    merchantId: merchant.userId,
    from: wallet,
    to: nostro,
    amount: usd("40.00"),
    corrects: wrong.postingId,
    memo: "银行重复通知",
  };
  // Both signed in before the clock was moved.
  await desk.database.query("update session set created_at = $1, last_seen_at = $1", [desk.clock.now()]);
  const { id } = await desk.call(ledgerEndpoints.proposeAdjustment, correction, desk.finance);
  const decision = { merchantId: merchant.userId, id, decision: "approve" } as const;
  await desk.call(ledgerEndpoints.decideAdjustment, decision, desk.admin);
  await wait(merchant, 50);
  const again = await desk.call(calls.statement, request, merchant);
  expect(again).toEqual(first);
  expect(
    papers[3]!
      .toString()
      .match(/:6[02]F:C\d{6}USD([\d,]+)/g)!
      .map((line) => line.slice(15)),
  ).toEqual(["0,00", "740,00"]);
  for (const [at, format] of (["pdf", "xlsx", "csv", "mt940", "camt053"] as const).entries()) {
    expect(digest(await file(merchant, { ...request, format })), format).toBe(digest(papers[at]!));
  }
  const next = toShanghaiDay(new Date(noon.getTime() + 30 * 3_600_000));
  const later = await desk.call(calls.statement, { grain: "day", period: next, currency: "USD" }, merchant);
  expect(later.sections[0]).toMatchObject({ opening: usd("740.00"), closing: usd("700.00"), corrections: 1 });
  const mt = (await file(merchant, { grain: "day", period: next, currency: "USD", format: "mt940" })).toString();
  expect(mt).toMatch(/:61:\d{10}RC40,00NTRF/);
  const xml = (await file(merchant, { grain: "day", period: next, currency: "USD", format: "camt053" })).toString();
  expect(xml).toContain("<RvslInd>true</RvslInd>");

  const [, dollars] = await desk.call(calls.balanceAsOf, { at: noon }, merchant);
  expect([dollars!.knownThen, dollars!.knownNow].map(formatMoney)).toEqual(["740.00", "700.00"]);
  const tomorrow = new Date(desk.clock.now().getTime() + 86_400_000);
  await expect(desk.call(calls.balanceAsOf, { at: tomorrow }, merchant)).rejects.toMatchObject({
    reason: "statement.not_begun",
  });
});

test("a finished paper names its holder, whatever became of the certification since", async () => {
  // Whoever signed in before the clock was moved stays so.
  const now = desk.clock.now();
  await desk.database.query("update session set created_at = $1, last_seen_at = $1", [now]);
  const merchant = await certifiedMerchant(desk, "hongkong", "EAST REEF TRADING LIMITED");
  await post(merchant, {
    reason: "income.credited",
    transfers: [{ from: nostro, to: wallet, amount: usd("10.00") }],
  });
  const request = { grain: "day", period: toShanghaiDay(desk.clock.now()), currency: "USD" } as const;
  await wait(merchant, 30);
  const papers = () =>
    Promise.all((["camt053", "pdf"] as const).map((format) => file(merchant, { ...request, format })));
  const first = await papers();
  expect(first[0]!.toString()).toContain("<Nm>EAST REEF TRADING LIMITED</Nm>");
  for (const state of ["expired", "frozen"]) {
    await desk.database.query("update certification set state = $2 where merchant_id = $1", [merchant.userId, state]);
    expect((await papers()).map(digest), state).toEqual(first.map(digest));
  }
  // Under another name since: the day was the old one's.
  await desk.database.query("update certification set subject_name = $2, changed_at = $3 where merchant_id = $1", [
    merchant.userId,
    "WEST REEF TRADING LIMITED",
    desk.clock.now(),
  ]);
  expect((await papers()).map(digest)).toEqual(first.map(digest));
});
