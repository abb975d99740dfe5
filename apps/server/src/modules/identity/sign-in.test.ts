import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const { identity } = ALL_ENDPOINTS;
const CAPTCHA_REQUIRED = { code: 12002, status: 403 };
const WRONG = { code: 12001, status: 400 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let addresses = 0;
const elsewhere = () => `172.16.${addresses >> 8}.${addresses++ & 255}`;
const attempt = (
  username: string,
  password: string,
  options: { address?: string; device?: string; param?: string; verifyCode?: string } = {},
) => {
  const { address = elsewhere(), ...rest } = options;
  return server.call(identity.login, { username, password, ...rest }, { address });
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { code: number }) => error.code,
  );

describe("guessing", () => {
  test("after three failures for an account the next needs a captcha, which works once", async () => {
    const { mobile, password } = await server.registerMerchant();
    for (let i = 0; i < 3; i++) await expect(attempt(mobile, "wrong password 1")).rejects.toMatchObject(WRONG);
    await expect(attempt(mobile, password)).rejects.toMatchObject(CAPTCHA_REQUIRED);
    const param = await server.captchaTicket();
    await expect(attempt(mobile, "wrong password 1", { param })).rejects.toMatchObject(WRONG);
    await expect(attempt(mobile, password, { param })).rejects.toMatchObject({ code: 12004 });
    const { token } = await attempt(mobile, password, { param: await server.captchaTicket() });
    expect(token).toBeTruthy();
    // Success forgives: the next sign-in needs no captcha.
    expect(await codeOf(attempt(mobile, password))).toBe(200);
  });

  test("after three failures from one address every account asked for from there needs a captcha", async () => {
    const address = elsewhere();
    const { mobile, password } = await server.registerMerchant();
    for (let i = 0; i < 3; i++)
      expect(await codeOf(attempt(`1370000000${i}`, "wrong password 1", { address }))).toBe(WRONG.code);
    await expect(attempt(mobile, password, { address })).rejects.toMatchObject(CAPTCHA_REQUIRED);
    expect(await codeOf(attempt(mobile, password))).toBe(200);
  });

  test("known and unknown accounts are refused in the same words, step by step", async () => {
    const { mobile } = await server.registerMerchant();
    const words = async (username: string) => {
      const said: string[] = [];
      for (let i = 0; i < 5; i++)
        said.push((await attempt(username, "wrong password 1").catch((error: Error) => error.message)) as string);
      return said;
    };
    expect(await words(mobile)).toEqual(await words("13666666666"));
    expect(await words("owner@nobody.test")).toEqual(await words("13666666667"));
  });

  test("at most ten passwords are looked at per account and hour, and the owner still gets in", async () => {
    const victim = await server.registerMerchant();
    const outcomes: number[] = [];
    for (let i = 0; i < 14; i++) {
      const param = i < 3 ? undefined : await server.captchaTicket();
      outcomes.push(await codeOf(attempt(victim.mobile, `wrong password ${i}`, { param })));
    }
    expect(outcomes.filter((code) => code === WRONG.code)).toHaveLength(10);
    expect(outcomes.slice(10)).toEqual([12005, 12005, 12005, 12005]);
    // A stranger with the right password is a stranger all the same.
    expect(await codeOf(attempt(victim.mobile, victim.password, { param: await server.captchaTicket() }))).toBe(12005);
    // The owner's own browser has a budget of its own,
    expect(await codeOf(attempt(victim.mobile, victim.password, { device: victim.device }))).toBe(200);
    // and so has whoever holds the phone.
    const ask = { username: victim.mobile, param: await server.captchaTicket() };
    const verifyCode = await server.codeAfter(victim.mobile, () => server.call(identity.sendSignInCode, ask));
    expect(await codeOf(attempt(victim.mobile, victim.password, { verifyCode }))).toBe(200);
    await server.database.query(
      "update attempt_window set times = array(select t - interval '61 minutes' from unnest(times) t)",
    );
    expect(await codeOf(attempt(victim.mobile, victim.password, { param: await server.captchaTicket() }))).toBe(200);
  });
});

describe("second factor", () => {
  let merchant: TestMerchant & { recoveryCodes: string[]; secret: string };
  const totp = (secret: string) => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
  const enter = (more: { totp?: string; device?: string }) => {
    const { mobile: username, password } = merchant;
    return server.call(identity.login, { username, password, ...more }, { address: elsewhere() });
  };

  test("is switched on after a fresh proof, with a code that shows the app has the secret", async () => {
    const plain = await server.registerMerchant();
    await expect(server.call(identity.enrolTotp, {}, { token: plain.token })).rejects.toMatchObject({ code: 12040 });
    await server.call(identity.sendStepUpCode, {}, { token: plain.token });
    const verifyCode = await server.codeSentTo(plain.mobile);
    const { token } = await server.call(identity.stepUp, { verifyCode }, { token: plain.token });
    // The proof gave a new token; the old one is dead.
    await expect(server.call(identity.accountInfo, {}, { token: plain.token })).rejects.toMatchObject({ code: 600 });
    const { secret, qr } = await server.call(identity.enrolTotp, {}, { token });
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/);
    await expect(server.call(identity.confirmTotp, { totp: "000000" }, { token })).rejects.toMatchObject({
      code: 12007,
    });
    const { recoveryCodes } = await server.call(identity.confirmTotp, { totp: await totp(secret) }, { token });
    expect(recoveryCodes).toHaveLength(10);
    merchant = { ...plain, token, recoveryCodes, secret };
  });

  test("a new device is asked for it, a known one is not", async () => {
    await expect(enter({})).rejects.toMatchObject({ code: 12006 });
    await expect(enter({ totp: "000000" })).rejects.toMatchObject({ code: 12007 });
    server.clock.advance({ seconds: 30 });
    const code = await totp(merchant.secret);
    const { device } = await enter({ totp: code });
    await expect(enter({ totp: code })).rejects.toMatchObject({ code: 12007 });
    expect((await enter({ device })).token).toBeTruthy();
  });

  test("each recovery code opens the door once, however it is typed", async () => {
    const [first] = merchant.recoveryCodes;
    expect((await enter({ totp: first!.toUpperCase().replace("-", " ") })).token).toBeTruthy();
    await expect(enter({ totp: first! })).rejects.toMatchObject({ code: 12007 });
  });

  test("is switched off only by itself", async () => {
    const { device } = merchant;
    const { token } = await enter({ device });
    await expect(server.call(identity.disableTotp, { totp: "000000" }, { token })).rejects.toMatchObject({
      code: 12007,
    });
    const [, second] = merchant.recoveryCodes;
    await server.call(identity.disableTotp, { totp: second! }, { token });
    expect((await enter({})).token).toBeTruthy();
  });
});

test("a second device is announced, listed, and can be disowned", async () => {
  const merchant = await server.registerMerchant();
  const { token } = merchant;
  const stranger = await attempt(merchant.mobile, merchant.password);
  const devices = await server.call(identity.devices, {}, { token });
  expect(devices).toHaveLength(2);
  const fresh = devices.find((device) => device.isNew)!;
  expect(fresh.current).toBe(false);
  const isAnnounced = async () =>
    (await server.mailbox(merchant.mobile)).some((mail) => mail.text.includes("新设备登录"));
  await expect.poll(isAnnounced).toBe(true);
  const answer = (mine: boolean, as: string) =>
    server.call(identity.answerDevice, { deviceId: fresh.deviceId!, mine }, { token: as });
  // It cannot vouch for itself.
  await expect(answer(true, stranger.token)).rejects.toMatchObject({ code: 12040 });
  await answer(false, token);
  await expect(server.call(identity.accountInfo, {}, { token: stranger.token })).rejects.toMatchObject({ code: 600 });
  expect(await server.call(identity.devices, {}, { token })).toHaveLength(1);
  const history = await server.call(identity.signInHistory, {}, { token });
  expect(history.map((record) => record.outcome)).toEqual(["signedIn", "signedIn"]);
});
