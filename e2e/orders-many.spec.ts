import { ALL_ENDPOINTS, orderDeskEndpoints as desk } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { payIn } from "./income-steps.ts";
import { enterPortal, makesCall } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { orderFiles, orders } = ALL_ENDPOINTS;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const part = (page: Page, name: string) => page.getByRole("region", { name });
const turn = (page: Page, name: string) => part(page, name).getByRole("button", { name: "下一页" }).click();

test("an income of more orders than a page shows: offered, bound, turned over, searched and taken apart as a whole", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { id: merchantsId, account } = await boundStore(baseURL!, merchant, "EBAY", "USD");
  const call = createCall(baseURL!);
  const COUNT = 63;
  const stamp = String(Date.now()).slice(-5);
  const numbers = Array.from({ length: COUNT }, (_, at) => `12-${stamp}-${String(10_000 + at)}`);
  const rows = numbers.map((orderNumber, at) => ({
    orderNumber,
    // The first of them is the newest: lists begin with it.
    orderedAt: `${daysAgo(3)} ${String(20 - Math.floor(at / 4)).padStart(2, "0")}:${String(50 - (at % 4) * 10)}:00`,
    currency: "USD",
    amount: "2.00",
    goods: "杯子",
    country: "US",
  }));
  const { id } = await call(orders.typeOrders, { platformCode: "EBAY", merchantsId, rows, papers: [] }, merchant);
  const ref = { merchantId: merchant.userId, id };
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const open = await call(desk.orderCaseRows, ref, reviewer);
  expect(open).toHaveLength(COUNT);
  await call(desk.decideOrders, { ...ref, orderIds: open.map((row) => row.id), decision: "pass" }, reviewer);
  await payIn(baseURL!, account.accountNumber!, parseMoney("120.00", "USD"));
  await enterPortal(context, merchant);

  // Many sets of orders would explain it, so a person says that it is these.
  await expect(async () => {
    await page.goto("/uploadPre");
    await expect(page.getByRole("button", { name: "就是这些" })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
  const free = part(page, "可以关联的订单");
  await expect(free.getByRole("checkbox")).toHaveCount(50);
  await makesCall(page, orderFiles.freeOrders, () => turn(page, "可以关联的订单"));
  await expect(free.getByRole("checkbox", { name: numbers.at(-1)! })).toBeVisible();
  await expect(free.getByRole("checkbox")).toHaveCount(COUNT - 50);
  await makesCall(page, orderFiles.bindOffer, () => page.getByRole("button", { name: "就是这些" }).click());

  const bound = part(page, "已关联的订单");
  await expect(bound.getByText(`共 ${COUNT} 个`)).toBeVisible();
  // What was chosen on one page stays chosen on the next.
  await bound.getByRole("checkbox", { name: numbers[0]! }).check();
  await makesCall(page, orderFiles.boundOrders, () => turn(page, "已关联的订单"));
  await bound.getByRole("checkbox", { name: numbers.at(-1)! }).check();
  await bound.getByRole("textbox", { name: "依据" }).fill("属于另一笔");
  await makesCall(page, orderFiles.unbindOrders, () => bound.getByRole("button", { name: "解除 2 个" }).click());
  await expect(bound.getByText(`共 ${COUNT - 2} 个`)).toBeVisible();
  await bound.getByRole("searchbox", { name: "查找订单号" }).fill(numbers[7]!);
  await page.keyboard.press("Enter");
  await expect(bound.getByRole("checkbox")).toHaveCount(1);
  await expect(bound.getByRole("checkbox", { name: numbers[7]! })).toBeVisible();
  await bound.getByRole("textbox", { name: "依据" }).fill("换一组订单");
  await makesCall(page, orderFiles.unbindAll, () =>
    bound.getByRole("button", { name: `解除全部 ${COUNT - 2} 个` }).click(),
  );
  await expect(page.getByText("已关联订单合计")).toHaveCount(0);
});

test("incomes are turned over page by page, and those that lack orders are shown alone", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { id: merchantsId, account } = await boundStore(baseURL!, merchant, "EBAY", "USD");
  const call = createCall(baseURL!);
  const COUNT = 52;
  for (let at = 0; at < COUNT; at++) await payIn(baseURL!, account.accountNumber!, parseMoney(`${100 + at}.00`, "USD"));
  const funds = async () => await call(orders.orderFunds, { pageSize: 100 }, merchant);
  await expect.poll(async () => (await funds()).total, { timeout: 60_000 }).toBe(COUNT);
  // One of them has its order.
  const oldest = (await funds()).records.at(-1)!;
  const row = { orderNumber: `12-${String(Date.now()).slice(-5)}-20001`, orderedAt: daysAgo(3), currency: "USD" };
  const typed = { platformCode: "EBAY", merchantsId, rows: [{ ...row, amount: "400.00", goods: "杯子" }], papers: [] };
  const { id } = await call(orders.typeOrders, typed, merchant);
  const ref = { merchantId: merchant.userId, id };
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const [open] = await call(desk.orderCaseRows, ref, reviewer);
  await call(desk.decideOrders, { ...ref, orderIds: [open!.id], decision: "pass" }, reviewer);
  await call(orderFiles.bindOrders, { incomeId: oldest.id, orderIds: [open!.id], reason: "结算单" }, merchant);

  await enterPortal(context, merchant);
  await page.goto("/uploadPre");
  const shown = page.getByRole("button", { name: /还缺 USD|订单齐全/ });
  await expect(shown).toHaveCount(50);
  await expect(page.getByText(`共 ${COUNT} 笔`)).toBeVisible();
  await page.getByRole("button", { name: "下一页" }).first().click();
  await expect(shown).toHaveCount(COUNT - 50);
  await expect(page.getByRole("button", { name: /订单齐全/ })).toHaveCount(1);
  await page.getByText("还缺订单", { exact: true }).click();
  await expect(page.getByText(`共 ${COUNT - 1} 笔`)).toBeVisible();
  await expect(page.getByRole("button", { name: /订单齐全/ })).toHaveCount(0);
  await page.getByRole("button", { name: "下一页" }).first().click();
  await expect(shown).toHaveCount(1);
});
