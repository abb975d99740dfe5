import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fewestStatements } from "../../platform/statements-fixture.ts";
import { bookProblems, minor, moneyOn, until, type Desk } from "../income/income-fixture.ts";
import { stand } from "../outflow/outflow-fixture.ts";
import { atBank, bankWill, startPayouts } from "./payouts-fixture.ts";
import {
  confirmOpen,
  countBy,
  outcomeOf,
  prepared,
  programPayer,
  type Prepared,
  type ProgramPayer,
} from "./program-payer-fixture.ts";

/** What a payment costs the database from its confirmation to its end, and what twenty of one moment cost. May only fall. */
const STATEMENTS_FOR_ONE = 85;
const STATEMENTS_FOR_TWENTY = 220;

let desk: Desk;
let payers: ProgramPayer[];
vi.setConfig({ testTimeout: 120_000 });
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay", 0, "clearing");
  payers = [];
  for (let n = 0; n < 4; n++) payers.push(await programPayer(desk, "19000.00"));
});
afterAll(() => desk.close());

const preparedBy = async (each: number, who = payers) =>
  (await Promise.all(who.map((payer) => prepared(desk, payer, each, "60.00")))).flat();
async function confirmAll(requests: readonly Prepared[]): Promise<void> {
  const answers = await Promise.all(requests.map((request) => confirmOpen(desk, request)));
  expect(countBy(answers.map(outcomeOf))).toEqual({ submitted: requests.length });
}
const idsOf = (requests: readonly Prepared[]) => requests.map(({ id }) => id);
type Standing = { id: string; state: string; instructed: number; ends: number; told: number };
/** How each stands, how often the bank was told of it, how often it ended, and how often its merchant was told. */
const standing = (requests: readonly Prepared[]) =>
  desk.database.query<Standing>(
    `select p.id, p.state, coalesce(b.instructed, 0)::int as instructed,
       (select count(*)::int from business_event e where e.merchant_id = p.merchant_id and e.subject_id = p.id
          and e.action in ('settle', 'fail')) as ends,
       (select count(*)::int from message m where m.merchant_id = p.merchant_id
          and m.event in ('payout.completed', 'payout.failed') and m.link_path like '%' || p.id || '%') as told
     from payout p left join sandbox_payout b on b.reference = p.rail_reference where p.id = any($1::uuid[])`,
    [idsOf(requests)],
  );
/** The worker's own queue is left out of what is counted, and so is this look at what it has done. */
const allAre = (requests: readonly Prepared[], state: string) =>
  until(async () => {
    const left = await desk.database.query(
      `select id from payout where id = any($1::uuid[]) and state <> $2 and 'outbox' <> ''`,
      [idsOf(requests), state],
    );
    return left.length === 0 ? true : undefined;
  });
const once = (state: string) => ({ state, instructed: 1, ends: 1, told: 1 });
const referencesOf = async (requests: readonly Prepared[]): Promise<string[]> =>
  (
    await desk.database.query<{ reference: string }>(
      "select rail_reference as reference from payout where id = any($1::uuid[])",
      [idsOf(requests)],
    )
  ).map(({ reference }) => reference);

/** What happens to a payment at one step of its way, and nobody could time from outside. */
async function plant(name: string, { id }: Prepared, state: string, doing: string): Promise<() => Promise<unknown>> {
  await desk.database.query(
    `create function ${name}() returns trigger language plpgsql security definer as $$ begin ${doing} return null; end $$`,
  );
  await desk.database.query(
    `create trigger ${name} after update on payout for each row
     when (new.id = '${id}' and new.state = '${state}' and old.state <> new.state) execute function ${name}()`,
  );
  return () => desk.database.query(`drop function ${name} cascade`);
}

test("one that may not go, or cannot be written, keeps none of the others back", async () => {
  const strangers: ProgramPayer[] = [];
  for (let n = 0; n < 3; n++) strangers.push(await programPayer(desk, "1000.00"));
  const others = await preparedBy(4);
  const [frozen, unsent, unsettled] = (await preparedBy(1, strangers)) as [Prepared, Prepared, Prepared];
  // Frozen in the very moment of its confirmation: the bank never hears of it.
  const freeze = "update certification set state = 'frozen' where merchant_id = new.merchant_id;";
  await plant("planted_freeze", frozen, "submitted", freeze);
  const sendable = await plant("planted_send", unsent, "processing", "raise exception 'planted';");
  const settleable = await plant("planted_settle", unsettled, "completed", "raise exception 'planted';");
  await confirmAll([...others, frozen, unsent, unsettled]);
  await allAre(others, "completed");
  expect(await standing(others)).toEqual(others.map((): unknown => expect.objectContaining(once("completed"))));
  await allAre([frozen], "awaitingApproval");
  await allAre([unsettled], "processing");
  expect(await standing([frozen])).toMatchObject([{ instructed: 0, ends: 0 }]);
  expect(await standing([unsent])).toMatchObject([{ state: "submitted", instructed: 0, ends: 0 }]);
  expect(await standing([unsettled])).toMatchObject([{ instructed: 1, ends: 0, told: 0 }]);
  // Once nothing is in their way they go as if nothing had been.
  await sendable();
  await settleable();
  await desk.database.query("update outbox set due_at = now() - interval '1 minute' where topic = 'payout-bank.pay'");
  await desk.app.platform.outbox.deliverDue();
  await allAre([unsent, unsettled], "completed");
  expect(await standing([unsent, unsettled])).toMatchObject([once("completed"), once("completed")]);
  expect(await bookProblems(desk)).toEqual([]);
  await stand(desk, frozen.who.merchant.userId, "certified");
});

test("what the bank says often and of many at once takes effect once for each, and each word is answered", async () => {
  await bankWill(desk, "silent", 0, "clearing");
  const before = await Promise.all(payers.map(({ merchant, source }) => moneyOn(desk, merchant, source.id)));
  const requests = await preparedBy(1);
  await confirmAll(requests);
  await allAre(requests, "processing");
  const references = await referencesOf(requests);
  const [refused, ...paid] = references as [string, ...string[]];
  await atBank(desk, refused, "refuse", false);
  for (const reference of paid) await atBank(desk, reference, "pay", false);
  const words = async (said: readonly string[]) => {
    const told = await Promise.all(said.flatMap((reference) => [1, 2].map(() => atBank(desk, reference, "tellAgain"))));
    return countBy(told.flat());
  };
  expect(await words(references)).toEqual({ completed: 3, failed: 1, repeated: 4 });
  const [back] = paid as [string];
  await atBank(desk, back, "return", false);
  expect(await words([back, refused])).toEqual({ returned: 1, repeated: 3 });
  const rows = await standing(requests);
  expect(rows.map(({ ends, told }) => [ends, told])).toEqual(rows.map(() => [1, 1]));
  expect(countBy(rows.map(({ state }) => state))).toEqual({ completed: 2, failed: 1, returned: 1 });
  const after = await Promise.all(payers.map(({ merchant, source }) => moneyOn(desk, merchant, source.id)));
  const sum = (all: typeof after) => all.reduce((total, { available }) => total + available, 0n);
  expect([sum(before) - sum(after), after.every(({ held }) => held === 0n)]).toEqual([minor("120.00"), true]);
  expect(await bookProblems(desk)).toEqual([]);
  await bankWill(desk, "pay", 0, "clearing");
});

test("from its confirmation to its end a payment takes few statements, and twenty of the same moment hardly more", async () => {
  const wholeWay = async (requests: readonly Prepared[]) => {
    await confirmAll(requests);
    await allAre(requests, "completed");
  };
  await wholeWay(await preparedBy(1));
  const count = (most: number, each: number, who: ProgramPayer[]) =>
    fewestStatements(
      most,
      (_round, requests) => wholeWay(requests),
      () => preparedBy(each, who),
    );
  const one = await count(STATEMENTS_FOR_ONE, 1, payers.slice(0, 1));
  expect(one.length, one.join("\n")).toBeLessThanOrEqual(STATEMENTS_FOR_ONE);
  const twenty = await count(STATEMENTS_FOR_TWENTY, 5, payers);
  expect(twenty.length, twenty.join("\n")).toBeLessThanOrEqual(STATEMENTS_FOR_TWENTY);
  expect(await bookProblems(desk)).toEqual([]);
});
