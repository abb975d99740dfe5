import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { generate } from "otplib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPasswords } from "../../platform/passwords.ts";

const { identity, messages } = ALL_ENDPOINTS;
let server: TestServer;
/** What whoever has shown a password waits for before going on. */
let gate = Promise.resolve();
let shown = 0;
beforeAll(async () => {
  const passwords = createPasswords();
  const verify: typeof passwords.verify = async (...given) => {
    const right = await passwords.verify(...given);
    shown++;
    await gate;
    return right;
  };
  server = await startTestServer({ passwords: { ...passwords, verify } });
});
afterAll(() => server.close());

let people = 0;
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error as { reason?: string }).reason ?? String(error),
  );
const mails = async (to: string) => (await server.mailbox(to)).map(({ text }) => text);
const stepUpCode = ({ mobile, token }: TestMerchant) =>
  server.codeAfter(mobile, () => server.call(identity.sendStepUpCode, {}, { token }));
const signIn = ({ mobile, password }: TestMerchant, more: { device?: string; totp?: string } = {}) =>
  server.call(identity.login, { username: mobile, password, ...more }, { address: `172.21.0.${++people}` });

async function resetRequest(owner: TestMerchant) {
  const param = await server.captchaTicket();
  const smsCaptcha = await server.codeAfter(owner.mobile, () =>
    server.call(identity.sendResetCode, { mobile: owner.mobile, param }, { address: `172.22.0.${++people}` }),
  );
  return { mobile: owner.mobile, smsCaptcha, password: "Owner#2027again" };
}
async function resetPassword(owner: TestMerchant): Promise<string> {
  const request = await resetRequest(owner);
  await server.call(identity.resetPassword, request);
  return request.password;
}

describe("fault 11: stolen session", () => {
  test("binds no e-mail by itself, and the owner hears of one that is bound on every channel", async () => {
    const owner = await server.registerMerchant();
    const { token, mobile } = owner;
    const email = `thief.${++people}@example.com`;
    const captcha = await server.codeAfter(email, () => server.call(identity.sendBindEmailCode, { email }, { token }));
    expect(await reasonOf(server.call(identity.bindEmail, { email, captcha }, { token }))).toBe(
      "identity.step_up_needed",
    );
    const ownCode = await stepUpCode(owner);
    const wrong = ownCode === "000000" ? "000001" : "000000";
    expect(await reasonOf(server.call(identity.bindEmail, { email, captcha, ownCode: wrong }, { token }))).toBe(
      "identity.code_wrong",
    );
    await server.call(identity.bindEmail, { email, captcha, ownCode }, { token });
    await expect.poll(async () => (await mails(mobile)).join()).toContain("已绑定邮箱");
    await expect.poll(async () => (await mails(email)).join()).toContain("已绑定邮箱");
    const told = await server.call(messages.messages, {}, { token });
    expect(told.records.map(({ title }) => title)).toContainEqual(expect.stringContaining("已绑定邮箱"));
  });

  test("a sign-in under way does not survive the owner's password reset either, nor does a change of password", async () => {
    const owner = await server.registerMerchant();
    const { promise, resolve } = Promise.withResolvers<void>();
    [gate, shown] = [promise, 0];
    const { token, password } = owner;
    const change = { oldPassword: password, newPassword: "Thief#2027own" };
    const entering = reasonOf(signIn(owner));
    const changing = reasonOf(server.call(identity.changePassword, change, { token }));
    await expect.poll(() => shown).toBe(2);
    const next = await resetPassword(owner);
    resolve();
    expect(await entering).toBe("identity.wrong_password");
    expect(await changing).toBe("state.changed");
    expect(await reasonOf(signIn({ ...owner, password: next }))).toBe("done");
  });

  test("a pending change of phone does not survive the owner's password reset", async () => {
    const owner = await server.registerMerchant();
    const thief = `135${String(++people).padStart(8, "0")}`;
    const verifyCode = await server.codeAfter(thief, () =>
      server.call(identity.sendMobileChangeCode, { mobile: thief }, { token: owner.token }),
    );
    const asked = await server.call(identity.changeMobile, { mobile: thief, verifyCode }, { token: owner.token });
    expect(asked.status).toBe("waiting");
    const password = await resetPassword(owner);
    const left = await server.database.query("select from merchant_factor_change where merchant_id = $1", [
      owner.userId,
    ]);
    expect(left).toEqual([]);
    const again = await signIn({ ...owner, password });
    const { mobile } = await server.call(identity.accountInfo, {}, { token: again.token });
    expect(mobile).toContain(owner.mobile.slice(-4));
  });

  test("a pending change of e-mail does not survive the owner's password reset either, and never takes effect", async () => {
    const owner = await server.registerMerchant();
    const own = `owner.${++people}@example.com`;
    const captcha = await server.codeAfter(own, () =>
      server.call(identity.sendBindEmailCode, { email: own }, { token: owner.token }),
    );
    const ownCode = await stepUpCode(owner);
    await server.call(identity.bindEmail, { email: own, captcha, ownCode }, { token: owner.token });
    const thief = `thief.${++people}@example.com`;
    const theirs = await server.codeAfter(thief, () =>
      server.call(identity.sendEmailChangeCode, { email: thief }, { token: owner.token }),
    );
    const asked = await server.call(identity.changeEmail, { email: thief, captcha: theirs }, { token: owner.token });
    expect(asked.status).toBe("waiting");
    // The owner hears of it where it is not yet the thief's.
    for (const to of [owner.mobile, own]) {
      await expect.poll(async () => (await mails(to)).join()).toContain("申请把邮箱换为");
    }
    const password = await resetPassword(owner);
    const left = await server.database.query("select from merchant_factor_change where merchant_id = $1", [
      owner.userId,
    ]);
    expect(left).toEqual([]);
    const again = await signIn({ ...owner, password });
    const { email } = await server.call(identity.accountInfo, {}, { token: again.token });
    expect(email).toContain("@example.com");
    expect(await reasonOf(signIn({ ...owner, mobile: thief, password }))).not.toBe("done");
  });

  const askForPhone = async (owner: TestMerchant): Promise<string> => {
    const thief = `135${String(++people).padStart(8, "0")}`;
    const verifyCode = await server.codeAfter(thief, () =>
      server.call(identity.sendMobileChangeCode, { mobile: thief }, { token: owner.token }),
    );
    await server.call(identity.changeMobile, { mobile: thief, verifyCode }, { token: owner.token });
    return thief;
  };
  const waited = ({ userId }: TestMerchant, hours: number) =>
    server.database.query(
      "update merchant_factor_change set effective_at = effective_at - make_interval(hours => $2::int) where merchant_id = $1",
      [userId, hours],
    );
  const applyDue = () => server.app.platform.jobs.run("identity.apply-factor-changes", {});

  test("a change that falls due while the password is reset ends with the reset, though it was listed before", async () => {
    const owner = await server.registerMerchant();
    await askForPhone(owner);
    const reset = await resetRequest(owner);
    const holder = new pg.Client({ connectionString: server.database.url });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select from merchant where merchant_id = $1 for update", [owner.userId]);
    const waiting = async () => {
      const rows = await server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%merchant_user%for no key update of m, u%'`,
      );
      return rows.length;
    };
    // Whoever waits first goes first: the reset, then what the clock has listed meanwhile.
    const resetting = server.call(identity.resetPassword, reset);
    await expect.poll(waiting).toBe(1);
    await waited(owner, 73);
    const applying = applyDue();
    await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    await holder.query("commit");
    await holder.end();
    await resetting;
    await applying;
    const again = await signIn({ ...owner, password: reset.password });
    const { mobile } = await server.call(identity.accountInfo, {}, { token: again.token });
    expect(mobile).toContain(owner.mobile.slice(-4));
  });

  test("a change that cannot take effect is in nobody's way", async () => {
    const [stuck, owner] = [await server.registerMerchant(), await server.registerMerchant()];
    await askForPhone(stuck);
    const to = await askForPhone(owner);
    // Sealed for another row, so that nobody can open it.
    await server.database.query(
      `update merchant_factor_change set new_value = (select new_value from merchant_factor_change where merchant_id = $2)
       where merchant_id = $1`,
      [stuck.userId, owner.userId],
    );
    await waited(stuck, 75);
    await waited(owner, 74);
    await expect(applyDue()).rejects.toBeInstanceOf(AggregateError);
    await server.database.query("delete from merchant_factor_change where merchant_id = $1", [stuck.userId]);
    expect(await reasonOf(signIn({ ...owner, mobile: to }))).toBe("done");
  });

  test("a password reset ends remembered devices, and what was begun with an authenticator", async () => {
    const owner = await server.registerMerchant();
    const fresh = await server.call(identity.stepUp, { verifyCode: await stepUpCode(owner) }, { token: owner.token });
    await server.call(identity.enrolTotp, {}, fresh);
    const password = await resetPassword(owner);
    const again = await signIn({ ...owner, password }, { device: owner.device });
    expect(again.device).not.toBe(owner.device);
    expect(await reasonOf(server.call(identity.confirmTotp, { totp: "123456" }, { token: again.token }))).toBe(
      "identity.totp_off",
    );
  });

  test("turning two-step on forgets devices known before and ends their sessions", async () => {
    const owner = await server.registerMerchant();
    const elsewhere = await signIn(owner);
    const { token } = await server.call(
      identity.stepUp,
      { verifyCode: await stepUpCode(owner) },
      { token: owner.token },
    );
    const { secret } = await server.call(identity.enrolTotp, {}, { token });
    await server.call(
      identity.confirmTotp,
      { totp: await generate({ secret, epoch: server.clock.now().getTime() / 1000 }) },
      { token },
    );
    expect(await reasonOf(server.call(identity.accountInfo, {}, { token: elsewhere.token }))).toBe("session.expired");
    expect(await reasonOf(signIn(owner, { device: elsewhere.device }))).toBe("identity.second_factor_needed");
    expect(await reasonOf(signIn(owner, { device: owner.device }))).toBe("done");
    await expect.poll(async () => (await mails(owner.mobile)).join()).toContain("两步验证已开启");
  });
});
