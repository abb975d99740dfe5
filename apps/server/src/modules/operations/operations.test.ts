import { createClient, operationsEndpoints, sandboxControlEndpoints } from "@coralhub/contract";
import { WAITING_DESKS } from "@coralhub/domain";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp, type App } from "../../app.ts";
import { DEMO_OPERATORS } from "../../demo/operators.ts";
import { createPasswords } from "../../platform/passwords.ts";
import { plantOperators } from "./index.ts";
import { initialPasswordOf } from "./mailed-password-fixture.ts";

const PASSWORD = "Coral#2026";
let database: TestDatabase;
let app: App;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await createApp({ config: database.config, keepsTime: false });
  await plantOperators({ database: app.platform.database, passwords: createPasswords() }, DEMO_OPERATORS, new Date());
  ({ url } = await app.listen());
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});
beforeEach(() => database.query("delete from operator_sign_in_attempt"));

function caller(token: string | null = null, origin = url) {
  return createClient(
    { ...operationsEndpoints, ...sandboxControlEndpoints },
    { fetch, origin: () => origin, token: () => token, systemType: "TEST", newKey: () => crypto.randomUUID() },
  );
}
const signIn = async (email: string, totp?: string) =>
  caller().signIn({ email, password: PASSWORD, ...(totp && { totp }) });
const as = async (email: string) => caller((await signIn(email)).token);
const asAdmin = () => as("admin@coralhub.test");
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as { reason: string; status: number },
  );
const actions = async () =>
  (await database.query<{ action: string }>("select action from audit_entry order by at, id")).map((row) => row.action);

type Roles = ("reviewer" | "finance" | "admin")[];
/** A colleague appointed by both admins, who has only the password that was mailed. */
async function freshColleague(email: string, roles: Roles = ["reviewer"]) {
  const [admin, second] = [await asAdmin(), await as("admin2@coralhub.test")];
  const proposal = await admin.proposeOperatorChange({ kind: "appoint", email, name: "新人", roles, reason: "新同事" });
  await second.decideOperatorChange({ id: proposal.id, decision: "confirm" });
  const { id } = (await admin.operators({})).find((row) => row.email === email)!;
  return { id, admin, second, initialPassword: await initialPasswordOf(app, email) };
}

/** A colleague with the password it will keep. */
async function newColleague(email: string, roles?: Roles) {
  const { id, admin, second, initialPassword } = await freshColleague(email, roles);
  const { token } = await caller().signIn({ email, password: initialPassword });
  await caller(token).changePassword({ current: initialPassword, next: PASSWORD });
  return { id, admin, second, self: caller((await signIn(email)).token) };
}

async function enrol(self: ReturnType<typeof caller>) {
  const { secret } = await self.beginTotp({ password: PASSWORD });
  const { recoveryCodes } = await self.confirmTotp({ code: await generate({ secret }) });
  return { secret, recoveryCodes };
}

test("signs in with name and roles, whatever the case of the address", async () => {
  const answer = await signIn("  Finance@CoralHub.test ");
  expect(answer).toMatchObject({ name: "许衡", roles: ["finance"], setup: [], totpEnrolled: false, sandbox: true });
  expect((await caller(answer.token).me({})).email).toBe("finance@coralhub.test");
  expect(await actions()).toContain("operator.signed_in");
});

test("a wrong password and an unknown address get the same answer at the same cost", async () => {
  const attempt = async (email: string) => {
    const begin = performance.now();
    const error = await refusal(caller().signIn({ email, password: "Wrong#2026" }));
    return { error, ms: performance.now() - begin };
  };
  // The quickest of three each: a busy machine makes one slower, never quicker.
  const known: number[] = [];
  const unknown: number[] = [];
  for (const name of ["reviewer", "finance", "admin"])
    for (const [times, email] of [
      [known, name],
      [unknown, `no-${name}`],
    ] as const) {
      const { error, ms } = await attempt(`${email}@coralhub.test`);
      expect(error).toMatchObject({ reason: "operator.sign_in_failed", status: 401 });
      times.push(ms);
    }
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 4);
});

test("guessing locks the name, known or not, also when the guesses come together", async () => {
  for (const email of ["reviewer@coralhub.test", "nobody@coralhub.test"]) {
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => refusal(caller().signIn({ email, password: "Wrong#2026" }))),
    );
    expect(guesses.filter((guess) => guess?.reason === "operator.locked").length).toBe(3);
    expect(await refusal(signIn(email))).toMatchObject({ reason: "operator.locked", status: 429 });
  }
});

test("a success forgets earlier failures", async () => {
  for (let i = 0; i < 4; i++)
    await refusal(caller().signIn({ email: "reviewer@coralhub.test", password: "Wrong#2026" }));
  await signIn("reviewer@coralhub.test");
  for (let i = 0; i < 4; i++)
    await refusal(caller().signIn({ email: "reviewer@coralhub.test", password: "Wrong#2026" }));
  expect((await signIn("reviewer@coralhub.test")).name).toBe("周宁");
});

test("an authenticator, once bound, is asked for; a code works once; a recovery code works once", async () => {
  const { self, id } = await newColleague("totp@coralhub.test");
  const other = caller((await signIn("totp@coralhub.test")).token);
  const { secret, recoveryCodes } = await enrol(self);
  expect(recoveryCodes).toHaveLength(10);
  expect(await refusal(other.me({}))).toMatchObject({ reason: "session.expired" });
  expect(await self.me({})).toMatchObject({ totpEnrolled: true, recoveryCodesLeft: 10 });

  expect(await refusal(signIn("totp@coralhub.test"))).toMatchObject({ reason: "operator.totp_required" });
  const used = await generate({ secret });
  expect(await refusal(signIn("totp@coralhub.test", used))).toMatchObject({ reason: "operator.totp_wrong" });
  const next = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  await signIn("totp@coralhub.test", next);
  expect(await refusal(signIn("totp@coralhub.test", next))).toMatchObject({ reason: "operator.totp_wrong" });

  const spent = await Promise.all([1, 2, 3].map(() => refusal(signIn("totp@coralhub.test", recoveryCodes[0]))));
  expect(spent.filter((error) => error === undefined)).toHaveLength(1);
  const stored = await database.query<{ sealed: Buffer }>("select totp_secret as sealed from operator where id = $1", [
    id,
  ]);
  expect(stored[0]!.sealed.includes(secret)).toBe(false);
});

test("two admins unbind a lost authenticator and everyone is signed out", async () => {
  const { self, id, admin, second } = await newColleague("lost@coralhub.test");
  await enrol(self);
  const reset = await admin.proposeOperatorChange({ kind: "resetTotp", operatorId: id, reason: "手机丢了" });
  await second.decideOperatorChange({ id: reset.id, decision: "confirm" });
  expect(await refusal(self.me({}))).toMatchObject({ reason: "session.expired" });
  expect((await signIn("lost@coralhub.test")).totpEnrolled).toBe(false);
});

test("an initial password opens nothing but its own change", async () => {
  const { initialPassword } = await freshColleague("fresh@coralhub.test", ["admin"]);
  const answer = await caller().signIn({ email: "fresh@coralhub.test", password: initialPassword });
  expect(answer.setup).toEqual(["password"]);
  const fresh = caller(answer.token);
  expect(await refusal(fresh.operators({}))).toMatchObject({ reason: "operator.setup_first" });
  expect(await refusal(fresh.flags({}))).toMatchObject({ reason: "operator.setup_first" });
  expect(await refusal(fresh.colleagues({}))).toMatchObject({ reason: "operator.setup_first" });
  expect(await refusal(fresh.changePassword({ current: initialPassword, next: "short" }))).toMatchObject({
    reason: "operator.password_weak",
  });
  await fresh.changePassword({ current: initialPassword, next: PASSWORD });
  expect((await fresh.operators({})).length).toBeGreaterThan(4);
});

test("roles decide, and changes to an operator act at once", async () => {
  const { self, id, admin, second } = await newColleague("role@coralhub.test");
  const both = async (kind: "changeRoles" | "enable", roles?: Roles) => {
    const change = await admin.proposeOperatorChange({
      kind,
      operatorId: id,
      reason: "岗位调整",
      ...(roles && { roles }),
    });
    await second.decideOperatorChange({ id: change.id, decision: "confirm" });
  };
  expect(await refusal(self.operators({}))).toMatchObject({ reason: "access.denied", status: 403 });
  await both("changeRoles", ["admin"]);
  await self.operators({});
  await admin.disableOperator({ id });
  expect(await refusal(self.me({}))).toMatchObject({ reason: "session.expired" });
  expect(await refusal(signIn("role@coralhub.test"))).toMatchObject({ reason: "operator.sign_in_failed" });
  await both("enable");
  await signIn("role@coralhub.test");
});

test("nobody disables or resets themselves, and an address has one account", async () => {
  const admin = await asAdmin();
  const { id } = await admin.me({});
  expect(await refusal(admin.disableOperator({ id }))).toMatchObject({ reason: "operator.not_yourself" });
  const reset = { kind: "resetTotp", operatorId: id, reason: "想换手机" } as const;
  expect(await refusal(admin.proposeOperatorChange(reset))).toMatchObject({ reason: "operator.not_yourself" });
  const twice = { kind: "appoint", email: "finance@coralhub.test", name: "重名", roles: ["finance"] } as const;
  expect(
    await refusal(admin.proposeOperatorChange({ ...twice, roles: [...twice.roles], reason: "重复" })),
  ).toMatchObject({
    reason: "operator.email_taken",
  });
});

test("sign-out and ending a device end that session only", async () => {
  const [one, two] = [await as("finance2@coralhub.test"), await as("finance2@coralhub.test")];
  const others = (await one.sessions({})).filter((session) => !session.current);
  await one.endSession({ id: others[0]!.id });
  expect(await refusal(two.me({}))).toMatchObject({ reason: "session.expired" });
  const foreign = (await (await asAdmin()).sessions({}))[0]!;
  expect(await refusal(one.endSession({ id: foreign.id }))).toMatchObject({ reason: "not_found" });
  await one.signOut({});
  expect(await refusal(one.me({}))).toMatchObject({ reason: "session.expired" });
});

test("everyone may know their colleagues by name, and nothing else of them", async () => {
  const colleagues = await (await as("finance@coralhub.test")).colleagues({});
  expect(colleagues).toEqual(expect.arrayContaining(DEMO_OPERATORS.map(({ id, name }) => ({ id, name }))));
});

test("what waits is counted for everyone whose account is in order, and not beyond what is read", async () => {
  const reviewer = await as("reviewer@coralhub.test");
  const none = Object.fromEntries(WAITING_DESKS.map((desk) => [desk, 0]));
  expect(await reviewer.waiting({})).toEqual(none);
  await database.query(
    `insert into unclaimed_income (id, rail, rail_reference, account_number, payer_name, currency, amount_minor, state,
       arrived_at, changed_at, posting_id)
     select gen_random_uuid(), 'bank', 'U' || n, '1', 'SOMEBODY', 'USD', 1, 'waiting', now(), now(), gen_random_uuid()
       from generate_series(1, 120) n`,
  );
  await database.query(
    `insert into account_recovery (id, username, new_mobile, contact_name, story, state, created_at)
     values (gen_random_uuid(), 'a', '+8613900000000', '某人', '手机丢了', 'requested', now())`,
  );
  expect(await reviewer.waiting({})).toEqual({ ...none, unclaimed: 100, recoveries: 1 });
  const { initialPassword } = await freshColleague("unready@coralhub.test");
  const { token } = await caller().signIn({ email: "unready@coralhub.test", password: initialPassword });
  expect(await refusal(caller(token).waiting({}))).toMatchObject({ reason: "operator.setup_first" });
});

test("the audit log lists, filters, exports and verifies what operators did", async () => {
  const admin = await asAdmin();
  const page = await admin.auditRows({ filters: { action: ["operator.signed_in"] }, pageSize: 10 });
  expect(page.records[0]).toMatchObject({ what: "操作员登录", actorKind: "operator", address: "127.0.0.1" });
  expect(page.records[0]!.actor).toContain("@coralhub.test");
  expect(new Set(page.records.map((row) => row.action))).toEqual(new Set(["operator.signed_in"]));
  const csv = await (await admin.exportAudit({ filters: {} })).blob.text();
  expect(csv).toContain("时间,操作人,操作");
  expect(await admin.verifyAudit({})).toMatchObject({ verified: { intact: true, problem: null } });
  expect(await refusal((await as("finance@coralhub.test")).auditRows({}))).toMatchObject({ reason: "access.denied" });
});

test("the sandbox clock moves forward for everyone, real time stays with sign-ins", async () => {
  const admin = await asAdmin();
  const before = await admin.clock({});
  const after = await admin.advanceClock({ hours: 30 * 24 });
  expect(after.aheadSeconds - before.aheadSeconds).toBe(30 * 86_400);
  expect((await admin.me({})).email).toBe("admin@coralhub.test");
  await admin.switchRail({ rail: "notifications", mode: "down" });
  const notifications = (await admin.rails({})).find(({ rail }) => rail === "notifications");
  expect(notifications?.mode).toBe("down");
  const events = await admin.sandboxEvents({});
  expect(events.map((event) => event.what)).toEqual(["短信邮件：正常 → 中断", "拨快 30 天"]);
});

test("the system page shows queues and nothing in trouble", async () => {
  const state = await (await asAdmin()).system({});
  expect(state).toMatchObject({ live: true, deliveries: [] });
  expect(state.jobs.map((job) => job.name)).toContain("operations.forget-attempts");
  expect(await refusal((await asAdmin()).retryDelivery({ topic: "none", reference: "none" }))).toMatchObject({
    reason: "state.changed",
  });
});
