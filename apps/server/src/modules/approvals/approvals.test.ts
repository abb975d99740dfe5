import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_OPERATORS } from "../../demo/operators.ts";
import { createPasswords } from "../../platform/passwords.ts";
import { plantOperators } from "../operations/index.ts";

const { approvals, operations, prices } = ALL_ENDPOINTS;
const PASSWORD = "Coral#2026";

let server: TestServer;
let maker: { token: string };
let checker: { token: string };
let places = 0;
const enter = async (name: string) => {
  const input = { email: `${name}@coralhub.test`, password: PASSWORD };
  return { token: (await server.call(operations.signIn, input, { address: `10.71.0.${++places}` })).token };
};
beforeAll(async () => {
  server = await startTestServer();
  const { database } = server.app.platform;
  await plantOperators({ database, passwords: createPasswords() }, DEMO_OPERATORS, server.clock.now());
  [maker, checker] = [await enter("finance"), await enter("admin")];
});
afterAll(() => server.close());

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const rule = (corridor: string) => ({
  business: "withdrawal" as const,
  currency: "USD" as const,
  corridor,
  terms: { basisPoints: "77", bearer: "merchant" as const },
  reason: "渠道涨价",
});
const propose = async (corridor: string) =>
  (await server.call(prices.proposeFeeRule, rule(corridor), maker)).approvalId;
const decide = (id: string, decision: "approve" | "reject" | "withdraw", who: { token: string }, note = "") =>
  server.call(approvals.decideApproval, { id, decision, note }, who);
const inForce = async (corridor: string) =>
  (await server.call(prices.feeRules, {}, maker)).some((row) => row.corridor === corridor && row.id !== null);

test("fault 7: fee rules take two people, nothing changes until somebody else agrees, who reads what and why", async () => {
  const id = await propose("FR");
  expect(await inForce("FR")).toBe(false);
  await expect(server.call(prices.proposeFeeRule, rule("FR"), checker)).rejects.toEqual(refused("approval.waiting"));
  await expect(decide(id, "approve", maker)).rejects.toEqual(refused("approval.two_people"));
  const { records } = await server.call(approvals.approvals, { filters: { state: ["pending"] } }, checker);
  expect(records).toMatchObject([{ id, kind: "fee.rule", reason: "渠道涨价", what: "提现，0.77%" }]);
  expect(records[0]!.facts).toContainEqual({ label: "适用", value: "USD，法国" });
  expect(await decide(id, "approve", checker)).toEqual({ state: "approved" });
  expect(await inForce("FR")).toBe(true);
  await expect(decide(id, "approve", checker)).rejects.toEqual(refused("state.changed"));
});

test("what was rejected or withdrawn never comes into force, and only its maker withdraws it", async () => {
  const turnedDown = await propose("DE");
  await expect(decide(turnedDown, "reject", checker)).rejects.toMatchObject({ status: 400 });
  await decide(turnedDown, "reject", checker, "没有依据");
  const takenBack = await propose("IT");
  await expect(decide(takenBack, "withdraw", checker)).rejects.toEqual(refused("approval.not_yours"));
  await decide(takenBack, "withdraw", maker);
  expect([await inForce("DE"), await inForce("IT")]).toEqual([false, false]);
});

test("agreed and withdrawn at once has one outcome", async () => {
  const id = await propose("ES");
  const answers = await Promise.allSettled([
    decide(id, "approve", checker),
    decide(id, "withdraw", maker),
    decide(id, "approve", checker),
  ]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const outcome = await server.database.query<{ state: string }>("select state from approval where id = $1", [id]);
  expect(await inForce("ES")).toBe(outcome[0]!.state === "approved");
});

test("somebody whose account was appointed or reset by the other within a day is no second person", async () => {
  const id = await propose("PT");
  const [row] = await server.database.query<{ maker: string; checker: string }>(
    `select m.id as maker, c.id as checker from operator m, operator c
      where m.email = 'finance@coralhub.test' and c.email = 'admin@coralhub.test'`,
  );
  await server.database.query(
    `insert into operator_change (id, kind, operator_id, email, name, reason, state, proposed_by, proposed_at, decided_by, decided_at)
     values ($1, 'resetPassword', $2, 'finance@coralhub.test', '财务', '忘记', 'confirmed', $3, $4, null, $4)`,
    [crypto.randomUUID(), row!.maker, row!.checker, server.clock.now()],
  );
  await expect(decide(id, "approve", checker)).rejects.toEqual(refused("operator.not_independent"));
  expect(await inForce("PT")).toBe(false);
});
