import { orderDeskEndpoints as desk, orderEndpoints } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { choose, operatorToken } from "./console-steps.ts";
import { enterPortal } from "./portal-steps.ts";
import { expect, test, type Page } from "./test.ts";

const day = () => new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const number = () => `114-${String(Date.now() % 10_000_000).padStart(7, "0")}-${String(6_000_000 + ++made)}`;

/** One merchant for all of them: every journey has a delivery of its own. */
let merchant: TestMerchant;
test.beforeAll(async ({ baseURL }) => {
  merchant = await certifiedMerchant(baseURL!);
});
test.beforeEach(({ context }) => enterPortal(context, merchant));

/** Two orders that wait for a person, and who decides about them. */
async function waiting(baseURL: string) {
  const call = createCall(baseURL);
  const numbers = [number(), number()];
  const rows = numbers.map((orderNumber) => ({
    orderNumber,
    orderedAt: day(),
    currency: "USD",
    amount: "180.00",
    goods: "LED 灯带",
  }));
  const { id } = await call(orderEndpoints.typeOrders, { platformCode: "AMAZON", rows }, merchant);
  const reviewer = { token: await operatorToken(baseURL, "reviewer") };
  const ref = { merchantId: merchant.userId, id };
  const orders = await call(desk.orderCaseRows, ref, reviewer);
  const idOf = (orderNumber: string) => orders.find((row) => row.orderNumber === orderNumber)!.id;
  return { call, ref, reviewer, numbers, idOf };
}
const open = (page: Page, { id }: { id: string }) => page.goto(`/uploadPreBranch?id=${id}`);
const fileIs = (page: Page, state: string) =>
  expect(page.getByText(state, { exact: true }).first()).toBeVisible({ timeout: 15_000 });
const orderIs = (page: Page, orderNumber: string, state: string) =>
  expect(page.getByRole("listitem").filter({ hasText: orderNumber }).getByText(state, { exact: true })).toBeVisible();

test("待审核: typed orders wait for a person, with the paper that was still on its way", async ({ page }) => {
  await page.goto("/uploadOffline");
  const numbers = [1, 2].map((at) => `PO-${Date.now()}-${at}`);
  const rows = numbers.map((one, at) => `${one}\t${day()}\t${at + 1}80.00\tLED 灯带\tUS\tDHL\t123456789${at}`);
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
  await fileIs(page, "待审核");
  for (const one of numbers) await orderIs(page, one, "待审核");
});

test("审核中: a reviewer has taken them up", async ({ page, baseURL }) => {
  const { call, ref, reviewer, numbers } = await waiting(baseURL!);
  await call(desk.beginReview, ref, reviewer);
  await open(page, ref);
  await fileIs(page, "审核中");
  for (const one of numbers) await orderIs(page, one, "审核中");
});

test("已通过: all of them passed, and quota grew by what they are worth", async ({ page, baseURL }) => {
  const { call, ref, reviewer, numbers, idOf } = await waiting(baseURL!);
  await call(desk.decideOrders, { ...ref, orderIds: numbers.map(idOf), decision: "pass" }, reviewer);
  await open(page, ref);
  await fileIs(page, "已通过");
  for (const one of numbers) await orderIs(page, one, "已通过");
  await expect(page.getByText("增加额度（USD）").first()).toBeVisible();
});

test("部分通过: one order passed in part, the other did not, and the report tells them apart", async ({
  page,
  baseURL,
}) => {
  const { call, ref, reviewer, numbers, idOf } = await waiting(baseURL!);
  const [partly, refused] = numbers as [string, string];
  const part = parseMoney("80.00", "USD");
  await call(desk.decideOrders, { ...ref, orderIds: [idOf(partly)], decision: "pass", part }, reviewer);
  const no = { decision: "fail", reason: "papersMissing" } as const;
  await call(desk.decideOrders, { ...ref, orderIds: [idOf(refused)], ...no }, reviewer);
  await open(page, ref);
  await fileIs(page, "部分通过");
  await orderIs(page, partly, "部分通过");
  await expect(page.getByText("1 个订单没有通过，1 个已通过").first()).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: refused });
  await expect(row.getByText(/缺少合同、发票或物流单据/)).toBeVisible();
});

test("未通过: a file of which nothing can be used", async ({ page }) => {
  const one = number();
  await page.goto("/uploadE");
  await choose(page.getByRole("combobox", { name: "报表类型" }), "通用模板");
  await page.locator('input[type="file"]').setInputFiles({
    name: "bad.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`订单号,下单时间,币种,订单金额,商品名称,收货国家\n${one},2019-01-01,USD,-3,cup,US\n`),
  });
  await page.waitForURL(/uploadPreBranch\?id=/);
  await fileIs(page, "未通过");
  await expect(page.getByText("没有订单通过").first()).toBeVisible();
  await orderIs(page, one, "未通过");
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: one })
      .getByText(/下单时间超过一年/),
  ).toBeVisible();
});

test("未通过: more rows than a page shows are turned over, in the order of the file", async ({ page, baseURL }) => {
  const call = createCall(baseURL!);
  const lines = Array.from({ length: 53 }, () => `${number()},${day()},USD,12.00,,US`);
  const text = ["订单号,下单时间,币种,订单金额,商品名称,收货国家", ...lines].join("\n");
  const request = { platformCode: "AMAZON", excelType: "template", file: new File([text], "bad.csv") } as const;
  const { id } = await call(orderEndpoints.uploadOrders, request, merchant);
  await open(page, { id });
  await fileIs(page, "未通过");
  const row = (at: number) => page.getByRole("listitem").filter({ hasText: lines[at]!.split(",")[0]! });
  await expect(row(0)).toBeVisible();
  await expect(row(49)).toBeVisible();
  await expect(row(52)).toBeHidden();
  await page.getByRole("button", { name: "第 2 页" }).click();
  await expect(row(52)).toBeVisible();
  await expect(row(0)).toBeHidden();
  await page.getByRole("button", { name: "上一页" }).click();
  await expect(row(0)).toBeVisible();
  // What follows is asked for behind the last row shown: beyond ten thousand no number of a page is answered.
  const asked = page.waitForRequest(
    (request) => request.url().includes("/list/orderPreview") && "cursor" in (request.postDataJSON() as object),
  );
  await page.getByRole("button", { name: "下一页" }).click();
  await asked;
  await expect(row(52)).toBeVisible();
  await expect(row(0)).toBeHidden();
});
