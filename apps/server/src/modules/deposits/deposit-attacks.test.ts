import { depositEndpoints as calls, identityEndpoints } from "@coralhub/contract";
import { daysBetween, parseMoney, simpleInterest, weekdayOf } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { beforeEach, expect, test } from "vitest";
import { stand } from "../outflow/outflow-fixture.ts";
import {
  becomes,
  booksOf,
  certifiedMerchant,
  freshCode,
  place,
  placementOf,
  prepare,
  readyMerchant,
  travel,
  until,
  withDeposits,
  type DepositsServer,
} from "./deposits-fixture.ts";

/** What two clicks at once, a clock at the wrong moment, or somebody else's id would do. */
let server: DepositsServer;
/** Holidays that are announced as we go. */
const closed = new Set<string>();
withDeposits((started) => void (server = started), {
  isBankingDay: (_calendar, day) => weekdayOf(day) <= 5 && !closed.has(day),
});
beforeEach(() => closed.clear());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const held = async (merchant: TestMerchant, request: Parameters<typeof place>[2]): Promise<string> => {
  const id = await place(server, merchant, request);
  await becomes(server, merchant, id, "held");
  return id;
};

test("a price shown before the cut-off cannot be agreed on after it: its first day would be over", async () => {
  const merchant = await readyMerchant(server, "5000.00");
  await travel(server, "2026-11-16T16:57:00+08:00", merchant);
  const { session, input } = await prepare(server, merchant, { amount: "5000.00" });
  expect(session.valueDate).toBe("2026-11-16");
  server.clock.set("2026-11-16T17:00:00+08:00");
  await expect(server.call(calls.confirmPlacement, input, merchant)).rejects.toEqual(
    refused("deposit.session_expired"),
  );
  await expect(server.call(calls.sendPlacementCode, { sessionId: session.sessionId }, merchant)).rejects.toEqual(
    refused("deposit.session_expired"),
  );
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(500_000n);
  expect((await prepare(server, merchant, { amount: "5000.00" })).session.valueDate).toBe("2026-11-17");
});

test("taken out ten times at once, and instructed meanwhile: the money comes back once", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  const id = await held(merchant, { amount: "20000.00" });
  await travel(server, "2027-02-14T10:00:00+08:00", merchant);
  const ask = () => server.call(calls.sendBreakCode, { id }, merchant);
  const verifyCode = await freshCode(server, merchant.mobile, ask);
  const instruct = { id, instruction: "renewAll", renewAmount: null } as const;
  const [, ...breaks] = await Promise.allSettled([
    server.call(calls.modifyMaturityInstruction, instruct, merchant),
    ...Array.from({ length: 10 }, () => server.call(calls.breakPlacement, { id, verifyCode }, merchant)),
  ]);
  expect(breaks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const books = await booksOf(server, merchant);
  expect(books["wallet:USD"]).toBe(2_002_500n);
  expect([books[`deposit:USD:${id}`], books[`interest:USD:${id}`]]).toEqual([undefined, undefined]);
});

test("another merchant's account, operator, price and deposit do not exist, whatever is asked of them", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  const id = await held(merchant, { amount: "5000.00" });
  const { session } = await prepare(server, merchant, { amount: "5000.00" });
  const { sessionId } = session;
  const company = await certifiedMerchant(server, "mainland", "深圳市越海贸易有限公司");
  await server.call(calls.applyForModule, { currencies: ["USD"], agreed: true }, company);
  const person = { name: "林雅楠", duty: "maker", email: "maker@yuehai.example" } as const;
  const operator = await server.call(calls.saveOperator, person, company);
  const other = await certifiedMerchant(server, "mainland", "宁波海蓝雨具有限公司");
  await server.call(calls.applyForModule, { currencies: ["USD"], agreed: true }, other);
  const before = await placementOf(server, merchant, id);
  const asked: Record<string, [() => Promise<unknown>, string]> = {
    placement: [() => placementOf(server, other, id), "not_found"],
    interest: [() => server.call(calls.placementInterest, { id }, other), "not_found"],
    certificate: [() => server.call(calls.depositCertificate, { id }, other), "not_found"],
    instruct: [
      () => server.call(calls.modifyMaturityInstruction, { id, instruction: "renewAll", renewAmount: null }, other),
      "not_found",
    ],
    trial: [() => server.call(calls.breakTrial, { id }, other), "not_found"],
    breakCode: [() => server.call(calls.sendBreakCode, { id }, other), "not_found"],
    break: [() => server.call(calls.breakPlacement, { id, verifyCode: "123456" }, other), "not_found"],
    code: [() => server.call(calls.sendPlacementCode, { sessionId }, other), "deposit.session_unknown"],
    confirm: [
      () => server.call(calls.confirmPlacement, { sessionId, verifyCode: "123456" }, other),
      "deposit.session_unknown",
    ],
    correct: [() => server.call(calls.saveOperator, { ...person, ...operator }, other), "not_found"],
    remove: [() => server.call(calls.removeOperator, operator, other), "not_found"],
    verify: [() => server.call(calls.verifyOperator, { ...operator, code: "123456" }, other), "not_found"],
  };
  const { blockers } = await server.call(identityEndpoints.closing, {}, merchant);
  expect(blockers.map((one) => one.reason)).toContain("还有 1 笔定期存款没有结束");
  for (const [name, [ask, reason]] of Object.entries(asked)) await expect(ask(), name).rejects.toEqual(refused(reason));
  expect(await placementOf(server, merchant, id)).toEqual(before);
});

test("frozen, nothing is placed and nothing is taken out; what has matured still comes back", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  const id = await held(merchant, { amount: "10000.00" });
  const { input } = await prepare(server, merchant, { amount: "5000.00" });
  const verifyCode = await freshCode(server, merchant.mobile, () => server.call(calls.sendBreakCode, { id }, merchant));
  await stand(server, merchant.userId, "frozen");
  await expect(server.call(calls.confirmPlacement, input, merchant)).rejects.toBeDefined();
  await expect(server.call(calls.breakPlacement, { id, verifyCode }, merchant)).rejects.toBeDefined();
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(1_000_000n);
  await travel(server, "2027-05-17T09:00:00+08:00", merchant);
  await server.runJob("deposits.end-matured");
  await becomes(server, merchant, id, "matured");
});

test("a holiday announced later moves a maturity to the next banking day, once, and it earns until then", async () => {
  const merchant = await readyMerchant(server, "20000.00");
  const id = await held(merchant, { amount: "20000.00" });
  const agreed = await placementOf(server, merchant, id);
  expect(agreed.maturesOn).toBe("2027-05-17");
  await server.database.query("update deposit_placement set reminded_at = created_at where id = $1", [id]);
  closed.add("2027-05-17");
  closed.add("2027-05-18");
  await Promise.all([server.runJob("deposits.end-matured"), server.runJob("deposits.end-matured")]);
  const moved = await until(async () => {
    const now = await placementOf(server, merchant, id);
    return now.maturesOn === agreed.maturesOn ? undefined : now;
  });
  const days = daysBetween("2026-11-16", "2027-05-19");
  const interest = simpleInterest(parseMoney("20000.00", "USD"), agreed.rate, days, 360);
  expect(moved).toMatchObject({ maturesOn: "2027-05-19", days, interest });
  expect(moved.timeline.filter(({ action }) => action === "redate")).toMatchObject([
    { label: "节假日公布，到期日顺延", note: "2027-05-17 改为 2027-05-19，利息计到当日" },
  ]);
  // Its owner was told of the old day, and is told of the new one when it comes near.
  expect(await server.database.query("select reminded_at as at from deposit_placement where id = $1", [id])).toEqual([
    { at: null },
  ]);
  await travel(server, "2027-05-19T09:00:00+08:00", merchant);
  await server.runJob("deposits.end-matured");
  const ended = await becomes(server, merchant, id, "matured");
  expect(ended.paidInterest).toEqual(interest);
  expect((await booksOf(server, merchant))["wallet:USD"]).toBe(2_000_000n + interest.minor);
});
