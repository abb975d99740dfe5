import { ALL_ENDPOINTS } from "@coralhub/contract";
import { mobileText } from "@coralhub/domain";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "./merchants.ts";

const { identity, certification, home, messages, income } = ALL_ENDPOINTS;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.loadDemoWorld();
});
afterAll(() => server.close());
const signIn = (username: string) => server.call(identity.login, { username, password: DEMO_PASSWORD });

test("every demo merchant signs in and stands where the story says", async () => {
  const statuses: number[] = [];
  const walletOpen: boolean[] = [];
  for (const merchant of DEMO_MERCHANTS) {
    const { token, userId, userSource } = await signIn(mobileText(merchant.mobile));
    expect([userId, userSource]).toEqual([merchant.merchantId, expect.any(Number)]);
    const view = await server.call(certification.certificationView, {}, { token });
    expect(view.userId).toBe(merchant.certification.openUserId);
    statuses.push(view.status);
    walletOpen.push((await server.call(identity.inMultiCurrencyGray, {}, { token })).inGray);
  }
  expect(walletOpen).toEqual([true, false, false, true, false]);
  expect(statuses).toEqual([3, 3, 0, 3, 1]);
});

test("the seller has messages, notices and a name; the rejected one has something to do", async () => {
  const { token } = await signIn("13800000001");
  expect(await server.call(messages.unreadCount, {}, { token })).toBe(7);
  const list = await server.call(messages.messages, { pageSize: 20 }, { token });
  expect(list.records[0]).toMatchObject({ title: "finance@nanyu-home.com 的授权已失效", needsAction: true });
  const paths = list.records.flatMap(({ link }) => (link?.path.startsWith("/bigIncome/in?") ? [link.path] : []));
  expect(paths).toHaveLength(4);
  for (const path of paths) {
    const id = new URLSearchParams(path.split("?")[1]).get("open")!;
    expect(await server.call(income.income, { id }, { token })).toMatchObject({ id });
  }
  expect((await server.call(home.home, {}, { token })).displayName).toBe("深圳市南屿科技有限公司");
  expect(await server.call(home.notices, {}, { token })).toHaveLength(4);
  const rejected = await signIn("13800000005");
  const page = await server.call(home.home, {}, { token: rejected.token });
  expect(page.todos).toMatchObject([{ kind: "certification", action: { path: "/nav/navEnd" } }]);
});

test("a second start changes nothing", async () => {
  const { token } = await signIn("13800000001");
  await server.call(messages.changeMessageStatus, { mark: "all", status: 1 }, { token });
  await server.call(identity.updateContact, { contactName: "林小南" }, { token });
  await server.app.loadDemoWorld();
  expect(await server.call(messages.unreadCount, {}, { token })).toBe(0);
  expect((await server.call(identity.accountInfo, {}, { token })).contactName).toBe("林小南");
  expect((await server.call(messages.messages, {}, { token })).total).toBe(14);
});

test("the certified and the rejected have the papers that say so, and the desk has a queue", async () => {
  const papers = async (username: string) => {
    const { token } = await signIn(username);
    const application = (await server.call(certification.certificationApplication, {}, { token }))!;
    const rejected = application.fields.filter(({ verdict }) => verdict === "rejected").map(({ path }) => path);
    return { state: application.state, form: application.form, rejected, files: application.files.length };
  };
  expect(await papers("13800000001")).toMatchObject({ state: "approved", form: "mainland", rejected: [] });
  expect(await papers("13800000002")).toMatchObject({ state: "approved", form: "person" });
  expect(await papers("13800000004")).toMatchObject({ state: "approved", form: "bigHongkong" });
  expect(await papers("13800000005")).toEqual({
    state: "rejected",
    form: "mainland",
    rejected: ["businessLicenseImage", "iEndTime"],
    files: 3,
  });
  const token = await server.operatorToken("reviewer");
  const queue = await server.call(certification.reviewQueue, { filters: { state: ["waiting", "second"] } }, { token });
  expect(queue.total).toBe(6);
  const returned = queue.records.find(({ submissionKind }) => submissionKind === "resubmission")!;
  const found = await server.call(
    certification.reviewCase,
    { merchantId: returned.merchantId, id: returned.id },
    { token },
  );
  expect(found.fields.filter(({ verdict }) => verdict === null).map(({ path, before }) => [path, before])).toEqual([
    ["companyEnName", "Shenzhen Haitangli Trade"],
  ]);
});
