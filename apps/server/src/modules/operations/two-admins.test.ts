import { ALL_ENDPOINTS, type CallInput, type Endpoint } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { createTestDatabase, startTestServer, type TestServer } from "@coralhub/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { DEMO_OPERATORS } from "../../demo/operators.ts";
import { createPasswords } from "../../platform/passwords.ts";
import { appointAdmin, plantOperators } from "./index.ts";
import { initialPasswordOf } from "./mailed-password-fixture.ts";
import { clearAttempts } from "./sign-in-attempts-store.ts";

const { operations, ledger } = ALL_ENDPOINTS;
const PASSWORD = "Coral#2026";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await plant(server);
});
afterAll(() => server.close());
beforeEach(() => server.database.query("delete from operator_sign_in_attempt"));

const plant = ({ app, clock }: TestServer) =>
  plantOperators({ database: app.platform.database, passwords: createPasswords() }, DEMO_OPERATORS, clock.now());
let addresses = 0;
const signIn = async (email: string, password = PASSWORD, at = server) =>
  (await at.call(operations.signIn, { email, password }, { address: `10.70.0.${++addresses}` })).token;
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error as { reason?: string }).reason ?? String(error),
  );
const as = async (name: string, at = server) => {
  const token = await signIn(`${name}@coralhub.test`, PASSWORD, at);
  return <E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>) => at.call(endpoint, input, { token });
};
type Caller = Awaited<ReturnType<typeof as>>;
type Change = CallInput<(typeof operations.proposeOperatorChange)["input"]>;

const propose = (admin: Caller, change: Omit<Change, "reason">) =>
  admin(operations.proposeOperatorChange, { ...change, reason: "岗位需要" });
const decide = (admin: Caller, id: string, decision: "confirm" | "decline" | "withdraw" = "confirm") =>
  admin(operations.decideOperatorChange, { id, decision });
const idOf = async (email: string) =>
  (await server.database.query<{ id: string }>("select id from operator where email = $1", [email]))[0]!.id;
const finance2 = () => idOf("finance2@coralhub.test");
const adjustment = () => ({
  merchantId: crypto.randomUUID(),
  from: "house:USD:suspense",
  to: "house:USD:suspense",
  amount: moneyOf("USD", 100n),
  memo: "测试调账",
});

/** The initial password changed, as everybody must. */
async function settle(email: string, at = server): Promise<void> {
  const initial = await initialPasswordOf(at.app, email);
  const token = await signIn(email, initial, at);
  await at.call(operations.changePassword, { current: initial, next: PASSWORD }, { token });
}

describe("fault 8: one admin is two people", () => {
  test("appointing waits for a second admin, and no admin ever sees the password", async () => {
    const [admin, second] = [await as("admin"), await as("admin2")];
    const email = "puppet@coralhub.test";
    const appoint = { kind: "appoint", email, name: "木偶", roles: ["finance"] } as const;
    const proposed = await propose(admin, { ...appoint, roles: [...appoint.roles] });
    expect(proposed.state).toBe("pending");
    expect(await reasonOf(propose(second, { ...appoint, roles: [...appoint.roles] }))).toBe("operator.change_pending");
    expect(await reasonOf(decide(admin, proposed.id))).toBe("operator.two_admins");
    expect((await admin(operations.operators, {})).map((row) => row.email)).not.toContain(email);
    expect((await second(operations.waiting, {})).operators).toBe(1);

    expect(await decide(second, proposed.id)).toEqual({ state: "confirmed" });
    expect(await reasonOf(decide(second, proposed.id))).toBe("state.changed");
    const [row] = await admin(operations.operatorChanges, {});
    expect(row).toMatchObject({ kind: "appoint", email, proposedByName: "林望", decidedByName: "顾岚" });
    const initial = await initialPasswordOf(server.app, email);
    expect(JSON.stringify(await admin(operations.operatorChanges, {}))).not.toContain(initial);
    await settle(email);
  });

  test("a new account rests 24 hours of business time before it decides on money", async () => {
    const puppet = await as("puppet");
    expect((await puppet(operations.me, {})).restsUntil).not.toBeNull();
    await puppet(ledger.ledgerAdjustments, {});
    expect(await reasonOf(puppet(ledger.proposeAdjustment, adjustment()))).toBe("operator.resting");
    server.clock.advance({ hours: 24, seconds: 1 });
    const later = await as("puppet");
    expect((await later(operations.me, {})).restsUntil).toBeNull();
    expect(await reasonOf(later(ledger.proposeAdjustment, adjustment()))).not.toBe("operator.resting");
  });

  test.each(["resetPassword", "resetTotp", "changeRoles"] as const)("%s takes two as well, and rests", async (kind) => {
    const [admin, second] = [await as("admin"), await as("admin2")];
    const operatorId = await idOf("puppet@coralhub.test");
    const change = await propose(admin, { kind, operatorId, ...(kind === "changeRoles" && { roles: ["finance"] }) });
    expect(
      (await server.database.query("select from operator where id = $1 and password_initial", [operatorId])).length,
    ).toBe(0);
    expect(await reasonOf(decide(admin, change.id))).toBe("operator.two_admins");
    await decide(second, change.id);
    if (kind === "resetPassword") {
      expect(await reasonOf(signIn("puppet@coralhub.test"))).toBe("operator.sign_in_failed");
      await settle("puppet@coralhub.test");
    }
    const puppet = await as("puppet");
    expect(await reasonOf(puppet(ledger.proposeAdjustment, adjustment()))).toBe("operator.resting");
    server.clock.advance({ hours: 25 });
  });

  test("maker and checker who appointed or reset each other are not two people for a day", async () => {
    const merchantId = crypto.randomUUID();
    const id = crypto.randomUUID();
    const maker = await finance2();
    await server.database.query(
      `insert into ledger_adjustment (merchant_id, id, from_code, to_code, currency, amount, memo, state, made_by, made_at)
       values ($1, $2, 'a', 'b', 'USD', 100, '测试', 'pending', $3, now())`,
      [merchantId, id, maker],
    );
    const [admin, second] = [await as("admin"), await as("admin2")];
    const reset = await propose(admin, { kind: "resetTotp", operatorId: maker });
    await decide(second, reset.id);
    const verdict = { merchantId, id, decision: "reject", note: "不同意" } as const;
    expect(await reasonOf(admin(ledger.decideAdjustment, verdict))).toBe("operator.not_independent");
    expect(await reasonOf(second(ledger.decideAdjustment, verdict))).toBe("operator.not_independent");
    server.clock.advance({ hours: 25 });
    expect(await reasonOf((await as("admin"))(ledger.decideAdjustment, verdict))).toBe("done");
  });

  test("every admin is told of a proposal and of what became of it, and the one it concerns", async () => {
    const [admin, second] = [await as("admin"), await as("admin2")];
    const change = await propose(admin, { kind: "resetTotp", operatorId: await finance2() });
    await decide(second, change.id);
    await server.app.platform.outbox.deliverDue();
    const told = await server.database.query<{ recipient: string; text: string }>(
      "select recipient, text from sandbox_mail where text like '%解绑验证器%沈越%' order by sent_at desc, id desc limit 5",
    );
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual([
      "admin2@coralhub.test",
      "admin2@coralhub.test",
      "admin@coralhub.test",
      "admin@coralhub.test",
      "finance2@coralhub.test",
    ]);
  });

  test("a proposal is withdrawn by its maker, declined by another, and lapses after three days", async () => {
    const [admin, second] = [await as("admin"), await as("admin2")];
    const operatorId = await finance2();
    const one = await propose(admin, { kind: "resetPassword", operatorId });
    expect(await reasonOf(decide(second, one.id, "withdraw"))).toBe("access.denied");
    expect(await decide(admin, one.id, "withdraw")).toEqual({ state: "withdrawn" });
    const two = await propose(admin, { kind: "resetPassword", operatorId });
    expect(await decide(second, two.id, "decline")).toEqual({ state: "declined" });
    const three = await propose(admin, { kind: "resetPassword", operatorId });
    server.clock.advance({ hours: 73 });
    const later = await as("admin2");
    expect(await reasonOf(decide(later, three.id))).toBe("operator.change_lapsed");
    // Before the clock's own work has seen it, too: the list, the desk and the refusal say the same.
    const listed = await later(operations.operatorChanges, {});
    expect(listed.find(({ id }) => id === three.id)?.state).toBe("lapsed");
    expect((await later(operations.waiting, {})).operators).toBe(0);
    expect((await propose(await as("admin"), { kind: "resetPassword", operatorId })).state).toBe("pending");
  });

  test("nobody confirms a change of the own account, or what somebody proposed who is no admin any more", async () => {
    const [admin, second] = [await as("admin"), await as("admin2")];
    const own = await propose(admin, {
      kind: "changeRoles",
      operatorId: await idOf("admin2@coralhub.test"),
      roles: ["admin", "finance"],
    });
    expect(await reasonOf(decide(second, own.id))).toBe("operator.not_yourself");
    const left = await propose(admin, { kind: "resetTotp", operatorId: await finance2() });
    await second(operations.disableOperator, { id: await idOf("admin@coralhub.test") });
    expect(await reasonOf(decide(second, left.id))).toBe("operator.proposer_gone");
    await server.database.query("update operator set disabled_at = null");
  });

  test("two admins disabling each other at once leave one", async () => {
    const [admin, second] = [await as("admin"), await as("admin2")];
    const [one, other] = [await idOf("admin@coralhub.test"), await idOf("admin2@coralhub.test")];
    const outcomes = await Promise.all([
      reasonOf(admin(operations.disableOperator, { id: other })),
      reasonOf(second(operations.disableOperator, { id: one })),
    ]);
    expect(outcomes.toSorted()).toEqual(["done", "session.expired"]);
    const left = await server.database.query("select from operator where 'admin' = any(roles) and disabled_at is null");
    expect(left).toHaveLength(1);
    await server.database.query("update operator set disabled_at = null");
  });
});

describe("an operator's own account", () => {
  const email = "finance2@coralhub.test";
  test("of two changes of one password at once one is made", async () => {
    const [before] = await server.database.query<{ hash: string }>(
      "select password_hash as hash from operator where email = $1",
      [email],
    );
    const token = await signIn(email);
    const change = (next: string) =>
      reasonOf(server.call(operations.changePassword, { current: PASSWORD, next }, { token }));
    const outcomes = await Promise.all([change("First#2027own"), change("Other#2027own")]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    await server.database.query("update operator set password_hash = $2 where email = $1", [email, before!.hash]);
  });

  test("second factors are not guessed, at the door or with a session in hand", async () => {
    const token = await signIn(email);
    const { secret } = await server.call(operations.beginTotp, { password: PASSWORD }, { token });
    const code = await generate({ secret, epoch: server.clock.now().getTime() / 1000 });
    await server.call(operations.confirmTotp, { code }, { token });
    const guesses: string[] = [];
    for (let i = 0; i < 6; i++)
      guesses.push(await reasonOf(server.call(operations.renewRecoveryCodes, { totp: "aaaaa-aaaaa" }, { token })));
    expect(guesses).toEqual([...Array<string>(5).fill("operator.totp_wrong"), "operator.locked"]);
    // From many addresses, too, one account's second factor has one budget.
    await server.database.query("delete from operator_place");
    const entering: string[] = [];
    for (let i = 0; i < 6; i++) {
      const input = { email, password: PASSWORD, totp: "aaaaa-aaaaa" };
      entering.push(await reasonOf(server.call(operations.signIn, input, { address: `10.75.${i}.1` })));
    }
    expect(entering).toEqual([...Array<string>(5).fill("operator.totp_wrong"), "operator.locked"]);
    await server.database.query("update operator set totp_secret = null, totp_last_step = null where email = $1", [
      email,
    ]);
  });
});

// Each starts a server of its own.
describe("fault 8: the first admins of an installation", { timeout: 120_000 }, () => {
  test("the first appoints the second alone, and is never first again", async () => {
    const fresh = await startTestServer();
    const deps = { ...fresh.app.platform, passwords: createPasswords() };
    const made = await appointAdmin(deps, "First@coralhub.test", "首位");
    if (!("password" in made)) throw new Error("no first admin");
    const token = await signIn("first@coralhub.test", made.password, fresh);
    await fresh.call(operations.changePassword, { current: made.password, next: PASSWORD }, { token });
    const first = await as("first", fresh);
    expect(await reasonOf(first(ledger.proposeAdjustment, adjustment()))).toBe("operator.resting");
    const other = { kind: "appoint", name: "同事", email: "finance@coralhub.test", roles: ["finance"] } as const;
    const waiting = await propose(first, { ...other, roles: [...other.roles] });
    expect(waiting.state).toBe("pending");
    const admin2 = { ...other, email: "second@coralhub.test", roles: ["admin" as const] };
    expect(await propose(first, admin2)).toMatchObject({ state: "confirmed" });
    await settle("second@coralhub.test", fresh);
    const second = await as("second", fresh);
    expect(await reasonOf(decide(second, waiting.id))).toBe("operator.not_independent");
    fresh.clock.advance({ hours: 25 });
    await decide(await as("second", fresh), waiting.id);

    const again = await as("first", fresh);
    const rows = await again(operations.operators, {});
    const { id } = rows.find((row) => row.email === "second@coralhub.test")!;
    await again(operations.disableOperator, { id });
    expect((await propose(again, { ...admin2, email: "third@coralhub.test" })).state).toBe("pending");
    // Nor where the second is an admin no more.
    await fresh.database.query("update operator set roles = '{finance}' where id = $1", [id]);
    expect((await propose(again, { ...admin2, email: "fourth@coralhub.test" })).state).toBe("pending");
    await fresh.close();
  });

  test("operators without an admin: whoever holds the server appoints one, audited and told", async () => {
    const fresh = await startTestServer();
    await plant(fresh);
    const deps = { ...fresh.app.platform, passwords: createPasswords() };
    expect(await appointAdmin(deps, "back@coralhub.test", "值班")).toEqual({ refused: "enoughAdmins" });
    await fresh.database.query("update operator set disabled_at = now() where email = 'admin@coralhub.test'");
    expect(await appointAdmin(deps, "admin@coralhub.test", "值班")).toEqual({ refused: "emailTaken" });
    expect(await appointAdmin(deps, "back@coralhub.test", "值班")).toHaveProperty("password");
    await fresh.app.platform.outbox.deliverDue();
    const told = await fresh.database.query<{ recipient: string }>(
      "select recipient from sandbox_mail order by recipient",
    );
    expect(told.map(({ recipient }) => recipient)).toEqual(["admin2@coralhub.test", "back@coralhub.test"]);
    const audited = await fresh.database.query("select from audit_entry where action = 'operator.admin_appointed'");
    expect(audited).toHaveLength(1);
    await fresh.close();
  });

  test("production: an admin must bind an authenticator before anything opens", async () => {
    const database = await createTestDatabase();
    const outside = {
      smtp: { host: "mail.test", port: 465, secure: true, from: "ops@coralhub.test" },
      smsGateway: { url: "https://sms.test", key: "key" },
      faceCheck: { url: "https://face.test", key: "key" },
    };
    const config = { ...database.config, ...outside, mode: "production" } as const;
    const app = await createApp({ config, keepsTime: false });
    const { url } = await app.listen();
    const real = { ...server, app, url, call: (await import("@coralhub/testkit")).createCall(url) };
    const made = await appointAdmin({ ...app.platform, passwords: createPasswords() }, "first@coralhub.test", "首位");
    if (!("password" in made)) throw new Error("no first admin");
    const signedIn = await real.call(operations.signIn, { email: "first@coralhub.test", password: made.password });
    expect(signedIn.setup).toEqual(["password", "totp"]);
    const self = <E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>) =>
      real.call(endpoint, input, { token: signedIn.token });
    await self(operations.changePassword, { current: made.password, next: PASSWORD });
    expect(await reasonOf(self(operations.operators, {}))).toBe("operator.setup_first");
    const { secret } = await self(operations.beginTotp, { password: PASSWORD });
    await self(operations.confirmTotp, { code: await generate({ secret }) });
    expect(await self(operations.operators, {})).toHaveLength(1);
    await app.close();
    await database.drop();
  });
});

describe("fault 10: operators locked out by strangers", () => {
  const guess = (address: string, device?: string) =>
    reasonOf(
      server.call(
        operations.signIn,
        { email: "finance@coralhub.test", password: "Wrong#2026", ...(device && { device }) },
        { address },
      ),
    );
  const enter = (address: string, device?: string) =>
    server.call(
      operations.signIn,
      { email: "finance@coralhub.test", password: PASSWORD, ...(device && { device }) },
      { address },
    );

  test("a known browser and a known address keep a budget of their own", async () => {
    const { device } = await enter("10.71.0.1");
    for (let i = 0; i < 6; i++) await guess("10.71.9.9");
    expect(await guess("10.71.9.9")).toBe("operator.locked");
    expect(await reasonOf(enter("10.71.9.8"))).toBe("operator.locked");
    expect((await enter("10.71.0.1")).name).toBe("许衡");
    expect((await enter("10.71.9.7", device)).device).toBe(device);
  });

  test("and a budget it is: guessing from there locks there, and nowhere else", async () => {
    const { device } = await enter("10.71.1.1");
    for (let i = 0; i < 5; i++) await guess("10.71.1.2", device);
    expect(await reasonOf(enter("10.71.1.2", device))).toBe("operator.locked");
    expect((await enter("10.71.1.1")).name).toBe("许衡");
  });

  test("whom no place knows yet is not kept out by strangers elsewhere, who have their own limits", async () => {
    await server.database.query("delete from operator_place");
    for (const address of ["10.71.3.1", "10.71.4.1", "10.71.5.1"]) {
      for (let i = 0; i < 5; i++) expect(await guess(address)).toBe("operator.sign_in_failed");
      expect(await guess(address)).toBe("operator.locked");
    }
    // A network has a limit too, however many addresses it has.
    const network: string[] = [];
    for (let i = 0; i < 16; i++) network.push(await guess(`10.71.6.${i + 1}`));
    expect(network.at(-2)).toBe("operator.sign_in_failed");
    expect(network.at(-1)).toBe("operator.locked");
    expect((await enter("10.71.7.1")).name).toBe("许衡");
  });

  test("of two sign-ins at the same moment one counts anew what the other has just forgotten", async () => {
    await guess("10.71.8.1");
    const waiting = async () => {
      const rows = await server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%operator_sign_in_attempt%'`,
      );
      return rows.length;
    };
    const { entering } = await server.app.platform.database.transaction(async (tx) => {
      await clearAttempts(tx, "finance@coralhub.test");
      const begun = enter("10.71.8.1");
      await expect.poll(waiting).toBe(1);
      return { entering: begun };
    });
    expect((await entering).name).toBe("许衡");
  });

  test("strangers do not stand in the way of somebody signed in who shows the password once more", async () => {
    const { token } = await enter("10.71.2.1");
    for (let i = 0; i < 6; i++) await guess("10.71.9.5");
    const begun = await server.call(operations.beginTotp, { password: PASSWORD }, { token });
    expect(begun.secret).not.toBe("");
  });
});

test(
  "fault 17: the audit log is anchored by itself, and every admin hears of one that was cut off",
  { timeout: 60_000 },
  async () => {
    const { platform } = server.app;
    const run = () => platform.database.transaction((tx) => platform.jobs.send(tx, "operations.anchor-audit", {}));
    const mails = async (text: string) => {
      await platform.outbox.deliverDue();
      const rows = await server.database.query<{ recipient: string; text: string }>(
        "select recipient, text from sandbox_mail where text like $1 order by recipient",
        [`%${text}%`],
      );
      return rows;
    };
    const soon = { timeout: 20_000 };
    await run();
    await expect.poll(async () => (await mails("链头")).length, soon).toBeGreaterThanOrEqual(2);
    const [mail] = await mails("链头");
    expect(mail!.text).toMatch(/audit:verify -- --head \d+:[0-9a-f]{64}/);
    // Somebody with the owner's powers takes the newest away, what was anchored last among them.
    const seq = /--head (\d+):/.exec(mail!.text)![1];
    await server.database.query(
      "alter table audit_entry disable trigger user; alter table audit_link disable trigger user",
    );
    await server.database.query(
      `with gone as (delete from audit_link where seq >= $1 returning entry_id)
     delete from audit_entry where id in (select entry_id from gone)`,
      [seq],
    );
    await server.database.query(
      "alter table audit_entry enable trigger user; alter table audit_link enable trigger user",
    );
    await run();
    await expect.poll(async () => (await mails("链尾被截断")).length, soon).toBeGreaterThanOrEqual(2);
    const admin = await as("admin2");
    expect(await admin(ALL_ENDPOINTS.identity.doorAlarms, {})).toMatchObject([{ kind: "audit", seenAt: null }]);
  },
);
