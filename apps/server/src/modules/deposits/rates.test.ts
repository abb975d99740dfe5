import { approvalEndpoints, depositEndpoints as calls } from "@coralhub/contract";
import { formatMoney, parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import {
  becomes,
  place,
  placementOf,
  readyMerchant,
  travel,
  withDeposits,
  type DepositsServer,
} from "./deposits-fixture.ts";

let server: DepositsServer;
withDeposits((started) => void (server = started));

const refused = (reason: string): unknown => expect.objectContaining({ reason });

test("rates change from a day on by two people; what was agreed keeps its rate", async () => {
  const finance = { token: await server.operatorToken("finance") };
  const merchant = await readyMerchant(server, "20000.00");
  const id = await place(server, merchant, { amount: "1500.00", currency: "USD", termMonths: 1 });
  const propose = (from: string) =>
    server.call(calls.proposeDepositRate, { currency: "USD", termMonths: 1, rate: "3.10", from }, finance);
  await expect(propose("2026-11-15")).rejects.toEqual(refused("deposit.rate_in_the_past"));
  const proposal = await propose("2026-11-17");
  const decide = (who: { token: string }) =>
    server.call(calls.decideDepositRate, { id: proposal.id, decision: "approve" }, who);
  await expect(decide(finance)).rejects.toEqual(refused("deposit.rate_same_person"));
  await decide(server.admin);
  await expect(decide(server.admin)).rejects.toEqual(refused("state.changed"));
  const rateNow = async () =>
    (await server.call(calls.depositProducts, {}, merchant)).find(({ currency }) => currency === "USD")!.offers[0]!
      .rate;
  expect(await rateNow()).toBe("3.60");
  await travel(server, "2026-11-17T10:00:00+08:00", merchant);
  expect(await rateNow()).toBe("3.10");
  expect((await placementOf(server, merchant, id)).rate).toBe("3.60");
});

test("smallest, largest and the days of a year change from a day on by two people; what was agreed keeps its own, a renewal takes the new", async () => {
  const finance = { token: await server.operatorToken("finance") };
  const merchant = await readyMerchant(server, "20000.00", "CAD");
  const dollars = (text: string) => parseMoney(text, "CAD");
  const request = { amount: "2000.00", currency: "CAD", termMonths: 1, instruction: "renewAll" } as const;
  const id = await place(server, merchant, request);
  await becomes(server, merchant, id, "held");
  const small = await place(server, merchant, { ...request, amount: "1600.00" });
  await becomes(server, merchant, small, "held");
  const terms = { currency: "CAD", minimum: dollars("2000.00"), maximum: dollars("3000.00"), yearDays: 360 } as const;
  const propose = (from: string, more: object = {}) =>
    server.call(calls.proposeDepositTerms, { ...terms, from, reason: "合作银行来函", ...more }, finance);
  await expect(propose("2026-11-15")).rejects.toEqual(refused("deposit.rate_in_the_past"));
  await expect(propose("2026-11-17", { minimum: dollars("3000.01") })).rejects.toEqual(refused("input.invalid"));
  await expect(propose("2028-11-17")).rejects.toMatchObject({
    reason: "input.invalid",
    fields: { from: expect.stringContaining("两年以内") as unknown },
  });
  const asItIs = { minimum: dollars("1500.00"), maximum: dollars("700000.00"), yearDays: 365 };
  await expect(propose("2026-11-17", asItIs)).rejects.toEqual(refused("deposit.terms_same"));
  const { approvalId } = await propose("2026-11-17");
  const decide = (who: { token: string }) =>
    server.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve", note: "" }, who);
  await expect(decide(finance)).rejects.toEqual(refused("approval.two_people"));
  await decide(server.admin);
  const now = async () => {
    const products = await server.call(calls.depositProducts, {}, merchant);
    const { minimum, maximum, yearDays } = products.find(({ currency }) => currency === "CAD")!;
    return [formatMoney(minimum), formatMoney(maximum), yearDays];
  };
  expect(await now()).toEqual(["1500.00", "700000.00", 365]);
  const shown = await server.call(calls.depositRates, {}, finance);
  expect(shown.terms.changes).toMatchObject([{ ...terms, from: "2026-11-17", reason: "合作银行来函" }]);
  expect(shown.terms.changes[0]!.approvedBy).not.toBe(shown.terms.changes[0]!.proposedBy);
  await travel(server, "2026-11-17T10:00:00+08:00", merchant);
  expect(await now()).toEqual(["2000.00", "3000.00", 360]);
  const session = (amount: string) =>
    server.call(
      calls.openPlacementSession,
      { amount: dollars(amount), termMonths: 1, instruction: "payOut", renewAmount: null },
      merchant,
    );
  await expect(session("1999.99")).rejects.toEqual(refused("deposit.below_minimum"));
  await expect(session("3000.01")).rejects.toEqual(refused("deposit.above_maximum"));
  // 3,000 × 2.30 % × 30 ÷ 360
  expect(await session("3000.00")).toMatchObject({ yearDays: 360, days: 30, interest: dollars("5.75") });
  // The running one earns as agreed: 2,000 × 2.30 % × 30 ÷ 365 = 3.7808…
  expect(await placementOf(server, merchant, id)).toMatchObject({ yearDays: 365, interest: dollars("3.78") });
  await travel(server, "2026-12-16T10:00:00+08:00", merchant);
  await server.runJob("deposits.end-matured");
  const { renewedTo, paidInterest } = await becomes(server, merchant, id, "renewed");
  expect(paidInterest).toEqual(dollars("3.78"));
  // What goes on begins by the new terms: 2,003.78 × 2.30 % × 33 ÷ 360 = 4.2246…; 16 January is a Saturday.
  const next = { principal: dollars("2003.78"), yearDays: 360, days: 33, interest: dollars("4.22") };
  expect(await placementOf(server, merchant, renewedTo!)).toMatchObject(next);
  // Too little since the smallest was raised: paid out, and its timeline says why.
  const { timeline } = await becomes(server, merchant, small, "matured");
  expect(timeline.find(({ action }) => action === "mature")!.note).toContain("低于最少存入 CAD 2,000.00");
});
