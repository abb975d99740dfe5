import { connectionEndpoints, orderDeskEndpoints as desk, orderEndpoints } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { agreeFor } from "../apps/server/src/modules/stores/connections/consent-fixture.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { payIn } from "./income-steps.ts";
import { enterPortal } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test } from "./test.ts";

const day = () => new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const number = () => `114-${String(Date.now() % 10_000_000).padStart(7, "0")}-${String(4_000_000 + ++made)}`;

test("typed orders go through every state a person decides on: 待审核, 审核中, 部分通过; and a bad file is 未通过", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  await page.goto("/uploadOffline");
  const rows = [1, 2].map((at) => `PO-${Date.now()}-${at}\t${day()}\t${at}80.00\tLED 灯带\tUS\tDHL\t123456789${at}`);
  await page.getByRole("textbox", { name: "订单" }).fill(rows.join("\n"));
  const held = Promise.withResolvers<void>();
  await page.route(/\/file\/metadata\/upload/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "合同.png", mimeType: "image/png", buffer: BLANK });
  // Orders sent while a paper is on its way would go without it: the button waits.
  await expect(page.getByRole("button", { name: "等单据传完再提交" })).toBeDisabled();
  held.resolve();
  // While it is on its way it says 已上传 n%; the paper counts when it can be looked at again.
  await expect(page.getByText("下载核对")).toBeVisible();
  await page.getByRole("button", { name: "提交 2 个订单" }).click();
  await page.waitForURL(/uploadPreBranch\?id=/);
  const state = (text: string) =>
    expect(page.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 15_000 });
  await state("待审核");

  const call = createCall(baseURL!);
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const ref = { merchantId: merchant.userId, id: new URL(page.url()).searchParams.get("id")! };
  await call(desk.beginReview, ref, reviewer);
  await page.reload();
  await state("审核中");
  const [first, second] = await call(desk.orderCaseRows, ref, reviewer);
  await call(desk.decideOrders, { ...ref, orderIds: [first!.id], decision: "pass" }, reviewer);
  await call(
    desk.decideOrders,
    { ...ref, orderIds: [second!.id], decision: "fail", reason: "papersMissing" },
    reviewer,
  );
  await page.reload();
  await state("部分通过");

  await page.goto("/uploadE");
  await page.locator('input[type="file"]').setInputFiles({
    name: "bad.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`订单号,下单时间,币种,订单金额,商品名称,收货国家\n${number()},2019-01-01,USD,-3,cup,US\n`),
  });
  await page.waitForURL(/uploadPreBranch\?id=/);
  await state("未通过");
});

test("a connected store brings its orders by itself, and they pass", async ({ context, page, baseURL }) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const store = await boundStore(baseURL!, merchant, "EBAY", "USD");
  const call = createCall(baseURL!);
  const answer = await agreeFor({ server: { call, url: baseURL! } }, merchant, store.id);
  await call(connectionEndpoints.finishAuthorisation, answer, merchant);
  await enterPortal(context, merchant);
  await page.goto("/uploadApi");
  await page.getByRole("listitem").filter({ hasText: store.name }).getByRole("button", { name: "立即同步" }).click();
  await expect
    .poll(async () => (await call(orderEndpoints.uploadRecords, {}, merchant)).records[0]?.state, { timeout: 20_000 })
    .toBe("passed");
  const [record] = (await call(orderEndpoints.uploadRecords, {}, merchant)).records;
  await page.goto(`/uploadPreBranch?id=${record!.id}`);
  await expect(page.getByText("已通过", { exact: true }).first()).toBeVisible();
  await page.goto("/uploadPreIndex");
  await expect(page.getByText(/SBX-/).first()).toBeVisible();
});

test("home names the income that lacks orders and leads to it; with its orders passed it is settled", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { id: storeId, account } = await boundStore(baseURL!, merchant, "AMAZON", "USD");
  await payIn(baseURL!, account.accountNumber!, parseMoney("150.00", "USD"));
  await enterPortal(context, merchant);
  await expect(async () => {
    await page.goto("/home");
    await expect(page.getByText(/的收款还缺订单/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 25_000 });
  await page
    .getByRole("link", { name: "补充订单" })
    .or(page.getByRole("button", { name: "补充订单" }))
    .first()
    .click();
  await page.waitForURL(/uploadPre\?/);
  await expect(page.getByText(/还缺 .*150/).first()).toBeVisible();

  const call = createCall(baseURL!);
  const rows = [{ orderNumber: number(), orderedAt: day(), currency: "USD", amount: "150.00", goods: "手机壳" }];
  const { id } = await call(
    orderEndpoints.typeOrders,
    { platformCode: "AMAZON", merchantsId: storeId, rows },
    merchant,
  );
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const ref = { merchantId: merchant.userId, id };
  const open = await call(desk.orderCaseRows, ref, reviewer);
  await call(desk.decideOrders, { ...ref, orderIds: open.map((row) => row.id), decision: "pass" }, reviewer);
  await expect(async () => {
    await page.goto("/home");
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.getByText(/的收款还缺订单/)).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
});
