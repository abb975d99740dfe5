import { ALL_ENDPOINTS } from "@coralhub/contract";
import { CODE_PURPOSES } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantActor } from "../../platform/lifecycle-engine.ts";

const { identity } = ALL_ENDPOINTS;
const MEMBER = { mobile: "13700009001", personId: "0193b000-0000-7000-8000-000000000001", name: "许小满" };
let server: TestServer;
let owner: TestMerchant;

/** A second person, as an invitation will make one: a row of their own and a sign-in name of their own, nothing else. */
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.registerMerchant();
  await server.database.query(
    `insert into merchant_user (merchant_id, person_id, role, name, mobile, password_hash, password_changed_at, joined_at)
     select merchant_id, $2, 'member', $3, $4, password_hash, now(), now() from merchant_user where merchant_id = $1`,
    [owner.userId, MEMBER.personId, MEMBER.name, `+86${MEMBER.mobile}`],
  );
  await server.database.query(
    "insert into merchant_directory (kind, name, owner_id, person_id) values ('mobile', $1, $2, $3)",
    [`+86${MEMBER.mobile}`, owner.userId, MEMBER.personId],
  );
});
afterAll(() => server.close());

const signIn = (mobile: string, password: string) =>
  server.call(identity.login, { username: mobile, password }, { address: "172.23.0.1" });
const statusOf = (token: string) =>
  server.call(identity.accountInfo, {}, { token }).then(
    () => "in",
    (error: { reason: string }) => error.reason,
  );

test("people of a merchant sign in as themselves for the same merchant", async () => {
  const member = await signIn(MEMBER.mobile, owner.password);
  expect(member.userId).toBe(owner.userId);
  const session = await server.app.platform.sessions.find("merchant", member.token);
  expect(session).toMatchObject({ ownerId: owner.userId, subjectId: MEMBER.personId, subjectName: MEMBER.name });
  const [theirs, ours] = await Promise.all([
    server.call(identity.devices, {}, { token: member.token }),
    server.call(identity.devices, {}, { token: owner.token }),
  ]);
  expect([theirs.length, ours.length]).toEqual([1, 1]);
  expect(theirs[0]!.deviceId).not.toBe(ours[0]!.deviceId);
});

test("a password, its sessions and its devices are one person's: the others stay signed in", async () => {
  const member = await signIn(MEMBER.mobile, owner.password);
  const other = await signIn(MEMBER.mobile, owner.password);
  const next = "Member#2027x";
  await server.call(
    identity.changePassword,
    { oldPassword: owner.password, newPassword: next },
    { token: member.token },
  );
  expect(await statusOf(other.token)).toBe("session.expired");
  expect(await statusOf(owner.token)).toBe("in");
  expect((await signIn(owner.mobile, owner.password)).userId).toBe(owner.userId);
  expect((await signIn(MEMBER.mobile, next)).userId).toBe(owner.userId);
});

test("audit rows and timelines say which person it was", async () => {
  const member = await signIn(MEMBER.mobile, "Member#2027x");
  const { token } = member;
  await server.call(identity.sendGatewayCode, { type: CODE_PURPOSES.closeAccount.wire }, { token });
  await expect.poll(async () => (await server.mailbox(MEMBER.mobile)).length).toBeGreaterThan(0);
  const verifyCode = await server.codeSentTo(MEMBER.mobile);
  await server.call(identity.requestClosing, { verifyCode, reason: "不再使用了" }, { token });
  const rows = await server.database.query(
    "select actor_id, person_id from audit_entry where action = 'identity.closing_requested'",
  );
  expect(rows).toEqual([{ actor_id: owner.userId, person_id: MEMBER.personId }]);
  const person = { merchantId: owner.userId, personId: MEMBER.personId, personName: MEMBER.name };
  expect(merchantActor(person)).toEqual({
    kind: "merchant",
    merchantId: owner.userId,
    personId: MEMBER.personId,
    name: MEMBER.name,
  });
});

test("every merchant has one owner", async () => {
  const second = server.database.query("update merchant_user set role = 'owner' where person_id = $1", [
    MEMBER.personId,
  ]);
  await expect(second).rejects.toMatchObject({ constraint: "merchant_user_owner" });
});
