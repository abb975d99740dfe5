import { ALL_ENDPOINTS, payoutEndpoints as calls, payoutFamilies } from "@coralhub/contract";
import { OWN_LIMITS } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desk } from "../income/income-fixture.ts";
import { bindAccount, citic, prepare, readyMerchant, startPayouts, usd } from "./payouts-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
});
afterAll(() => desk.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const terms = () => desk.call(calls.payoutTerms, {}, desk.reviewer);
const agree = (id: string, who: { token: string }) =>
  desk.call(ALL_ENDPOINTS.approvals.decideApproval, { id, decision: "approve", note: "" }, who);
const proposeLimits = (limits: Partial<typeof OWN_LIMITS>) =>
  desk.call(calls.proposePayoutLimits, { ...OWN_LIMITS, ...limits, reason: "风险上升" }, desk.finance);

test("a limit set by two people counts at the very next confirmation, also for what was written down before", async () => {
  const { merchant, source } = await readyMerchant(desk, "5000.00");
  const written = await prepare(desk, merchant, source.id, "900.00");
  expect(written.quote.approval).toBeNull();
  const { approvalId } = await proposeLimits({ approval: 500, cooling: 300 });
  expect((await terms()).limits, "nothing changes by one person").toEqual(OWN_LIMITS);
  await expect(agree(approvalId, desk.finance)).rejects.toEqual(refused("approval.two_people"));
  await agree(approvalId, desk.admin);
  expect(await terms()).toMatchObject({ limits: { ...OWN_LIMITS, approval: 500, cooling: 300 } });

  expect(await desk.call(citic.confirm, written.confirmation, merchant)).toMatchObject({ state: "awaitingApproval" });
  const { accounts } = await desk.call(citic.overview, {}, merchant);
  expect(accounts[0]!.approvalAbove).toEqual(usd("500.00"));
  desk.clock.advance({ seconds: 61 });
  // A changed account rests, and the page says what the server counts by.
  await bindAccount(desk, merchant, {
    bankCode: "308584000013",
    accountNumber: "755912345610831",
    bankName: "招商银行",
  });
  const { payees } = await desk.call(citic.overview, {}, merchant);
  const fresh = payees.find(({ coolingUntil }) => coolingUntil !== null)!;
  expect(fresh.coolingLimit).toMatchObject({ currency: "CNY", minor: 210_000n });
  await expect(
    desk.call(citic.trial, { accountId: source.id, amount: usd("301.00"), beneficiaryId: fresh.id }, merchant),
  ).rejects.toEqual(refused("payout.cooling"));
});

test("a cut-off moves what is promised, and a way's costs are those of the table", async () => {
  const { merchant, source } = await readyMerchant(desk, "500.00");
  const request = { accountId: source.id, amount: usd("100.00") };
  const before = (await desk.call(citic.trial, request, merchant)).arrivesOn;
  const way = { way: "citic", cutOff: "00:01", by: "09:00", days: [1, 1], wireDollars: 4 } as const;
  const { approvalId } = await desk.call(
    calls.proposePayoutWay,
    { ...way, days: [1, 1], reason: "银行通知" },
    desk.finance,
  );
  await agree(approvalId, desk.admin);
  const after = await desk.call(citic.trial, request, merchant);
  expect(after.arrivesOn).not.toBe(before);
  expect(after.arrivesOn).toContain("09:00 前");
  expect(after.feeLines.find(({ label }) => label.includes("电报费"))!.amount).toEqual(usd("4.00"));
  const fees = await desk.call(calls.feeConfig, {}, merchant);
  expect(fees.find((row) => row.way === "citic")).toMatchObject({ cutOff: "00:01", wireDollars: 4, days: "1" });
  // Compared with another account, it is by the way on which most of it arrives, not by the first.
  const from = { accountId: "wallet:USD", amount: usd("100.00") };
  const [best] = await desk.call(payoutFamilies.withdrawal.elsewhere, from, merchant);
  const ways = await desk.call(payoutFamilies.withdrawal.ways, request, merchant);
  expect(ways.map((one) => [one.way, one.problem])).toEqual([
    ["citic", null],
    ["local", null],
  ]);
  expect(best).toMatchObject({ accountId: source.id, way: "local" });
  const rows = (await terms()).ways;
  expect(rows.find((row) => row.way === "citic")).toMatchObject({ ...way, setAt: expect.any(Date) as unknown });
  expect(rows.find((row) => row.way === "local")).toMatchObject({ cutOff: "15:00", setAt: null });
});

test("terms that contradict themselves or change nothing are not proposed", async () => {
  await expect(proposeLimits({ cooling: 200_000 })).rejects.toEqual(refused("payout.terms_wrong"));
  await expect(proposeLimits({ approval: 500, cooling: 300 })).rejects.toEqual(refused("payout.terms_same"));
  const local = { way: "local", by: "18:00", reason: "银行通知" } as const;
  const propose = (cutOff: string, days: [number, number]) =>
    desk.call(calls.proposePayoutWay, { ...local, cutOff, days }, desk.finance);
  await expect(propose("15:00", [2, 1])).rejects.toEqual(refused("payout.terms_wrong"));
  await expect(propose("18:00", [0, 0])).rejects.toEqual(refused("payout.terms_wrong"));
  await expect(propose("25:00", [1, 1])).rejects.toEqual(refused("input.invalid"));
});
