import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const { identity, messages, home, certification } = ALL_ENDPOINTS;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("a visitor registers, is signed in, sees home, reads the welcome, signs out and in again", async () => {
  const { call } = server;
  const merchant = await server.registerMerchant();
  const { token, mobile, password, address } = merchant;
  expect(await call(messages.unreadCount, {}, { token })).toBe(1);
  const page = await call(messages.messages, {}, { token });
  expect(page.records).toMatchObject([{ title: "欢迎使用珊瑚汇", status: "unread", link: { path: "/nav/navEnd" } }]);
  await call(messages.changeMessageStatus, { ids: [page.records[0]!.id], status: 1 }, { token });
  expect(await call(messages.unreadCount, {}, { token })).toBe(0);

  const first = await call(home.home, {}, { token });
  expect(first.firstSteps?.map((step) => step.state)).toEqual(["current", "later", "later"]);
  expect(await call(certification.certificationView, {}, { token })).toEqual({ status: 0, userId: null });
  expect(await call(identity.consents, {}, { token })).toMatchObject([{ current: true }, { current: true }]);

  await call(identity.logout, {}, { token });
  await expect(call(identity.accountInfo, {}, { token })).rejects.toMatchObject({ status: 401, code: 600 });
  const again = await call(identity.login, { username: mobile, password, client: 1 }, { address });
  expect(again).toMatchObject({ userId: merchant.userId, mobile, userSource: 1 });
  expect(await call(identity.accountInfo, {}, { token: again.token })).toMatchObject({ userId: merchant.userId });
});
