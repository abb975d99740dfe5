import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutboxService } from "../../platform/outbox.ts";
import { fewestStatements } from "../../platform/statements-fixture.ts";
import { bookProblems, minor, moneyOn, type Desk } from "../income/income-fixture.ts";
import { limitsAre, startPayouts } from "./payouts-fixture.ts";
import {
  confirmOpen,
  countBy,
  outcomeOf,
  prepared,
  programPayer,
  type Prepared,
  type ProgramPayer,
} from "./program-payer-fixture.ts";

/** What one confirmation costs the database, and what twenty of the same moment cost together. May only fall. */
const STATEMENTS_FOR_ONE = 25;
const STATEMENTS_FOR_TWENTY = 75;

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
});
afterAll(() => desk.close());

const confirm = (request: Prepared) => confirmOpen(desk, request, `confirm-${request.id}`);
const many = async (count: number, amount: string) => {
  const payers: ProgramPayer[] = [];
  for (let n = 0; n < count; n++) payers.push(await programPayer(desk, amount));
  return payers;
};

test("each of many at the same moment is answered by itself, and a refusal leaves nothing behind", async () => {
  const [fine, short, frozen, changed] = (await many(4, "1000.00")) as [
    ProgramPayer,
    ProgramPayer,
    ProgramPayer,
    ProgramPayer,
  ];
  const requests = {
    fine: await prepared(desk, fine, 3, "100.00"),
    short: await prepared(desk, short, 2, "600.00"),
    frozen: await prepared(desk, frozen, 1, "100.00"),
    changed: await prepared(desk, changed, 1, "100.00"),
  };
  const account = (state: string, reason: string | null) =>
    desk.database.query("update receiving_account set state = $2, reason = $3 where id = $1", [
      frozen.source.id,
      state,
      reason,
    ]);
  await account("frozen", "测试");
  await desk.database.query("update beneficiary set version = version + 1 where id = $1", [changed.beneficiaryId]);
  // One promise for two payments is kept once.
  const twice = { ...(await prepared(desk, fine, 1, "100.00"))[0]!, quoteId: requests.fine[0]!.quoteId };
  const all = [...requests.fine, twice, ...requests.short, ...requests.frozen, ...requests.changed];
  const answers = await Promise.all(all.map(confirm));
  const outcomes = answers.map(outcomeOf);
  expect(countBy(outcomes.slice(0, 4))).toEqual({ submitted: 3, "这个报价已经用过，请重新询价": 1 });
  expect(outcomes.slice(4, 6).filter((outcome) => outcome === "submitted")).toHaveLength(1);
  expect(outcomes.slice(4, 6).find((outcome) => outcome !== "submitted")).toContain("余额不足");
  expect(outcomes[6]).toContain("账户");
  expect(outcomes[7]).toContain("收款");
  expect(await moneyOn(desk, fine.merchant, fine.source.id)).toMatchObject({ available: minor("700.00") });
  expect(await moneyOn(desk, short.merchant, short.source.id)).toMatchObject({ available: minor("400.00") });
  expect(await moneyOn(desk, frozen.merchant, frozen.source.id)).toEqual({ available: minor("1000.00"), held: 0n });
  // Neither its promise nor its key was used up.
  await account("open", null);
  expect(outcomeOf(await confirm(requests.frozen[0]!))).toBe("submitted");
  // Who asks again under the same key hears the same.
  expect(outcomeOf(await confirm(requests.fine[1]!))).toBe("submitted");
  expect(await bookProblems(desk)).toEqual([]);
});

test("what is another merchant's is not found, though its owner confirms it in the same moment", async () => {
  const [owner, stranger] = (await many(2, "3000.00")) as [ProgramPayer, ProgramPayer];
  const theirs = await prepared(desk, owner, 6, "100.00");
  const [own] = await prepared(desk, stranger, 1, "100.00");
  const calls = theirs.flatMap((request) => [
    { request, asks: "the owner" },
    { request: { ...request, who: stranger }, asks: "the stranger" },
    // A promise of somebody else's is none.
    { request: { ...own!, quoteId: request.quoteId }, asks: "with a stranger's promise" },
  ]);
  const heard = await Promise.all(
    calls.map(async ({ request, asks }) => `${asks}: ${(await confirmOpen(desk, request)).status}`),
  );
  expect(countBy(heard)).toEqual({ "the owner: 200": 6, "the stranger: 404": 6, "with a stranger's promise: 404": 6 });
  expect(await moneyOn(desk, stranger.merchant, stranger.source.id)).toEqual({ available: minor("3000.00"), held: 0n });
});

test("sums of the day count what goes in the same moment", async () => {
  await limitsAre(desk, { approval: 300, mainland: 600 });
  try {
    const [who] = (await many(1, "2000.00")) as [ProgramPayer];
    const answers = await Promise.all((await prepared(desk, who, 8, "100.00")).map(confirm));
    const outcomes = countBy(answers.map(outcomeOf).map((text) => (/^[a-z]+$/i.test(text) ? text : "refused")));
    expect(outcomes).toEqual({ submitted: 3, awaitingApproval: 3, refused: 2 });
  } finally {
    await limitsAre(desk, {});
  }
});

test("one confirmation takes few statements, and twenty of the same moment hardly more", async () => {
  const payers = await many(4, "9000.00");
  // Sending is not what is counted.
  await (desk.app.platform.outbox as OutboxService).stop();
  const prepare = async (each: number) => {
    const requests = await Promise.all(payers.map((who) => prepared(desk, who, each, "60.00")));
    return requests.flat();
  };
  await Promise.all((await prepare(1)).map(confirm));
  const all = async (requests: readonly Prepared[]) => {
    const answers = await Promise.all(requests.map(confirm));
    expect(countBy(answers.map(outcomeOf))).toEqual({ submitted: requests.length });
  };
  const one = await fewestStatements(
    STATEMENTS_FOR_ONE,
    (_round, request) => all(request),
    async () => prepared(desk, payers[0]!, 1, "60.00"),
  );
  expect(one.length, one.join("\n")).toBeLessThanOrEqual(STATEMENTS_FOR_ONE);
  const twenty = await fewestStatements(
    STATEMENTS_FOR_TWENTY,
    (_round, requests) => all(requests),
    async () => prepare(5),
  );
  expect(twenty.length, twenty.join("\n")).toBeLessThanOrEqual(STATEMENTS_FOR_TWENTY);
  expect(await bookProblems(desk)).toEqual([]);
});
