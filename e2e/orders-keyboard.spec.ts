import { ALL_ENDPOINTS, orderDeskEndpoints as desk } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { payIn } from "./income-steps.ts";
import { certifiedAs, enterPortal } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { orders } = ALL_ENDPOINTS;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const INCOMES = 12;
const ORDERS = 6;
/** From where the page begins to its orders: tabs, button, which incomes, one of them. */
const FEW_STOPS = 8;

/** A hand without a mouse, from stop to stop; how many it took. */
async function tabUntil(page: Page, isThere: () => boolean): Promise<number> {
  for (let stops = 1; stops <= FEW_STOPS; stops++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(isThere)) return stops;
  }
  throw new Error(`not reached within ${FEW_STOPS} stops`);
}

test("orders are chosen and bound without a mouse, whatever number of incomes stands before them @phone", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { id: merchantsId, account } = await boundStore(baseURL!, merchant, "EBAY", "USD");
  const call = createCall(baseURL!);
  for (let at = 0; at < INCOMES; at++)
    await payIn(baseURL!, account.accountNumber!, parseMoney(`${9_000 + at}.00`, "USD"));
  const funds = async () => await call(orders.orderFunds, { pageSize: 100 }, merchant);
  await expect.poll(async () => (await funds()).total, { timeout: 60_000 }).toBe(INCOMES);
  const stamp = String(Date.now()).slice(-5);
  const rows = Array.from({ length: ORDERS }, (_, at) => ({
    orderNumber: `12-${stamp}-${String(30_000 + at)}`,
    orderedAt: `${daysAgo(3)} 09:${String(50 - at)}:00`,
    currency: "USD",
    amount: "20.00",
    goods: "杯子",
  }));
  const { id } = await call(orders.typeOrders, { platformCode: "EBAY", merchantsId, rows, papers: [] }, merchant);
  const ref = { merchantId: merchant.userId, id };
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const orderIds = (await call(desk.orderCaseRows, ref, reviewer)).map((row) => row.id);
  await call(desk.decideOrders, { ...ref, orderIds, decision: "pass" }, reviewer);
  await enterPortal(context, merchant);

  await page.goto("/uploadPre");
  const free = page.getByRole("region", { name: "可以关联的订单" });
  await expect(free.getByRole("checkbox")).toHaveCount(ORDERS, { timeout: 40_000 });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabUntil(page, () => document.activeElement!.closest(".match-fund") !== null);
  // Up and down lead through the incomes, to both ends; Enter shows the orders of one.
  const incomes = page.getByRole("list", { name: /^收款/ }).getByRole("button");
  await expect(incomes.first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(incomes.last()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(incomes.nth(INCOMES - 2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(incomes.nth(INCOMES - 2)).toHaveAttribute("aria-pressed", "true");
  await expect(incomes.nth(INCOMES - 2)).toBeFocused();
  await expect(free.getByRole("checkbox")).toHaveCount(ORDERS);
  await tabUntil(page, () => document.activeElement!.matches(".order-rows input"));
  await expect(free.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(free.getByRole("textbox", { name: "依据" })).toBeFocused();
  await page.keyboard.type("后台账单");
  await page.keyboard.press("Enter");
  const bound = page.getByRole("region", { name: "已关联的订单" });
  await expect(bound.getByRole("checkbox")).toHaveCount(2);
});

test("what is refused is said where the hand is: typed orders, a mended order, a shop that is not bound @phone", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedAs(baseURL!, "林一舟");
  await enterPortal(context, merchant);
  await page.goto("/uploadOffline");
  const typed = Array.from({ length: 12 }, (_, at) => `PO-${at}\t${daysAgo(4)}\t1280.00\tLED 灯带\tUS`).join("\n");
  await page.getByRole("textbox", { name: "订单" }).fill(typed);
  await page.getByRole("button", { name: "提交 12 个订单" }).click();
  await expect(page.getByRole("alert").getByText(/线下贸易请至少附上/)).toBeInViewport({ ratio: 1 });

  const call = createCall(baseURL!);
  const row = { orderNumber: "12", orderedAt: daysAgo(3), currency: "USD", amount: "20.00", goods: "杯子" };
  const { id } = await call(orders.typeOrders, { platformCode: "AMAZON", rows: [row], papers: [] }, merchant);
  await page.goto(`/uploadPreBranch?id=${id}`);
  await page.getByRole("button", { name: /^更正 / }).click();
  const dialog = page.getByRole("dialog", { name: "更正订单" });
  await dialog.getByRole("textbox", { name: "订单号" }).fill("13");
  const send = dialog.getByRole("button", { name: /提\s*交/ });
  await send.click();
  await expect(dialog.getByRole("alert").getByText(/还有问题，请改正/)).toBeInViewport({ ratio: 1 });
  await expect(send).toBeInViewport({ ratio: 1 });

  // Its orders would be nobody's: the way to the binding stands where the file would go.
  await page.goto("/uploadTh?platform=SHOPIFY");
  await expect(page.getByText("请先绑定店铺")).toBeVisible();
  await expect(page.locator('input[type="file"]')).toHaveCount(0);
  await page.getByRole("button", { name: "去绑定店铺" }).click();
  await expect(page).toHaveURL(/\/bindshop/);
});
