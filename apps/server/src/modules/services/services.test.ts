import { serviceEndpoints as calls, messageEndpoints, operationsEndpoints } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

let server: TestServer;
let reviewer: { token: string };
let admin: { token: string };
let merchant: TestMerchant;

beforeAll(async () => {
  server = await startTestServer();
  reviewer = { token: await server.operatorToken("reviewer") };
  admin = { token: await server.operatorToken("admin") };
  await open(true);
});
afterAll(() => server.close());
beforeEach(async () => {
  merchant = await server.registerMerchant();
  await certify(merchant);
});

const open = (on: boolean) =>
  server.call(
    operationsEndpoints.changeFlag,
    { flag: "personalFinance", mode: on ? "on" : "off", percentage: 0, merchantIds: [], reason: "试用" },
    admin,
  );
const certify = ({ userId }: TestMerchant) =>
  server.database.query(
    "update certification set state = 'certified', open_user_id = 'OU' || $1::text where merchant_id = $1",
    [userId],
  );
const wish = { currencies: ["USD", "HKD"], agreed: true } as const;
const apply = (who: { token: string } = merchant) =>
  server.call(calls.applyForModule, { ...wish, currencies: [...wish.currencies] }, who);
const info = () => server.call(calls.moduleInfo, {}, merchant);
const decide = (decision: "approve" | "decline", reason = "") =>
  server.call(
    calls.decideModule,
    { merchantId: merchant.userId, module: "personalFinance", decision, reason },
    reviewer,
  );
const latestMessage = async () =>
  (await server.call(messageEndpoints.messages, { sort: "createdAt" }, merchant)).records[0]!;
const refused = (reason: string): unknown => expect.objectContaining({ reason });

test("asked, declined with a reason, asked again, opened: state, timeline, messages and log agree", async () => {
  expect(await info()).toEqual({ state: "none", reason: null, currencies: [], events: [] });
  expect(await apply()).toEqual({ state: "applied" });
  expect((await latestMessage()).title).toBe("个人理财开通申请已提交");

  await decide("decline", "营业执照即将到期，请先更新认证资料。");
  expect(await info()).toMatchObject({ state: "declined", reason: "营业执照即将到期，请先更新认证资料。" });
  expect(await latestMessage()).toMatchObject({
    title: "个人理财开通申请未通过",
    body: "营业执照即将到期，请先更新认证资料。处理后可以重新申请。",
    link: { path: "/personalFinance" },
    needsAction: true,
  });

  await apply();
  await decide("approve");
  const { state, reason, currencies, events } = await info();
  expect({ state, reason, currencies }).toEqual({ state: "open", reason: null, currencies: ["USD", "HKD"] });
  expect(events.map(({ action }) => action)).toEqual(["apply", "decline", "apply", "approve"]);
  expect((await latestMessage()).title).toBe("个人理财已开通");

  const { records } = await server.call(operationsEndpoints.auditRows, {}, admin);
  expect(records.slice(0, 2).map(({ action }) => action)).toEqual(["module.opened", "module.declined"]);
});

test("one request at a time, and none once it is open", async () => {
  const answers = await Promise.allSettled([apply(), apply(), apply()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(apply()).rejects.toEqual(refused("module.waiting"));
  await decide("approve");
  await expect(apply()).rejects.toEqual(refused("module.already_open"));
  expect((await info()).events).toHaveLength(2);
});

test("a request is decided once, with a reason when it is declined", async () => {
  await expect(decide("approve")).rejects.toEqual(refused("state.changed"));
  await apply();
  await expect(decide("decline")).rejects.toMatchObject({ fields: { reason: "请写明原因，商户会看到" } });
  const answers = await Promise.allSettled([decide("approve"), decide("decline", "资料不全")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("the reviewer finds a request by its state and merchant", async () => {
  await apply();
  const find = (state: string) =>
    server.call(calls.moduleApplications, { filters: { state: [state], merchantId: merchant.userId } }, reviewer);
  expect((await find("applied")).records).toEqual([
    expect.objectContaining({ merchantId: merchant.userId, module: "personalFinance", currencies: ["USD", "HKD"] }),
  ]);
  expect((await find("open")).records).toEqual([]);
});

test("who is not certified may look, not ask; without consent nothing is passed on", async () => {
  const fresh = await server.registerMerchant();
  await expect(apply(fresh)).rejects.toMatchObject({ code: 10403 });
  const silent = { currencies: ["USD"], agreed: false } as never;
  await expect(server.call(calls.applyForModule, silent, merchant)).rejects.toMatchObject({
    fields: { agreed: "请先同意把认证资料提供给合作银行" },
  });
  await expect(server.call(calls.applyForModule, { currencies: [], agreed: true }, merchant)).rejects.toMatchObject({
    fields: { currencies: "请至少选择一个币种" },
  });
});

test("without the flag the calls do not exist", async () => {
  await open(false);
  await expect(info()).rejects.toEqual(refused("not_found"));
  await expect(apply()).rejects.toEqual(refused("not_found"));
  await open(true);
  expect((await info()).state).toBe("none");
});
