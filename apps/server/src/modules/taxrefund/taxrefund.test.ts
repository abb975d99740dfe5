import { taxRefundEndpoints as calls, type CallInput } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const HOLDER = "深圳珊瑚贸易有限公司";
let server: TestServer;
let admin: { token: string };
let finance: { token: string };
let reviewer: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set("2026-11-16T12:00:00+08:00");
  admin = { token: await server.operatorToken("admin") };
  finance = { token: await server.operatorToken("finance") };
  reviewer = { token: await server.operatorToken("reviewer") };
});
afterAll(() => server.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
let count = 0;
async function exporter(kind = "mainland"): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', kind = $2, subject_name = $3, open_user_id = 'OU' || $1::text
     where merchant_id = $1`,
    [merchant.userId, kind, HOLDER],
  );
  return merchant;
}
/** An income as the books would have left it; its account and postings do not matter here. */
async function received({ userId }: TestMerchant, amount: string): Promise<string> {
  const id = `0193a5d0-0000-7000-8000-${String(++count).padStart(12, "0")}`;
  await server.database.query(`
    set session_replication_role = replica;
    insert into income (merchant_id, id, receiving_account_id, payer_name, currency, amount_minor, rail, rail_reference, state,
      announced_at, arrived_at, credited_at, changed_at, hold_posting_id, final_posting_id)
    values ('${userId}', '${id}', '${id}', 'ACME LLC', 'USD', ${parseMoney(amount, "USD").minor}, 'bank', 'REF${count}',
      'credited', '2026-10-20', '2026-10-20', '2026-10-20', '2026-10-20', '${id}', '${id}');
    set session_replication_role = default`);
  return id;
}
type Filed = CallInput<typeof calls.applyForTaxRefund.input>;
const paper = async (merchant: TestMerchant, kind: "declaration" | "invoice") =>
  (
    await server.call(
      calls.uploadTaxPaper,
      { file: new File([PNG], "单据.png", { type: "image/png" }), paper: kind },
      merchant,
    )
  ).fileId;
const flowsOf = (receipts: string[], number = "530120260000012345"): Omit<Filed, "papers"> => ({
  declaration: {
    number,
    exportedOn: "2026-10-01",
    goods: "雨衣",
    quantity: "500",
    unit: "件",
    amount: parseMoney("10000.00", "USD"),
    consignor: HOLDER,
  },
  invoice: {
    number: "12345678",
    issuedOn: "2026-09-20",
    goods: "雨衣",
    quantity: "500.0",
    unit: "件",
    net: parseMoney("50000.00", "CNY"),
    vatRate: 13,
    buyer: HOLDER,
  },
  receipts,
});

test("a difference is named, repaired, reviewed, filed, and the refund booked by two people", async () => {
  const merchant = await exporter();
  const [half, rest] = [await received(merchant, "6000.00"), await received(merchant, "3900.00")];
  expect(await server.call(calls.taxReceipts, {}, merchant)).toHaveLength(2);
  const papers = [await paper(merchant, "declaration"), await paper(merchant, "invoice")];
  const wrong = flowsOf([half]);
  wrong.invoice.quantity = "480";
  const checked = await server.call(calls.checkTaxFlows, wrong, merchant);
  expect(checked.differences.map(({ name }) => name)).toEqual(["quantity", "receipt_short"]);
  expect(checked.differences[1]!.detail).toBe("报关 USD 10,000.00，收款合计 USD 6,000.00");
  await expect(server.call(calls.applyForTaxRefund, { ...wrong, papers: [] }, merchant)).rejects.toEqual(
    refused("taxrefund.papers_missing"),
  );
  const { id, state } = await server.call(calls.applyForTaxRefund, { ...wrong, papers }, merchant);
  expect(state).toBe("differing");
  const ref = { merchantId: merchant.userId, id };
  await expect(server.call(calls.reviewTaxRefund, { ...ref, decision: "file", note: "" }, reviewer)).rejects.toEqual(
    refused("state.changed"),
  );
  // Both receipts: 9,900, within what charges may cost.
  expect(await server.call(calls.correctTaxRefund, { id, ...flowsOf([half, rest]), papers: [] }, merchant)).toEqual({
    state: "reviewing",
  });
  await server.call(calls.reviewTaxRefund, { ...ref, decision: "ask", note: "发票影像不清" }, reviewer);
  expect((await server.call(calls.taxRefund, { id }, merchant)).reason).toBe("发票影像不清");
  await server.call(calls.correctTaxRefund, { id, ...flowsOf([half, rest]), papers: [] }, merchant);
  expect(await server.call(calls.reviewTaxRefund, { ...ref, decision: "file", note: "" }, reviewer)).toEqual({
    state: "filed",
  });

  const other = { ...flowsOf([half], "530120260000099999"), papers };
  expect(
    (await server.call(calls.checkTaxFlows, flowsOf([half], "530120260000099999"), merchant)).differences.map(
      ({ name }) => name,
    ),
  ).toContain("receipt_used");
  await expect(server.call(calls.applyForTaxRefund, { ...other, ...flowsOf([half]) }, merchant)).rejects.toEqual(
    refused("taxrefund.declaration_used"),
  );

  await expect(server.call(calls.decideTaxPayment, { ...ref, decision: "approve" }, admin)).rejects.toEqual(
    refused("taxrefund.no_payment"),
  );
  await server.call(calls.proposeTaxPayment, { ...ref, amount: parseMoney("6500.00", "CNY") }, finance);
  await expect(server.call(calls.decideTaxPayment, { ...ref, decision: "approve" }, finance)).rejects.toEqual(
    refused("taxrefund.same_person"),
  );
  expect(await server.call(calls.decideTaxPayment, { ...ref, decision: "approve" }, admin)).toEqual({
    state: "refunded",
  });
  const done = await server.call(calls.taxRefund, { id }, merchant);
  expect(done).toMatchObject({
    paid: parseMoney("6500.00", "CNY"),
    refund: parseMoney("6500.00", "CNY"),
    deadline: "2027-04-30",
  });
  const [wallet] = await server.database.query<{ balance: string }>(
    "select balance from ledger_account where merchant_id = $1 and code = 'wallet:CNY'",
    [merchant.userId],
  );
  expect(wallet!.balance).toBe("650000");
});

test("only a company, only its own receipts", async () => {
  const person = await exporter("person");
  await expect(server.call(calls.checkTaxFlows, flowsOf([]), person)).rejects.toEqual(refused("taxrefund.not_company"));
  const merchant = await exporter();
  const foreign = await received(person, "10000.00");
  await expect(server.call(calls.checkTaxFlows, flowsOf([foreign]), merchant)).rejects.toEqual(
    refused("taxrefund.receipt_unknown"),
  );
  const names = (
    await server.call(
      calls.checkTaxFlows,
      { ...flowsOf([]), declaration: { ...flowsOf([]).declaration, consignor: "别家公司", exportedOn: "2024-10-01" } },
      merchant,
    )
  ).differences.map(({ name }) => name);
  expect(names).toEqual(["holder_declaration", "invoice_late", "no_receipt", "deadline"]);
});
