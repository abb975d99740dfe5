import {
  accountEndpoints,
  activityEndpoints,
  cardEndpoints,
  homeEndpoints,
  ledgerEndpoints as books,
  statementEndpoints as calls,
  type StatementRequest,
} from "@coralhub/contract";
import { formatMoney, statementPeriod, toShanghaiDay, type StatementBusiness } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  act,
  cardMerchant,
  issuerWill,
  openCard,
  swipe,
  until,
  usd,
  request as cardWish,
} from "../cards/cards-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { atBank, bankWill, readyMerchant, reaches, withdraw } from "../payouts/payouts-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => {
  desk = await startExchange();
  await bankWill(desk, "pay");
  await issuerWill(desk, "normal");
  // Without a rate of its day nothing has a voucher.
  await desk.database.query(
    `insert into fx_rate_board (grain, at, source, per_dollar) values ('days', '2020-01-01', 'test', '{"CNY": "7.1", "USD": "1"}')`,
  );
  await midMonth();
});
afterAll(() => desk.close());

const month = () => toShanghaiDay(desk.clock.now()).slice(0, 7);
/** Noon of the twelfth of the next month; whoever is signed in stays so. */
async function midMonth(): Promise<void> {
  const noon = statementPeriod("month", month()).until.getTime() + 11.5 * 86_400_000;
  const seconds = Math.ceil((noon - desk.clock.now().getTime()) / 1_000);
  await desk.database.query(
    `update session set created_at = created_at + make_interval(secs => $1), last_seen_at = last_seen_at + make_interval(secs => $1)`,
    [seconds],
  );
  desk.clock.advance({ seconds });
}

const digest = async ({ blob }: { blob: Blob }) =>
  createHash("sha256")
    .update(Buffer.from(await blob.arrayBuffer()))
    .digest("hex");
/** Everything that is printed about a period, sign by sign. */
async function papersOf(merchant: TestMerchant, request: StatementRequest) {
  const files: Record<string, string> = {};
  for (const format of ["pdf", "xlsx", "csv", "mt940", "camt053"] as const) {
    files[format] = await digest(
      await desk.call(calls.statementFile, { ...request, format, language: "zh" }, merchant),
    );
  }
  if (request.grain === "month") {
    const vouchers = { month: request.period, format: "kingdee" } as const;
    files["vouchers"] = await digest(await desk.call(calls.voucherFile, vouchers, merchant));
  }
  return { told: await desk.call(calls.statement, request, merchant), files };
}
async function businessOf(merchant: TestMerchant, period: string): Promise<Partial<Record<StatementBusiness, string>>> {
  const request = { grain: "month", period, currency: "USD" } as const;
  const [section] = (await desk.call(calls.statement, request, merchant)).sections;
  const { business } = section!;
  const names = Object.keys(business) as StatementBusiness[];
  return Object.fromEntries(
    names.filter((name) => business[name].minor !== 0n).map((name) => [name, formatMoney(business[name])]),
  );
}
const vouchersOf = async (merchant: TestMerchant, of: string) =>
  (await desk.call(calls.voucherFile, { month: of, format: "kingdee" }, merchant)).blob.text();

test("a payment that comes back next month, and a currency opened then, change nothing of this month's papers", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const { id } = await withdraw(desk, merchant, source.id, "2000.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  const [paid, day] = [month(), toShanghaiDay(desk.clock.now())];
  await midMonth();
  const requests = [
    { grain: "month", period: paid },
    { grain: "month", period: paid, currency: "USD" },
    { grain: "day", period: day },
  ] as const;
  const papersOfAccount = async () => {
    const request = { accountId: source.id, month: paid };
    return [
      await desk.call(accountEndpoints.monthlyStatement, request, merchant),
      await digest(await desk.call(accountEndpoints.monthlyStatementPdf, { ...request, language: "zh" }, merchant)),
    ];
  };
  const all = async () => [
    ...(await Promise.all(requests.map((request) => papersOf(merchant, request)))),
    await papersOfAccount(),
  ];
  const first = await all();
  expect(await businessOf(merchant, paid)).toEqual({ income: "3600.00", expense: "2000.00" });

  expect(await atBank(desk, reference, "return")).toEqual(["returned"]);
  await desk.fund(merchant, "JPY", "5000");
  desk.clock.advance({ minutes: 2 });
  expect(await all()).toEqual(first);
  const came = month();
  expect(await businessOf(merchant, came)).toEqual({ other: "2000.00" });
  await midMonth();
  expect(await all()).toEqual(first);
  expect(await businessOf(merchant, came)).toEqual({ other: "2000.00" });
  const back = await vouchersOf(merchant, came);
  expect(back).toContain("提现退回");
  // Today's list knows how it ended; what came back bears its name and number on the statement too, not the bank's.
  const event = await desk.call(activityEndpoints.moneyEvent, { id }, merchant);
  expect(event).toMatchObject({ state: "returned" });
  const returned = { grain: "month", period: came, currency: "USD" } as const;
  const { blob } = await desk.call(calls.statementFile, { ...returned, format: "csv", language: "zh" }, merchant);
  expect(await blob.text()).toContain(`,${event.counterparty},${event.reference},2000.00,`);
});

test("what banks kept of a return is named on the statement like the payment it came of", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const { id } = await withdraw(desk, merchant, source.id, "2000.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  expect(await atBank(desk, reference, "returnShort")).toEqual(["returned"]);
  const event = await desk.call(activityEndpoints.moneyEvent, { id }, merchant);
  desk.clock.advance({ minutes: 2 });
  const file = { grain: "month", period: month(), currency: "USD", format: "csv", language: "zh" } as const;
  const { blob } = await desk.call(calls.statementFile, file, merchant);
  const lines = (await blob.text()).split("\n").filter((line) => line.includes("银行扣费"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`,${event.counterparty},${event.reference},-`);
});

test("a correction by hand of a finished month is one of this month; the finished one stays as it was known", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const { userId: merchantId } = merchant;
  const was = month();
  await midMonth();
  const request = { grain: "month", period: was } as const;
  const first = await papersOf(merchant, request);
  const ended = new Date(statementPeriod("month", was).until.getTime() - 1_000);
  const asOf = async () => {
    const [dollars] = await desk.call(calls.balanceAsOf, { at: ended }, merchant);
    return [dollars!.knownThen, dollars!.knownNow].map(formatMoney);
  };
  expect(await asOf()).toEqual(["3600.00", "3600.00"]);

  const account = `collection:USD:${source.id}`;
  const { records } = await desk.call(books.ledgerEntries, { merchantId, account }, desk.finance);
  // The first of them: what came; the later one let it go.
  const postingId = records.findLast(({ amount }) => formatMoney(amount) === "3600.00")!.postingId;
  const { correctable } = await desk.call(books.ledgerPosting, { merchantId, postingId }, desk.finance);
  const { from, to } = correctable.find((way) => way.from === account)!;
  const correction = { merchantId, from, to, amount: usd("100.00"), corrects: postingId, memo: "多记 100 美元" };
  const { id } = await desk.call(books.proposeAdjustment, correction, desk.finance);
  await desk.call(books.decideAdjustment, { merchantId, id, decision: "approve" }, desk.admin);
  desk.clock.advance({ minutes: 2 });
  expect(await papersOf(merchant, request)).toEqual(first);
  expect(await asOf()).toEqual(["3600.00", "3500.00"]);

  const now = { grain: "month", period: month(), currency: "USD" } as const;
  const [section] = (await desk.call(calls.statement, now, merchant)).sections;
  expect(section).toMatchObject({ opening: usd("3600.00"), closing: usd("3500.00"), corrections: 1 });
  const { blob } = await desk.call(calls.statementFile, { ...now, format: "csv", language: "zh" }, merchant);
  const lines = (await blob.text()).trim().split("\n").slice(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("红冲");
  const filters = { kind: ["income"] };
  const [income] = (await desk.call(activityEndpoints.moneyEvents, { filters }, merchant)).records;
  expect(income!.counterparty).not.toBe("");
  expect(lines[0]).toContain(`多记 100 美元，原对方 ${income!.counterparty}`);
  const xml = await desk.call(calls.statementFile, { ...now, format: "camt053", language: "zh" }, merchant);
  const message = await xml.blob.text();
  expect(message).toContain(`<Ustrd>Reversal of ${income!.reference}, 多记 100 美元，原对方`);
  // Its number whole, though the format has 35 signs for it: the finder knows it without dashes.
  const [, number] = /<EndToEndId>([0-9a-f]{32})</.exec(message) ?? [];
  const found = await desk.call(homeEndpoints.findOwn, { text: number! }, merchant);
  expect(found).toMatchObject([{ kind: "money", amount: { minor: -100_00n } }]);
  const pdf = await desk.call(calls.statementFile, { ...now, format: "pdf", language: "zh" }, merchant);
  const paper = pdfText(new Uint8Array(await pdf.blob.arrayBuffer()));
  for (const words of [`更正 ${was}-`, "多记 100 美元，原对方"]) expect(paper).toContain(words);
  expect(lines[0]).toContain(`,${was}-`);
  await midMonth();
  expect(await papersOf(merchant, request)).toEqual(first);
});

test("a purchase paid in parts counts in each month for what was paid in it", async () => {
  const merchant = await cardMerchant(desk, "500.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "60.00");
  await act(desk, paymentReference, "settle", { amount: usd("20.00"), more: true });
  const began = month();
  await midMonth();
  const request = { grain: "month", period: began } as const;
  const first = await papersOf(merchant, request);
  const before = await businessOf(merchant, began);
  await act(desk, paymentReference, "settle", { amount: usd("30.00") });
  expect(await papersOf(merchant, request)).toEqual(first);
  const ended = month();
  const rest = await businessOf(merchant, ended);
  expect(rest).toEqual({ expense: "30.00" });
  await midMonth();
  expect(await papersOf(merchant, request)).toEqual(first);
  expect([await businessOf(merchant, began), await businessOf(merchant, ended)]).toEqual([before, rest]);
});

test("a fee given back next month stays an expense of the month it was taken in", async () => {
  const merchant = await cardMerchant(desk, "20.00");
  await issuerWill(desk, "refuseCards", { openingSeconds: 300 });
  const { ids } = await desk.call(cardEndpoints.applyForCards, { userCardDTO: [cardWish()] }, merchant);
  await desk.app.platform.outbox.deliverDue();
  const taken = month();
  await midMonth();
  const request = { grain: "month", period: taken } as const;
  const first = await papersOf(merchant, request);
  expect(await businessOf(merchant, taken)).toMatchObject({ expense: "1.00" });
  await desk.app.platform.database.transaction((tx) => desk.app.platform.jobs.send(tx, "cardIssuer.tell", {}));
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await desk.call(cardEndpoints.card, { id: ids[0]! }, merchant)).cardStatus === "failed" ? true : undefined;
  });
  await issuerWill(desk, "normal");
  const given = month();
  await midMonth();
  expect(await papersOf(merchant, request)).toEqual(first);
  expect(await businessOf(merchant, given)).toEqual({ other: "1.00" });
  expect(await vouchersOf(merchant, given)).toContain("开卡费退回");
  const list = await desk.call(activityEndpoints.moneyEvents, { filters: { kind: ["cardFee"] } }, merchant);
  expect(list.records).toEqual([]);
});

test("vouchers are in yuan at the rate of the day the money was booked, not of the day it was asked for", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const { id } = await withdraw(desk, merchant, source.id, "2000.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  const rateWas = (CNY: string, at: Date) =>
    desk.database.query("insert into fx_rate_board (grain, at, source, per_dollar) values ('days', $1, 'test', $2)", [
      at,
      JSON.stringify({ CNY, USD: "1" }),
    ]);
  // As if it had been asked for three days before the bank paid it, at another rate.
  await desk.database.query("update money_event set effective_at = effective_at - interval '3 days' where id = $1", [
    id,
  ]);
  await rateWas("8.0", new Date(desk.clock.now().getTime() - 86_400_000));
  const paid = month();
  const ratesIn = async (of: string) => {
    const [headers, ...lines] = (await vouchersOf(merchant, of)).split("\n").map((line) => line.split(","));
    const at = headers!.indexOf("汇率");
    return new Set(lines.filter((cells) => cells.join().includes("提现")).map((cells) => cells[at]));
  };
  expect(await ratesIn(paid)).toEqual(new Set(["8.000000"]));
  await midMonth();
  await rateWas("9.0", new Date(desk.clock.now().getTime() - 86_400_000));
  expect(await atBank(desk, reference, "return")).toEqual(["returned"]);
  // What comes back does so at the rate it left at.
  expect(await ratesIn(month())).toEqual(new Set(["8.000000"]));
});
