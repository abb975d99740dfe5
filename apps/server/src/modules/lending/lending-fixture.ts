import {
  activityEndpoints,
  lenderEndpoints as lender,
  lendingEndpoints as calls,
  statementEndpoints,
  type CallInput,
  type CallOutput,
} from "@coralhub/contract";
import { addressOf, moneyRecordAddress, parseMoney, toShanghaiDay, type MoneyKind } from "@coralhub/domain";
import type { TestMerchant, TestServer } from "@coralhub/testkit";
import { beforeEach, expect } from "vitest";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { freshCode } from "../deposits/deposits-fixture.ts";
import { until } from "../income/income-fixture.ts";
import { BEGIN, certifiedAs, withStaff, type StaffedServer } from "../operations/staff-fixture.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Certified, with half a year of income in the books and money in the wallet. */
export async function sellerOf(server: TestServer, monthly = "12000.00"): Promise<TestMerchant> {
  const merchant = await certifiedAs(server, "person", "林知夏");
  for (const month of ["05", "06", "07", "08", "09", "10"]) {
    await server.database.query(
      `insert into ledger_day_credit (merchant_id, day, kind, reason, currency, amount)
       values ($1, $2, 'collection', 'income.credited', 'USD', $3)`,
      [merchant.userId, `2026-${month}-10`, parseMoney(monthly, "USD").minor.toString()],
    );
  }
  return merchant;
}

/** The bank has paid out, its answer is lost and the attempt is over; nobody asks again by himself for a day. */
export const withoutRetry = ({ database }: TestServer, { userId }: TestMerchant): Promise<unknown> =>
  until(async () => {
    const [put] = await database.query(
      `update outbox o set due_at = o.due_at + interval '1 day'
       from sandbox_lender_request r where r.reference = o.reference and r.kind = 'payOut' and r.state = 'accepted'
         and o.topic = 'lender.pay-out' and o.owner_id = $1 and o.attempts > 0 and o.lease_ends_at is null returning 1`,
      [userId],
    );
    return put;
  });

/** What a paper says. */
export const proofText = async (file: Promise<{ blob: Blob }>): Promise<string> =>
  pdfText(new Uint8Array(await (await file).blob.arrayBuffer()));

export type LoanPaper = "statement" | "contract";
export const paperOf = async (server: TestServer, merchant: TestMerchant, paper: LoanPaper): Promise<string> =>
  (
    await server.call(
      calls.uploadLoanPaper,
      { file: new File([PNG], "材料.png", { type: "image/png" }), paper },
      merchant,
    )
  ).fileId;

export type LoanRequest = Partial<CallInput<typeof calls.applyForLoan.input>>;
/** With its papers; 10,000 USD for three months unless another request is given. */
export async function applyFor(server: TestServer, merchant: TestMerchant, request: LoanRequest = {}): Promise<string> {
  const papers = [await paperOf(server, merchant, "statement"), await paperOf(server, merchant, "contract")];
  const input = {
    product: "order",
    amount: parseMoney("10000.00", "USD"),
    termMonths: 3,
    way: "interestOnly",
    purpose: "stock",
    incomeShare: 0,
    papers,
    agreed: true,
    ...request,
  } as const;
  return (await server.call(calls.applyForLoan, input, merchant)).id;
}

/** How far data on their way to ICBC have come. */
export const toldAs = (server: TestServer, merchant: TestMerchant, kind: "user" | "orders", state: string) =>
  until(async () => {
    const told = (await server.call(calls.icbcFinanceStatus, {}, merchant))[kind];
    return told.state === state ? told : undefined;
  });

export type LenderMood = Partial<CallInput<typeof lender.setLenderSettings.input>>;
/** Says yes to everything at once, but for what is told. */
export const setLender = (server: TestServer, admin: { token: string }, mood: LenderMood) => {
  const usual = { applications: "accept", payOuts: "accept", uploads: "accept", delaySeconds: 0 } as const;
  return server.call(lender.setLenderSettings, { ...usual, ...mood }, admin);
};

type Closed = Pick<CallOutput<typeof calls.loan.output>, "id" | "amount" | "repayments" | "timeline">;
/** It ended; what was borrowed and paid back was neither income nor expense, and what it cost was an expense. */
export async function isClosed(
  server: TestServer,
  merchant: TestMerchant,
  { id, amount, repayments, timeline }: Closed,
) {
  expect(timeline.map(({ action }) => action)).toContain("close");
  const cost = repayments.reduce((sum, one) => sum + one.amount.minor, -amount.minor);
  const { records } = await server.call(activityEndpoints.moneyEvents, { pageSize: 50 }, merchant);
  const net = (kind: MoneyKind) =>
    records.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.net.minor, 0n);
  expect([net("loanDrawn"), net("loanRepaid"), net("loanInterest")]).toEqual([amount.minor, -amount.minor, -cost]);
  // Interest is what the loan costs, no fee of a payment; each event leads to the loan.
  const told = records.filter((row) => row.kind.startsWith("loan"));
  expect(told.map(({ fee }) => fee.minor)).toEqual(told.map(() => 0n));
  expect(new Set(told.map(moneyRecordAddress))).toEqual(new Set([addressOf("loan", { id })]));
  // What was paid back stands on the loan's page under the number the list has for it.
  const paidBack = told.filter((row) => row.kind !== "loanDrawn").map(({ reference }) => reference);
  expect(new Set(paidBack)).toEqual(new Set(repayments.map(({ reference }) => reference)));
  const kind = ["loanDrawn", "loanRepaid", "loanInterest"];
  const [totals] = await server.call(activityEndpoints.moneyTotals, { filters: { kind } }, merchant);
  const { income, expense, financing } = totals!;
  expect([income.minor, expense.minor, financing.minor]).toEqual([0n, cost, 0n]);
  // The month's archive has it in a file of its own.
  const month = toShanghaiDay(repayments.at(-1)!.at).slice(0, 7);
  const { blob } = await server.call(statementEndpoints.monthPack, { month }, merchant);
  expect(Buffer.from(await blob.arrayBuffer()).includes(`融资-${month}`)).toBe(true);
}

/** One server for a whole file; each test begins at the same noon, with a lender that says yes. */
export function withLending(take: (server: StaffedServer) => void): void {
  let server: StaffedServer;
  withStaff((started) => take((server = started)));
  beforeEach(async () => {
    server.clock.set(BEGIN);
    await setLender(server, server.admin, {});
  });
}

export const loanOf = (server: TestServer, merchant: TestMerchant, id: string) =>
  server.call(calls.loan, { id }, merchant);
export const loanBecomes = (server: TestServer, merchant: TestMerchant, id: string, state: string) =>
  until(async () => {
    const loan = await loanOf(server, merchant, id);
    return loan.state === state ? loan : undefined;
  });
/** The code for its signature, as the phone gets it. */
export const codeFor = (server: TestServer, merchant: TestMerchant, id: string): Promise<string> =>
  freshCode(server, merchant.mobile, () => server.call(calls.sendLoanCode, { id }, merchant));
