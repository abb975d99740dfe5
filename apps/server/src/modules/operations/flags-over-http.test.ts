import {
  CallRefused,
  certificationEndpoints,
  identityEndpoints,
  ledgerEndpoints,
  operationsEndpoints,
} from "@coralhub/contract";
import { auditActionLabel, FLAG_MODES, parseMoney, RAIL_MODES } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodAnswers, handIn } from "../certification/certification-fixture.ts";

let server: TestServer;
let second: TestServer;
let admin: string;
let merchant: TestMerchant;

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ database: server.database });
  admin = await server.operatorToken("admin");
  merchant = await server.registerMerchant();
});
afterAll(async () => {
  await second?.close();
  await server?.close();
});

type Change = Partial<{ mode: "off" | "list" | "percentage" | "on"; percentage: number; merchantIds: string[] }>;
const change = (over: Change, token = admin) =>
  server.call(
    operationsEndpoints.changeFlag,
    { flag: "multiCurrencyWallet", mode: "off", percentage: 0, merchantIds: [], reason: "试开", ...over },
    { token },
  );
const seenOn = async ({ call }: TestServer) =>
  (await call(identityEndpoints.inMultiCurrencyGray, {}, { token: merchant.token })).inGray;

test("a change is seen at once where it was made, and right after in every other process", async () => {
  expect([await seenOn(server), await seenOn(second)]).toEqual([false, false]);
  await change({ mode: "list", merchantIds: [merchant.userId] });
  expect(await seenOn(server)).toBe(true);
  await expect.poll(() => seenOn(second)).toBe(true);
  await change({ mode: "list" });
  expect(await seenOn(server)).toBe(false);
  await expect.poll(() => seenOn(second)).toBe(false);
});

test("percentage, everyone, nobody", async () => {
  const whitelisted = async (functionCode: "multiCurrencyWallet" | "personalFinance", who = merchant) =>
    (await server.call(identityEndpoints.whitelist, { functionCode }, who)).inWhitelist;
  await change({ mode: "percentage", percentage: 100 });
  expect(await seenOn(server)).toBe(true);
  await change({ mode: "percentage", percentage: 0 });
  expect(await seenOn(server)).toBe(false);
  await change({ mode: "percentage", percentage: 0, merchantIds: [merchant.userId] });
  expect(await seenOn(server)).toBe(true);
  expect([await whitelisted("multiCurrencyWallet"), await whitelisted("personalFinance")]).toEqual([true, false]);
  expect(await whitelisted("multiCurrencyWallet", await server.registerMerchant())).toBe(false);
  await change({ mode: "on" });
  expect(await seenOn(server)).toBe(true);
});

test("an unknown merchant on the list is named, and nothing changes", async () => {
  await change({ mode: "off" });
  const stranger = "0192a000-0000-7000-8000-0000000fffff";
  const refusal = await change({ mode: "list", merchantIds: [stranger] }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CallRefused);
  expect(refusal).toMatchObject({ reason: "flag.merchant_unknown" });
  expect((refusal as CallRefused).message).toContain(stranger);
  expect(await seenOn(server)).toBe(false);
});

test("only an admin changes flags; the change names who, why, from and to", async () => {
  const reviewer = await server.operatorToken("reviewer");
  await expect(change({ mode: "on" }, reviewer)).rejects.toMatchObject({ reason: "access.denied" });
  await change({ mode: "percentage", percentage: 20 });
  const rows = await server.call(operationsEndpoints.flags, {}, { token: reviewer });
  expect(rows[0]).toMatchObject({
    flag: "multiCurrencyWallet",
    mode: "percentage",
    percentage: 20,
    changedBy: "测试admin",
  });
  const page = await server.call(
    operationsEndpoints.auditRows,
    { filters: { action: ["flag.changed"] } },
    { token: admin },
  );
  expect(JSON.parse(page.records[0]!.detail)).toMatchObject({
    reason: "试开",
    from: { mode: "off" },
    to: { percentage: 20 },
  });
});

test("an operator finds a merchant by its number and looks at it, which is audited", async () => {
  const token = await server.operatorToken("reviewer");
  const found = await server.call(operationsEndpoints.searchMerchants, { text: merchant.mobile }, { token });
  expect(found.map(({ id }) => id)).toEqual([merchant.userId]);
  const overview = await server.call(operationsEndpoints.merchant, { id: merchant.userId }, { token });
  expect(overview).toMatchObject({
    mobile: merchant.mobile,
    certification: 0,
    sessions: [{ address: merchant.address }],
  });
  expect(overview.flags.map(({ flag }) => flag)).toContain("multiCurrencyWallet");
  const rows = await server.database.query<{ subject: string }>(
    "select subject from audit_entry where action = 'merchant.viewed'",
  );
  expect(rows).toEqual([{ subject: `merchant:${merchant.userId}` }]);
});

test("the merchant's page tells what colleagues did about it, in words, the newest last, and leaves looks out", async () => {
  const token = await server.operatorToken("finance");
  const propose = ({ userId: merchantId }: TestMerchant) =>
    server.call(
      ledgerEndpoints.proposeAdjustment,
      {
        merchantId,
        from: "house.suspense:USD",
        to: "wallet:USD",
        amount: parseMoney("1.00", "USD"),
        memo: "多扣的手续费",
      },
      { token },
    );
  const [one, other] = [await server.registerMerchant(), await server.registerMerchant()];
  await propose(one);
  await propose(other);
  await server.call(certificationEndpoints.setSimulatedReviewer, { on: false, delaySeconds: 0 }, { token: admin });
  const answers = await goodAnswers(server, one, "mainland");
  const { applicationId } = await handIn(server, one, "mainland", answers);
  const ref = { merchantId: one.userId, id: applicationId };
  const reviewer = { token: await server.operatorToken("reviewer") };
  const { files } = await server.call(certificationEndpoints.reviewCase, ref, reviewer);
  await server.call(certificationEndpoints.reviewDocument, { ...ref, fileId: files[0]!.fileId }, reviewer);
  await server.call(certificationEndpoints.takeCase, ref, reviewer);
  const look = () => server.call(operationsEndpoints.merchant, { id: one.userId }, { token });
  await look();
  const { timeline } = await look();
  const words = timeline.filter(({ who }) => who !== "商户").map(({ who, what }) => `${who} ${what}`);
  expect(words).toEqual([
    `测试finance ${auditActionLabel("ledger.adjustment_proposed")}`,
    `测试reviewer ${auditActionLabel("certification.taken")}`,
  ]);
});

test("the database knows the same modes as the tables", async () => {
  const words = async (table: string, column: string) => {
    const [row] = await server.database.query<{ text: string }>(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) like $2",
      [table, `%${column}%ANY%`],
    );
    return new Set([...(row?.text ?? "").matchAll(/'(\w+)'/g)].map(([, word]) => word));
  };
  expect(await words("feature_flag", "mode")).toEqual(new Set(Object.keys(FLAG_MODES)));
  expect(await words("sandbox_rail_mode", "mode")).toEqual(new Set(Object.keys(RAIL_MODES)));
});
