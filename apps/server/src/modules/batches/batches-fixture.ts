import { batchEndpoints as calls, batchFamilies, type BatchDetail } from "@coralhub/contract";
import type { BatchState, PayoutKind } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { until, type Desk } from "../income/income-fixture.ts";

export const { pay } = batchFamilies;

const HEADER = [
  "收款户名",
  "户名类型",
  "国家或地区",
  "币种",
  "清算代码",
  "收款账号",
  "账户类型",
  "SWIFT / BIC",
  "到账金额",
  "附言",
];
/** An American supplier: its number follows from its place. */
export const american = (at: number, amount = "120.00", more: Partial<Record<number, string>> = {}): string[] => {
  const row = [
    `SUPPLIER ${at} LLC`,
    "企业",
    "US",
    "USD",
    "021000021",
    String(4_830_000_000 + at),
    "checking",
    "",
    amount,
    "",
  ];
  return row.map((text, place) => more[place] ?? text);
};
export const sheet = (rows: readonly string[][]): string => [HEADER, ...rows].map((row) => row.join("\t")).join("\n");

export const batchOf = (desk: Desk, merchant: TestMerchant, id: string): Promise<BatchDetail> =>
  desk.call(calls.batch, { id }, merchant);

export const batchReaches = (desk: Desk, merchant: TestMerchant, id: string, state: BatchState) =>
  until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const batch = await batchOf(desk, merchant, id);
    return batch.state === state ? batch : undefined;
  });

/** Pasted and read. */
export async function openSheet(
  desk: Desk,
  merchant: TestMerchant,
  rows: readonly string[][],
  kind: PayoutKind = "supplier",
) {
  const { id } = await desk.call(pay.paste, { kind, text: sheet(rows), title: "十一月货款" }, merchant);
  return batchReaches(desk, merchant, id, "toConfirm");
}

/** The price of now and the code for it. */
export async function prepareBatch(desk: Desk, merchant: TestMerchant, id: string) {
  const quote = await desk.call(pay.quote, { id }, merchant);
  await desk.call(pay.sendCode, { id, quoteId: quote.quoteId }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  return { quote, confirmation: { id, quoteId: quote.quoteId, verifyCode } };
}

export const runJob = (desk: Desk, name: "batches.follow" | "batches.parse" | "batches.pay", data: object = {}) =>
  desk.app.platform.database.transaction((tx) => desk.app.platform.jobs.send(tx, name, data));
