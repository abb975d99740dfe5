import {
  identityEndpoints,
  operationsEndpoints,
  taxRefundEndpoints as calls,
  type CallInput,
} from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import { certifiedAs, withStaff, type StaffedServer } from "../operations/staff-fixture.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const HOLDER = "深圳珊瑚贸易有限公司";
let server: StaffedServer;
let admin: { token: string };
let finance: { token: string };
let reviewer: { token: string };
withStaff((started) => ({ admin, finance, reviewer } = server = started));

const refused = (reason: string): unknown => expect.objectContaining({ reason });
let count = 0;
const exporter = (kind = "mainland"): Promise<TestMerchant> => certifiedAs(server, kind, HOLDER);
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
  // Both receipts: 9,900, within what charges may cost. What it holds itself is not taken by another.
  expect((await server.call(calls.checkTaxFlows, { id, ...flowsOf([half, rest]) }, merchant)).differences).toEqual([]);
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

  const approve = (who: { token: string }, amount = "6500.00") =>
    server.call(calls.decideTaxPayment, { ...ref, decision: "approve", amount: parseMoney(amount, "CNY") }, who);
  await expect(approve(admin)).rejects.toEqual(refused("taxrefund.no_payment"));
  const atDesk = async () => (await server.call(operationsEndpoints.waiting, {}, finance)).taxrefunds;
  const before = await atDesk();
  await server.call(calls.proposeTaxPayment, { ...ref, amount: parseMoney("6500.00", "CNY") }, finance);
  // It waits for a second person: the desk says so.
  expect(await atDesk()).toBe(before + 1);
  // The second person decides on what they saw; and what is being paid is not declined.
  await expect(approve(admin, "6400.00")).rejects.toEqual(refused("taxrefund.payment_changed"));
  const decline = { decision: "decline", note: "税务机关不予退税" } as const;
  await expect(server.call(calls.reviewTaxRefund, { ...ref, ...decline }, reviewer)).rejects.toEqual(
    refused("taxrefund.payment_waiting"),
  );
  await expect(approve(finance)).rejects.toEqual(refused("taxrefund.same_person"));
  expect(await approve(admin)).toEqual({ state: "refunded" });
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
  const own = await received(merchant, "10000.00");
  await expect(server.call(calls.checkTaxFlows, flowsOf([own, own]), merchant)).rejects.toThrow("填写的内容有误");
  const names = (
    await server.call(
      calls.checkTaxFlows,
      { ...flowsOf([]), declaration: { ...flowsOf([]).declaration, consignor: "别家公司", exportedOn: "2024-10-01" } },
      merchant,
    )
  ).differences.map(({ name }) => name);
  expect(names).toEqual(["holder_declaration", "invoice_late", "no_receipt", "deadline"]);
});

/** Orders behind an income, as matching would have left them. */
async function ordered({ userId }: TestMerchant, incomeId: string, amount: string, refunded = "0.00"): Promise<void> {
  const id = `0193a5d1-0000-7000-8000-${String(++count).padStart(12, "0")}`;
  await server.database.query(`
    set session_replication_role = replica;
    insert into trade_order (merchant_id, id, upload_id, line, platform, order_number, ordered_at, currency, amount_minor,
      refunded_minor, given, findings, state, created_at, changed_at)
    values ('${userId}', '${id}', '${id}', 1, 'AMAZON', 'NO${count}', '2026-10-01', 'USD', ${parseMoney(amount, "USD").minor},
      ${parseMoney(refunded, "USD").minor}, '{}', '{}', 'passed', '2026-10-01', '2026-10-01');
    insert into order_match (merchant_id, id, income_id, order_id, ground, explanation, bound_at)
    values ('${userId}', '${id}', '${incomeId}', '${id}', 'sum', '', '2026-10-20');
    set session_replication_role = default`);
}

test("orders we hold behind the receipts must come to what was declared; where we hold none, they say nothing", async () => {
  const merchant = await exporter();
  const [first, rest] = [await received(merchant, "6000.00"), await received(merchant, "3900.00")];
  const differences = async () =>
    (await server.call(calls.checkTaxFlows, flowsOf([first, rest]), merchant)).differences;
  expect(await differences()).toEqual([]);
  await ordered(merchant, first, "6800.00");
  expect(await differences()).toEqual([]);
  await ordered(merchant, rest, "3000.00", "200.00");
  expect(await differences()).toMatchObject([
    { name: "order_short", detail: "报关 USD 10,000.00，订单合计 USD 9,600.00" },
  ]);
  await ordered(merchant, rest, "200.00");
  expect(await differences()).toEqual([]);

  // Those that can prove an export of this day: both came on 20 October.
  const near = (exportedOn: string) => server.call(calls.taxReceipts, { exportedOn }, merchant);
  expect((await near("2026-03-24")).map(({ id }) => id).toSorted()).toEqual([first, rest].toSorted());
  expect(await near("2026-03-23")).toEqual([]);

  // Filed and refused by the tax office: it ends, and papers and receipts are free again.
  const papers = [await paper(merchant, "declaration"), await paper(merchant, "invoice")];
  const filed = { ...flowsOf([first, rest]), papers };
  const { id } = await server.call(calls.applyForTaxRefund, filed, merchant);
  const ref = { merchantId: merchant.userId, id };
  // A company that is called otherwise by now, and an order that was refunded since: nothing is filed.
  const file = () => server.call(calls.reviewTaxRefund, { ...ref, decision: "file", note: "" }, reviewer);
  const refundedBy = (minor: number) =>
    server.database.query(
      "update trade_order set refunded_minor = $2 where merchant_id = $1 and amount_minor = 680000",
      [merchant.userId, minor],
    );
  await refundedBy(600_000);
  await expect(file()).rejects.toEqual(refused("taxrefund.differs_now"));
  await refundedBy(0);
  const called = (name: string) =>
    server.database.query("update certification set subject_name = $2 where merchant_id = $1", [merchant.userId, name]);
  await called("深圳珊瑚科技有限公司");
  await expect(file()).rejects.toEqual(refused("taxrefund.differs_now"));
  await called(HOLDER);
  await file();
  const refuse = { ...ref, decision: "decline", note: "税务机关：单证不全" } as const;
  expect(await server.call(calls.reviewTaxRefund, refuse, reviewer)).toEqual({ state: "declined" });
  // Two at once with the same invoice and receipts: one of them goes on.
  const twins = await Promise.all(
    ["530120260000012346", "530120260000012347"].map((number) =>
      server.call(calls.applyForTaxRefund, { ...flowsOf([first, rest], number), papers }, merchant),
    ),
  );
  expect(twins.map(({ state }) => state).toSorted()).toEqual(["differing", "reviewing"]);
  const second = twins.find(({ state }) => state === "differing")!;
  const found = (await server.call(calls.taxRefund, { id: second.id }, merchant)).differences;
  expect(found.map(({ name }) => name)).toEqual(["receipt_used", "invoice_used"]);
});

test("another company's application, papers and receipts do not exist, whatever is asked of them", async () => {
  const [merchant, other] = [await exporter(), await exporter()];
  const receipt = await received(merchant, "10000.00");
  const papers = [await paper(merchant, "declaration"), await paper(merchant, "invoice")];
  const number = "530120260000077777";
  const { id } = await server.call(calls.applyForTaxRefund, { ...flowsOf([receipt], number), papers }, merchant);
  const before = await server.call(calls.taxRefund, { id }, merchant);
  const asked: [() => Promise<unknown>, string][] = [
    [() => server.call(calls.taxRefund, { id }, other), "not_found"],
    [() => server.call(calls.cancelTaxRefund, { id }, other), "not_found"],
    [() => server.call(calls.correctTaxRefund, { id, ...flowsOf([], number), papers: [] }, other), "not_found"],
    [() => server.call(calls.checkTaxFlows, { id, ...flowsOf([receipt], number) }, other), "taxrefund.receipt_unknown"],
    [() => server.call(calls.applyForTaxRefund, { ...flowsOf([]), papers }, other), "taxrefund.paper_unknown"],
  ];
  const { blockers } = await server.call(identityEndpoints.closing, {}, merchant);
  expect(blockers.map((one) => one.reason)).toContain("还有 1 笔退税没有结束");
  for (const [ask, reason] of asked) await expect(ask()).rejects.toEqual(refused(reason));
  expect(await server.call(calls.taxRefund, { id }, merchant)).toEqual(before);
});
