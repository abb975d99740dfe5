import { createClient, operationsEndpoints, sandboxControlEndpoints } from "@coralhub/contract";
import { WAITING_DESKS } from "@coralhub/domain";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp, type App } from "../../app.ts";
import { DEMO_OPERATORS } from "../../demo/operators.ts";
import { createPasswords } from "../../platform/passwords.ts";
import { appointFirstAdmin, plantOperators } from "./index.ts";

const PASSWORD = "Coral#2026";
let database: TestDatabase;
let app: App;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await createApp({ config: database.config });
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

/** A colleague made by the admin, with the password it will keep. */
async function newColleague(email: string, roles: ("reviewer" | "finance" | "admin")[] = ["reviewer"]) {
  const admin = await asAdmin();
  const { id } = await admin.createOperator({ email, name: "新人", roles });
  const { initialPassword } = await admin.resetPassword({ id });
  const { token } = await caller().signIn({ email, password: initialPassword });
  await caller(token).changePassword({ current: initialPassword, next: PASSWORD });
  return { id, admin, self: caller((await signIn(email)).token) };
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
  const known = await attempt("reviewer@coralhub.test");
  const unknown = await attempt("nobody@coralhub.test");
  expect(unknown.error).toMatchObject({ reason: "operator.sign_in_failed", status: 401 });
  expect(known.error).toMatchObject({ reason: "operator.sign_in_failed", status: 401 });
  expect(unknown.ms).toBeGreaterThan(known.ms / 4);
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

test("the admin unbinds a lost authenticator and everyone is signed out", async () => {
  const { self, id, admin } = await newColleague("lost@coralhub.test");
  await enrol(self);
  await admin.resetTotp({ id });
  expect(await refusal(self.me({}))).toMatchObject({ reason: "session.expired" });
  expect((await signIn("lost@coralhub.test")).totpEnrolled).toBe(false);
});

test("an initial password opens nothing but its own change", async () => {
  const admin = await asAdmin();
  const { id } = await admin.createOperator({ email: "fresh@coralhub.test", name: "新人", roles: ["admin"] });
  const { initialPassword } = await admin.resetPassword({ id });
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
  const { self, id, admin } = await newColleague("role@coralhub.test");
  expect(await refusal(self.operators({}))).toMatchObject({ reason: "access.denied", status: 403 });
  await admin.changeRoles({ id, roles: ["admin"] });
  await self.operators({});
  await admin.disableOperator({ id });
  expect(await refusal(self.me({}))).toMatchObject({ reason: "session.expired" });
  expect(await refusal(signIn("role@coralhub.test"))).toMatchObject({ reason: "operator.sign_in_failed" });
  await admin.enableOperator({ id });
  await signIn("role@coralhub.test");
});

test("nobody disables or resets themselves, and one admin remains", async () => {
  const admin = await asAdmin();
  const { id } = await admin.me({});
  expect(await refusal(admin.disableOperator({ id }))).toMatchObject({ reason: "operator.not_yourself" });
  expect(await refusal(admin.resetTotp({ id }))).toMatchObject({ reason: "operator.not_yourself" });
  await database.query("update operator set roles = '{reviewer}' where 'admin' = any(roles) and id <> $1", [id]);
  expect(await refusal(admin.changeRoles({ id, roles: ["finance"] }))).toMatchObject({ reason: "operator.last_admin" });
  expect(
    await refusal(admin.createOperator({ email: "finance@coralhub.test", name: "重名", roles: ["finance"] })),
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
  const { admin } = await newColleague("waits@coralhub.test");
  const { id } = await admin.createOperator({ email: "unready@coralhub.test", name: "新人", roles: ["reviewer"] });
  const { initialPassword } = await admin.resetPassword({ id });
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

test("production: the first admin is appointed once, and must bind an authenticator before anything opens", async () => {
  const fresh = await createTestDatabase();
  const outside = {
    smtp: { host: "mail.test", port: 465, secure: true, from: "ops@coralhub.test" },
    smsGateway: { url: "https://sms.test", key: "key" },
    faceCheck: { url: "https://face.test", key: "key" },
  };
  const real = await createApp({ config: { ...fresh.config, ...outside, mode: "production" } });
  try {
    const deps = { ...real.platform, passwords: createPasswords() };
    const email = "first@coralhub.test";
    const initial = await appointFirstAdmin(deps, email, "首位管理员");
    expect(await appointFirstAdmin(deps, "second@coralhub.test", "第二位")).toBeUndefined();
    const { url: origin } = await real.listen();
    const at = (token: string | null) => caller(token, origin);
    const { token, setup } = await at(null).signIn({ email, password: initial! });
    expect(setup).toEqual(["password", "totp"]);
    const self = at(token);
    await self.changePassword({ current: initial!, next: PASSWORD });
    expect(await refusal(self.operators({}))).toMatchObject({ reason: "operator.setup_first" });
    await enrol(self);
    expect(await self.operators({})).toHaveLength(1);
    expect(await refusal(self.clock({}))).toMatchObject({ status: 404 });
  } finally {
    await real.close();
    await fresh.drop();
  }
});

test("the system page shows queues and nothing in trouble", async () => {
  const state = await (await asAdmin()).system({});
  expect(state).toMatchObject({ live: true, deliveries: [] });
  expect(state.jobs.map((job) => job.name)).toContain("operations.forget-attempts");
  expect(await refusal((await asAdmin()).retryDelivery({ topic: "none", reference: "none" }))).toMatchObject({
    reason: "state.changed",
  });
});
