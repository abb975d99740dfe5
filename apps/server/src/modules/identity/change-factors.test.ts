import { ALL_ENDPOINTS } from "@coralhub/contract";
import { drag, nonceFor, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const { identity, messages, notifications } = ALL_ENDPOINTS;
const EXPIRED = { status: 401, code: 600 };
let server: TestServer;
/** A second process on the same database: what ends here must end there. */
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ database: server.database, clock: server.clock });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
let mobiles = 0;
const newMobile = () => `136${String(++mobiles).padStart(8, "0")}`;
const signInAgain = ({ mobile, password }: { mobile: string; password: string }) =>
  server.call(identity.login, { username: mobile, password }, { address: `172.20.0.${++mobiles}` });
/** A code to the phone bound so far. */
const stepUpCode = ({ mobile, token }: { mobile: string; token: string }): Promise<string> =>
  server.codeAfter(mobile, () => server.call(identity.sendStepUpCode, {}, { token }));
/** Waits until the other process has heard, which takes milliseconds. */
const endsEverywhere = async (token: string) => {
  await expect(server.call(identity.accountInfo, {}, { token })).rejects.toMatchObject(EXPIRED);
  const answer = () => other.call(identity.accountInfo, {}, { token });
  const code = () =>
    answer().then(
      () => 200,
      (refusal: { code: number }) => refusal.code,
    );
  await expect.poll(code).toBe(600);
};

describe("old tokens answer 600 on every server", () => {
  test("after sign-out", async () => {
    const { token } = await server.registerMerchant();
    expect(await other.call(identity.accountInfo, {}, { token })).toBeTruthy();
    await server.call(identity.logout, {}, { token });
    await endsEverywhere(token);
  });

  test("after a password change, the caller's own too: it gets a new one", async () => {
    const merchant = await server.registerMerchant();
    const elsewhere = await signInAgain(merchant);
    await other.call(identity.accountInfo, {}, { token: elsewhere.token });
    const change = (oldPassword: string, newPassword: string) =>
      server.call(identity.changePassword, { oldPassword, newPassword }, { token: merchant.token });
    await expect(change("not my password1", "Harbour#778")).rejects.toMatchObject({ code: 12026 });
    await expect(change(merchant.password, "password123")).rejects.toMatchObject({
      code: 12024,
      fields: { newPassword: expect.anything() as string },
    });
    await expect(change(merchant.password, merchant.password)).rejects.toMatchObject({ code: 12025 });
    const { token } = await change(merchant.password, "Harbour#778");
    await endsEverywhere(merchant.token);
    await endsEverywhere(elsewhere.token);
    expect(await other.call(identity.accountInfo, {}, { token })).toMatchObject({ userId: merchant.userId });
    await expect(signInAgain(merchant)).rejects.toMatchObject({ code: 12001 });
    expect((await signInAgain({ ...merchant, password: "Harbour#778" })).token).toBeTruthy();
  });

  test("after a forgotten password", async () => {
    const merchant = await server.registerMerchant();
    const send = (mobile: string, param?: string) => server.call(identity.sendResetCode, { mobile, param });
    await expect(send(merchant.mobile)).rejects.toMatchObject({ code: 12002 });
    // The slider of this page opens this page's door.
    const { captchaId, workBits } = await server.call(identity.popCaptcha, {});
    const admin = { token: await server.operatorToken("admin") };
    const { x } = await server.call(notifications.captchaAnswer, { id: captchaId }, admin);
    const solution = { captchaId, x: x!, trace: drag(x!), nonce: await nonceFor(captchaId, workBits) };
    const { ticket: param } = await server.call(identity.solveSlider, solution);
    const smsCaptcha = await server.codeAfter(merchant.mobile, () => send(merchant.mobile, param));
    await server.call(identity.checkResetCode, { mobile: merchant.mobile, smsCaptcha });
    const reset = { mobile: merchant.mobile, smsCaptcha, password: "Lantern#9281" };
    await server.call(identity.resetPassword, reset);
    await endsEverywhere(merchant.token);
    await expect(server.call(identity.resetPassword, reset)).rejects.toMatchObject({ code: 12011 });
    expect((await signInAgain({ ...merchant, password: "Lantern#9281" })).token).toBeTruthy();
    // Nobody learns whether a number has an account.
    const stranger = newMobile();
    expect(await send(stranger, await server.captchaTicket())).toMatchObject({ expiresInSeconds: 300 });
    expect(await server.mailbox(stranger)).toEqual([]);
  });
});

describe("a new phone", () => {
  test("with a code to the old one takes effect at once; the old number is told and free again", async () => {
    const merchant = await server.registerMerchant();
    const { token } = merchant;
    const elsewhere = await signInAgain(merchant);
    const to = newMobile();
    await server.call(identity.sendMobileChangeCode, {}, { token });
    const oldVerifyCode = await server.codeSentTo(merchant.mobile);
    await server.call(identity.sendMobileChangeCode, { mobile: to }, { token });
    const verifyCode = await server.codeSentTo(to);
    // Each code is for its own number.
    await expect(
      server.call(identity.changeMobile, { mobile: to, verifyCode: oldVerifyCode, oldVerifyCode }, { token }),
    ).rejects.toMatchObject({ code: 12010 });
    const changed = await server.call(identity.changeMobile, { mobile: to, verifyCode, oldVerifyCode }, { token });
    expect(changed).toMatchObject({ status: "changed", effectiveAt: null });
    await endsEverywhere(token);
    await endsEverywhere(elsewhere.token);
    expect(await server.call(identity.accountInfo, {}, { token: changed.token! })).toMatchObject({
      mobile: expect.stringContaining(to.slice(-4)) as string,
    });
    await expect
      .poll(async () => (await server.mailbox(merchant.mobile)).map(({ text }) => text).join())
      .toMatch(/手机已换为/);
    expect((await signInAgain({ mobile: to, password: merchant.password })).token).toBeTruthy();
    await expect(signInAgain(merchant)).rejects.toMatchObject({ code: 12001 });
    server.clock.advance({ seconds: 61 });
    expect((await server.registerMerchant({ mobile: merchant.mobile })).userId).not.toBe(merchant.userId);
  });

  test("without the old one waits 72 hours, is announced to the old number, and can be cancelled", async () => {
    const merchant = await server.registerMerchant();
    const { token } = merchant;
    const ask = async () => {
      const to = newMobile();
      await server.call(identity.sendMobileChangeCode, { mobile: to }, { token });
      const verifyCode = await server.codeSentTo(to);
      return server.call(identity.changeMobile, { mobile: to, verifyCode }, { token });
    };
    const waiting = await ask();
    expect(waiting).toMatchObject({ status: "waiting", token: null });
    const hours = (waiting.effectiveAt!.getTime() - server.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    await expect
      .poll(async () => (await server.mailbox(merchant.mobile)).map(({ text }) => text).join())
      .toMatch(/申请把手机换为/);
    expect((await server.call(identity.accountInfo, {}, { token })).pendingChanges).toHaveLength(1);
    await server.call(identity.cancelFactorChange, { factor: "mobile" }, { token });
    expect((await server.call(identity.accountInfo, {}, { token })).pendingChanges).toEqual([]);
  });

  test("takes effect by itself once it has waited", async () => {
    const merchant = await server.registerMerchant();
    const to = newMobile();
    await server.call(identity.sendMobileChangeCode, { mobile: to }, { token: merchant.token });
    const verifyCode = await server.codeSentTo(to);
    await server.call(identity.changeMobile, { mobile: to, verifyCode }, { token: merchant.token });
    await server.database.query("update merchant_factor_change set effective_at = effective_at - interval '73 hours'");
    const { platform } = server.app;
    await platform.database.transaction((tx) => platform.jobs.send(tx, "identity.apply-factor-changes", {}));
    await expect
      .poll(() =>
        signInAgain({ ...merchant, mobile: to }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await endsEverywhere(merchant.token);
  });

  test("is bound to an account that has only a mailbox, with a code to each of them", async () => {
    const [merchant, rival] = [await server.registerMerchant(), await server.registerMerchant()];
    const { token, userId } = merchant;
    const email = `only.${userId}@example.com`;
    const captcha = await server.codeAfter(email, () => server.call(identity.sendBindEmailCode, { email }, { token }));
    await server.call(identity.bindEmail, { email, captcha, ownCode: await stepUpCode(merchant) }, { token });
    await server.database.query("update merchant_user set mobile = null where merchant_id = $1", [userId]);
    await server.database.query("delete from merchant_directory where kind = 'mobile' and owner_id = $1", [userId]);
    const to = newMobile();
    const send = (mobile: string) => server.call(identity.sendBindMobileCode, { mobile }, { token });
    await expect(send(rival.mobile)).rejects.toMatchObject({ code: 12022 });
    const verifyCode = await server.codeAfter(to, () => send(to));
    const bind = (more: object) => server.call(identity.bindMobile, { mobile: to, verifyCode, ...more }, { token });
    await expect(bind({})).rejects.toMatchObject({ reason: "identity.step_up_needed" });
    const ownCode = await stepUpCode({ mobile: email, token });
    await bind({ ownCode });
    expect((await signInAgain({ mobile: to, password: merchant.password })).userId).toBe(userId);
    await expect(send(newMobile())).rejects.toMatchObject({ reason: "identity.mobile_bound" });
  });

  test("may not be someone else's", async () => {
    const [one, two] = [await server.registerMerchant(), await server.registerMerchant()];
    const asked = server.call(identity.sendMobileChangeCode, { mobile: two.mobile }, { token: one.token });
    await expect(asked).rejects.toMatchObject({ code: 12022 });
    expect(await server.call(identity.checkMobile, { mobile: two.mobile }, { token: one.token })).toMatchObject({
      available: false,
    });
    expect(await server.call(identity.checkMobile, { mobile: newMobile() }, { token: one.token })).toMatchObject({
      available: true,
    });
  });
});

describe("an e-mail", () => {
  test("is bound with a code, signs in, belongs to one account, and is changed with a code to the old one", async () => {
    const merchant = await server.registerMerchant();
    const { token } = merchant;
    const email = `Owner.${mobiles}@Example.com`;
    await server.call(identity.sendBindEmailCode, { email }, { token });
    const captchaOfFirst = await server.codeSentTo(email);
    const ownCode = await stepUpCode(merchant);
    await server.call(identity.bindEmail, { email, captcha: captchaOfFirst, ownCode }, { token });
    expect((await signInAgain({ mobile: email.toUpperCase(), password: merchant.password })).userId).toBe(
      merchant.userId,
    );
    await expect(server.call(identity.sendBindEmailCode, { email: "a@b.co" }, { token })).rejects.toMatchObject({
      code: 12031,
    });
    const rival = await server.registerMerchant();
    await expect(server.call(identity.sendBindEmailCode, { email }, { token: rival.token })).rejects.toMatchObject({
      code: 12023,
    });

    const to = `new.${mobiles}@example.com`;
    await server.call(identity.sendEmailChangeCode, {}, { token });
    const oldCaptcha = await server.codeSentTo(email);
    await server.call(identity.sendEmailChangeCode, { email: to }, { token });
    const captcha = await server.codeSentTo(to);
    const changed = await server.call(identity.changeEmail, { email: to, captcha, oldCaptcha }, { token });
    expect(changed.status).toBe("changed");
    await expect.poll(async () => (await server.mailbox(email)).map((mail) => mail.text).join()).toMatch(/邮箱已换为/);
    const told = await server.call(messages.messages, {}, { token: changed.token! });
    expect(told.records.map((message) => message.title)).toContainEqual(expect.stringContaining("邮箱已换为"));
  });
});
