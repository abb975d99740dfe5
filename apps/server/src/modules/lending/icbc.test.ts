import { homeEndpoints, lenderEndpoints as lender, lendingEndpoints as calls } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../income/income-fixture.ts";
import type { LendingDeps } from "./deps.ts";
import { sellerOf, setLender, toldAs, type LenderMood } from "./lending-fixture.ts";
import { deliverUpload } from "./tell-icbc.ts";

let server: TestServer;
let admin: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set("2026-11-16T12:00:00+08:00");
  admin = { token: await server.operatorToken("admin") };
});
afterAll(() => server.close());

const lenderWill = (mood: LenderMood) => setLender(server, admin, mood);
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const toldReference = async ({ userId }: TestMerchant): Promise<string> => {
  const [last] = await server.database.query<{ reference: string }>(
    "select reference from icbc_upload where merchant_id = $1 order by told_at desc, id desc limit 1",
    [userId],
  );
  return last!.reference;
};

test("ICBC's data travel by its rail: asked about, answered, taken once however often it says so", async () => {
  const merchant = await sellerOf(server);
  await server.call(calls.updateFinanceStatus, { joined: true }, merchant);
  await lenderWill({ uploads: "ask" });
  await Promise.all([1, 2].map(() => server.call(calls.icbcUserUpload, {}, merchant)));
  const asked = await toldAs(server, merchant, "user", "asked");
  expect(asked.reason).toBe("请说明主要平台和回款周期");
  const services = await server.call(homeEndpoints.services, {}, merchant);
  expect(services).toContainEqual({ page: "icbcFinance", label: "工行要求说明", tone: "warning" });
  const reference = await toldReference(merchant);
  const mine = async () =>
    (await server.call(lender.lenderRequests, {}, admin)).filter((one) => one.about.includes("认证资料"));
  expect((await mine()).filter((one) => one.reference === reference)).toMatchObject([{ kind: "upload", amount: null }]);
  // Whoever sends again meanwhile sends nothing; nobody answers what was not asked.
  expect((await server.call(calls.icbcUserUpload, {}, merchant)).state).toBe("asked");
  await expect(server.call(calls.answerIcbcUpload, { kind: "orders", answer: "没有人问" }, merchant)).rejects.toEqual(
    refused("state.changed"),
  );
  const again = { reference, decision: "tellAgain" } as const;
  await server.call(calls.answerIcbcUpload, { kind: "user", answer: "亚马逊，两周回款" }, merchant);
  await toldAs(server, merchant, "user", "sent");
  expect((await server.call(lender.decideLenderRequest, again, admin)).outcomes).toEqual(["repeated"]);
  // The same again is not sent again.
  expect((await server.call(calls.icbcUserUpload, {}, merchant)).state).toBe("sent");
  expect(await toldReference(merchant)).toBe(reference);
  await server.database.query(
    "update sandbox_lender_request set state = 'refused', reason = '改主意' where reference = $1",
    [reference],
  );
  expect((await server.call(lender.decideLenderRequest, again, admin)).outcomes).toEqual(["contradicted"]);
  expect((await server.call(calls.icbcFinanceStatus, {}, merchant)).user.state).toBe("sent");
});

test("ICBC gives data back, keeps silent, loses its answer; whoever leaves takes back what is on its way", async () => {
  const merchant = await sellerOf(server);
  await server.call(calls.updateFinanceStatus, { joined: true }, merchant);
  await lenderWill({ uploads: "refuse" });
  await server.call(calls.icbcUserUpload, {}, merchant);
  expect((await toldAs(server, merchant, "user", "refused")).reason).toContain("不一致");
  await lenderWill({ uploads: "silent" });
  server.clock.advance({ seconds: 1 });
  expect((await server.call(calls.icbcUserUpload, {}, merchant)).state).toBe("sending");
  const silent = await toldReference(merchant);
  await until(async () =>
    (await server.call(lender.lenderRequests, {}, admin)).find((one) => one.reference === silent),
  );
  await server.call(calls.updateFinanceStatus, { joined: false }, merchant);
  await server.call(lender.decideLenderRequest, { reference: silent, decision: "accept" }, admin);
  expect((await server.call(calls.icbcFinanceStatus, {}, merchant)).user.state).toBe("withdrawn");
  await server.call(calls.updateFinanceStatus, { joined: true }, merchant);
  await lenderWill({ uploads: "lost" });
  server.clock.advance({ seconds: 1 });
  await server.call(calls.icbcUserUpload, {}, merchant);
  // The answer was lost; who looks half a minute later hears it.
  const lost = await toldReference(merchant);
  await until(async () =>
    (await server.call(lender.lenderRequests, {}, admin)).find(
      (one) => one.reference === lost && one.state === "accepted",
    ),
  );
  server.clock.advance({ seconds: 31 });
  await toldAs(server, merchant, "user", "sent");
});

test("whoever leaves while data are gathered has none of them told", async () => {
  const merchant = await sellerOf(server);
  await server.call(calls.updateFinanceStatus, { joined: true }, merchant);
  await lenderWill({ uploads: "silent" });
  await server.call(calls.icbcUserUpload, {}, merchant);
  const [{ id }] = (await server.database.query<{ id: string }>("select id from icbc_upload where merchant_id = $1", [
    merchant.userId,
  ])) as [{ id: string }];
  const told: unknown[] = [];
  const deliver = deliverUpload({
    database: server.app.platform.database,
    async certifiedAs() {
      await server.call(calls.updateFinanceStatus, { joined: false }, merchant);
      return { name: "深圳南屿科技有限公司" };
    },
    recipientOf: async () => ({ mobile: merchant.mobile }),
    lender: { upload: async (data: unknown) => void told.push(data) },
  } as unknown as LendingDeps);
  const message = { merchantId: merchant.userId, payload: { id, answer: null } } as Parameters<typeof deliver>[0];
  expect(await deliver(message)).toEqual({ result: "delivered" });
  expect(told).toEqual([]);
});
