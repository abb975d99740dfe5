import { ALL_ENDPOINTS, type LiveEvent } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockMerchant } from "./merchants-store.ts";

const { identity, ledger, messages, operations } = ALL_ENDPOINTS;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const runJob = (name: string) => {
  const { platform } = server.app;
  return platform.database.transaction((tx) => platform.jobs.send(tx, name, {}));
};
const stepUp = async (merchant: TestMerchant) => {
  await server.call(identity.sendStepUpCode, {}, { token: merchant.token });
  const verifyCode = await server.codeSentTo(merchant.mobile);
  return (await server.call(identity.stepUp, { verifyCode }, { token: merchant.token })).token;
};

test("personal data is prepared, announced, and read only after a fresh proof", async () => {
  const merchant = await server.registerMerchant();
  await expect(server.call(identity.requestDataExport, {}, { token: merchant.token })).rejects.toMatchObject({
    code: 12040,
  });
  const token = await stepUp(merchant);
  const { id } = await server.call(identity.requestDataExport, {}, { token });
  await expect.poll(async () => (await server.call(identity.dataExports, {}, { token }))[0]?.state).toBe("ready");
  const file = await server.call(identity.downloadDataExport, { id }, { token });
  const content = JSON.parse(await file.blob.text()) as {
    账户: { 手机: string };
    同意的协议: unknown[];
    消息: unknown[];
  };
  expect(content.账户.手机).toBe(`+86${merchant.mobile}`);
  expect(content.同意的协议).toHaveLength(2);
  expect(content.消息.length).toBeGreaterThan(0);
  const stranger = await server.registerMerchant();
  const strangerToken = await stepUp(stranger);
  await expect(server.call(identity.downloadDataExport, { id }, { token: strangerToken })).rejects.toMatchObject({
    status: 404,
  });
});

test("an account is closed after fifteen days unless it is taken back; then its number is free", async () => {
  const merchant = await server.registerMerchant();
  const { token } = merchant;
  expect(await server.call(identity.closing, {}, { token })).toEqual({ blockers: [], closesAt: null });
  await server.call(identity.sendBankCode, { type: 20 }, { token });
  const close = { verifyCode: await server.codeSentTo(merchant.mobile), reason: "不再使用" };
  const { closesAt } = await server.call(identity.requestClosing, close, { token });
  expect(closesAt.getTime() - server.clock.now().getTime()).toBeGreaterThan(14.9 * 86_400_000);
  await server.call(identity.cancelClosing, {}, { token });
  expect((await server.call(identity.closing, {}, { token })).closesAt).toBeNull();

  server.clock.advance({ seconds: 61 });
  await server.call(identity.sendBankCode, { type: 20 }, { token });
  await server.call(identity.requestClosing, { verifyCode: await server.codeSentTo(merchant.mobile) }, { token });
  await server.database.query(
    "update merchant set closes_at = closes_at - interval '16 days' where closes_at is not null",
  );
  await server.database.query(
    `insert into merchant_factor_change (merchant_id, person_id, factor, new_value, requested_at, effective_at)
     select merchant_id, person_id, 'email', 'late@example.com'::bytea, now(), 'infinity'::timestamptz from merchant_user where merchant_id = $1`,
    [merchant.userId],
  );
  await runJob("identity.close-accounts");
  await expect
    .poll(() =>
      server.call(identity.accountInfo, {}, { token }).then(
        () => 200,
        (e: { code: number }) => e.code,
      ),
    )
    .toBe(600);
  const left = await server.database.query(
    "select mobile, email, contact_name, password_hash from merchant join merchant_user using (merchant_id) where merchant_id = $1",
    [merchant.userId],
  );
  expect(left).toEqual([{ mobile: null, email: null, contact_name: null, password_hash: "" }]);
  // Nobody could take out what two people booked to it now.
  const [maker, checker] = [await server.operatorToken("finance"), await server.operatorToken("admin")];
  const adjust = { merchantId: merchant.userId, amount: moneyOf("USD", 500n), memo: "补记利息" };
  const { id } = await server.call(
    ledger.proposeAdjustment,
    { ...adjust, from: "house.fees:USD", to: "wallet:USD" },
    { token: maker },
  );
  const decide = { merchantId: merchant.userId, id, note: "已核对" };
  await expect(
    server.call(ledger.decideAdjustment, { ...decide, decision: "approve" }, { token: checker }),
  ).rejects.toMatchObject({ reason: "ledger.owner_closed" });
  expect(await server.database.query("select from ledger_account where merchant_id = $1", [merchant.userId])).toEqual(
    [],
  );
  await server.call(ledger.decideAdjustment, { ...decide, decision: "reject" }, { token: checker });
  // What was asked for before does not bring anything of it back.
  const asked = await server.database.query("select from merchant_factor_change where merchant_id = $1", [
    merchant.userId,
  ]);
  expect(asked).toEqual([]);
  expect((await server.registerMerchant({ mobile: merchant.mobile })).userId).not.toBe(merchant.userId);
});

describe("a lost phone", () => {
  const ask = async (username: string, newMobile: string) => {
    await server.call(identity.sendRecoveryCode, { newMobile, param: await server.captchaTicket() });
    const verifyCode = await server.codeSentTo(newMobile);
    const story = "深圳市某某科技有限公司，上周收到 Amazon 打款 1,200 美元";
    return server.call(identity.requestRecovery, { username, newMobile, verifyCode, contactName: "林见南", story });
  };

  test("comes back through two people, is audited, and ends everything that was signed in", async () => {
    const merchant = await server.registerMerchant();
    const newMobile = "13512345678";
    const signedIn = { token: merchant.token };
    const email = `bound.${merchant.userId}@example.com`;
    const captcha = await server.codeAfter(email, () => server.call(identity.sendBindEmailCode, { email }, signedIn));
    const own = () => server.call(identity.sendStepUpCode, {}, signedIn);
    const ownCode = await server.codeAfter(merchant.mobile, own);
    await server.call(identity.bindEmail, { email, captcha, ownCode }, signedIn);
    const { reference: id } = await ask(merchant.mobile, newMobile);
    await expect
      .poll(async () => (await server.mailbox(merchant.mobile)).map(({ text }) => text).join())
      .toMatch(/更换您账户的登录手机/);
    const [maker, checker] = [await server.operatorToken("reviewer"), await server.operatorToken("admin")];
    const listed = await server.call(identity.recoveries, {}, { token: maker });
    expect(listed.records).toMatchObject([{ id, state: "requested", newMobile: `+86${newMobile}` }]);
    await server.call(identity.proposeRecovery, { id, accept: true, note: "视频核对身份证和法人" }, { token: maker });
    await server.database.query(
      `insert into merchant_passkey (merchant_id, person_id, id, credential_id, public_key, counter, transports, name, created_at)
       select merchant_id, person_id, gen_random_uuid(), 'of-the-thief', '\\x00', 0, '{}', 'x', now()
       from merchant_user where merchant_id = $1`,
      [merchant.userId],
    );
    await server.database.query(
      `insert into merchant_factor_change (merchant_id, person_id, factor, new_value, requested_at, effective_at)
       select merchant_id, person_id, 'email', '\\x00', now(), now() + interval '1 day'
       from merchant_user where merchant_id = $1`,
      [merchant.userId],
    );
    const decide = (token: string) => server.call(identity.decideRecovery, { id, accept: true }, { token });
    await expect(decide(maker)).rejects.toMatchObject({ code: 12060 });
    await expect(decide(await server.operatorToken("finance"))).rejects.toMatchObject({ status: 403 });
    const askByMail = async () =>
      server.call(identity.sendResetCode, { mobile: email, param: await server.captchaTicket() });
    const mailed = await server.codeAfter(email, askByMail);
    await decide(checker);
    // Nor does an e-mail that was bound: not with a code it was sent before, and it gets no other.
    await expect(
      server.call(identity.resetPassword, { mobile: email, smsCaptcha: mailed, password: "Found#2027again" }),
    ).rejects.toMatchObject({ reason: "identity.code_dead" });
    expect(await server.database.query("select 1 from merchant_directory where name = $1", [email])).toEqual([]);
    await expect
      .poll(async () => (await server.mailbox(newMobile)).map(({ text }) => text).join())
      .toMatch(/已通过.*邮箱 .+ 已解除绑定/);
    await expect(decide(checker)).rejects.toMatchObject({ code: 409 });
    await expect(server.call(identity.accountInfo, {}, { token: merchant.token })).rejects.toMatchObject({ code: 600 });
    // What opened the account before opens it no longer: the password, keys, and what somebody had asked for.
    const login = (password: string) => server.call(identity.login, { username: newMobile, password });
    await expect(login(merchant.password)).rejects.toMatchObject({ reason: "identity.wrong_password" });
    const left = await server.database.query(
      `select 1 from merchant_passkey where merchant_id = $1
       union all select 1 from merchant_factor_change where merchant_id = $1`,
      [merchant.userId],
    );
    expect(left).toEqual([]);
    const param = await server.captchaTicket();
    const smsCaptcha = await server.codeAfter(newMobile, () =>
      server.call(identity.sendResetCode, { mobile: newMobile, param }),
    );
    await server.call(identity.resetPassword, { mobile: newMobile, smsCaptcha, password: "Found#2027again" });
    expect((await login("Found#2027again")).userId).toBe(merchant.userId);
    const trail = await server.database.query<{ action: string }>(
      "select action from audit_entry where subject = $1 order by at, id",
      [id],
    );
    expect(trail.map((entry) => entry.action)).toEqual(["identity.recovery_proposed", "identity.recovery_accepted"]);
  });

  test("for an account that does not exist is answered alike and can only be declined", async () => {
    const { reference: id } = await ask("13500000000", "13587654321");
    const token = await server.operatorToken("reviewer");
    await expect(
      server.call(identity.proposeRecovery, { id, accept: true, note: "看起来没问题" }, { token }),
    ).rejects.toMatchObject({ code: 12061 });
    await server.call(identity.proposeRecovery, { id, accept: false, note: "查无此账户" }, { token });
    await server.call(identity.decideRecovery, { id, accept: true }, { token: await server.operatorToken("admin") });
    await expect
      .poll(async () => (await server.mailbox("13587654321")).map(({ text }) => text).join())
      .toMatch(/未通过/);
  });
});

test("a change of how one signs in keeps nobody from writing what names the merchant", async () => {
  const { userId } = await server.registerMerchant();
  const [who] = await server.database.query<{ merchantId: string; personId: string }>(
    'select merchant_id as "merchantId", person_id as "personId" from merchant_user where merchant_id = $1',
    [userId],
  );
  await server.app.platform.database.transaction(async (tx) => {
    await lockMerchant(tx, who!);
    const named = "select 1 from merchant where merchant_id = $1 for key share nowait";
    expect(await server.database.query(named, [userId])).toHaveLength(1);
  });
});

test("an invitation code is checked, recorded and named as the source", async () => {
  const inviter = await server.registerMerchant();
  const { invitationCode } = await server.call(identity.accountInfo, {}, { token: inviter.token });
  expect(await server.call(identity.checkInvitation, { code: invitationCode.toLowerCase() })).toMatchObject({
    valid: true,
  });
  expect(await server.call(identity.checkInvitation, { code: "NOSUCH" })).toMatchObject({ valid: false });
  const invited = await server.registerMerchant({ invitationCode });
  expect(await server.call(identity.accountInfo, {}, { token: invited.token })).toMatchObject({ userSource: 2 });
  const rows = await server.database.query(
    "select invited_merchant_id as invited from merchant_invitation where merchant_id = $1",
    [inviter.userId],
  );
  expect(rows).toEqual([{ invited: invited.userId }]);
});

test("a number that has an account is not given away: its owner gets a hint instead of a code", async () => {
  const { mobile } = await server.registerMerchant();
  server.clock.advance({ seconds: 61 });
  const sent = await server.call(identity.sendRegisterCode, { mobile, param: await server.captchaTicket() });
  expect(sent).toMatchObject({ expiresInSeconds: 300, resendInSeconds: 60 });
  expect((await server.mailbox(mobile))[0]).toMatchObject({
    code: null,
    text: expect.stringContaining("已经注册") as string,
  });
  const register = { mobile, password: "Harbour#778", verifyCode: "123456" };
  await expect(server.call(identity.register, register)).rejects.toMatchObject({ code: 12010 });
});

test("the address is kept, the gates answer about the caller, and operators find the merchant", async () => {
  const { token, userId, mobile } = await server.registerMerchant();
  expect(await server.call(identity.addressIsMissing, {}, { token })).toBe(true);
  const address = { province: "广东省", city: "深圳市", area: "南山区", address: "海天一路 8 号" };
  await server.call(identity.updateAddress, address, { token });
  await server.call(identity.updateContact, { contactName: "林见南" }, { token });
  expect(await server.call(identity.addressIsMissing, {}, { token })).toBe(false);
  expect(await server.call(identity.accountInfo, {}, { token })).toMatchObject({ address, displayName: "林见南" });
  expect(await server.call(identity.inMultiCurrencyGray, { userId: "someone else" }, { token })).toEqual({
    inGray: false,
  });
  expect(await server.call(identity.permissionShow, {}, { token })).toEqual({ show: false, functions: [] });
  expect(await server.call(identity.testAccount, {}, { token })).toEqual({ testAccount: false });
  const found = await server.call(
    operations.searchMerchants,
    { text: mobile },
    { token: await server.operatorToken("admin") },
  );
  expect(found).toMatchObject([{ id: userId, name: "林见南", mobile }]);
});

test("an open page hears of new messages and of the end of its session, on any server", async () => {
  const merchant = await server.registerMerchant();
  const other = await startTestServer({ database: server.database, clock: server.clock });
  try {
    const stream = (await other.call(identity.live, {}, { token: merchant.token }))[Symbol.asyncIterator]();
    const next = async () => (await stream.next()).value as LiveEvent;
    expect(await next()).toEqual({ event: "unread", data: { count: 1 } });
    await server.call(messages.changeMessageStatus, { mark: "all", status: 1 }, { token: merchant.token });
    expect(await next()).toEqual({ event: "unread", data: { count: 0 } });
    await server.call(identity.logout, {}, { token: merchant.token });
    expect(await next()).toEqual({ event: "sessionEnded", data: {} });
    expect((await stream.next()).done).toBe(true);
  } finally {
    await other.close();
  }
});
