import { ALL_ENDPOINTS } from "@coralhub/contract";
import { fillWallet, openMarkets } from "./money-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { addressesOf, certifiedAs, enterPortal } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const { exchange, wallets } = ALL_ENDPOINTS;

test("the price of the amount before the last key cannot be taken", async ({ context, page, baseURL }) => {
  await openMarkets(baseURL!);
  const merchant = await certifiedAs(baseURL!, "深圳快手科技有限公司", "mainland");
  await fillWallet(baseURL!, merchant.userId, "5000.00");
  await enterPortal(context, merchant);
  const placed: string[] = [];
  const placing = addressesOf(exchange.placeConversion);
  page.on("request", (request) => void (placing.test(request.url()) && placed.push(request.url())));

  await page.goto("/moreToken/exchange?sell=USD&buy=EUR");
  const sold = page.getByLabel("卖出", { exact: true });
  await sold.fill("100");
  await expect(page.getByRole("button", { name: "换出 USD 100.00" })).toBeVisible();
  // Typed and pressed within one frame, faster than any hand.
  await sold.evaluate(async (input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "1000");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const button of document.querySelectorAll("button")) if (/^换(汇|出)/.test(button.textContent)) button.click();
  });
  await expect(page.getByRole("button", { name: "换出 USD 1,000.00" })).toBeVisible();
  expect(placed).toEqual([]);
  await page.getByRole("button", { name: "换出 USD 1,000.00" }).click();
  await expect(page.getByText("换汇完成", { exact: true })).toBeVisible();
  expect(placed).toHaveLength(1);
});

test("a price that could not be had is asked for again at a press, and what was typed stays", async ({
  context,
  page,
  baseURL,
}) => {
  await openMarkets(baseURL!);
  const merchant = await certifiedAs(baseURL!, "深圳断线科技有限公司", "mainland");
  await fillWallet(baseURL!, merchant.userId, "5000.00");
  await enterPortal(context, merchant);
  let asked = 0;
  await page.route(addressesOf(exchange.exchangeDraft), (route) => (++asked === 1 ? route.abort() : route.fallback()));
  await page.goto("/moreToken/exchange?sell=USD&buy=EUR");
  await page.getByLabel("卖出", { exact: true }).fill("100");
  await expect(page.locator(".fx-panel").getByText("请求失败，请重试")).toBeVisible();
  expect(asked).toBe(1);
  await page.getByRole("button", { name: "换汇", exact: true }).click();
  await expect(page.getByRole("button", { name: "换出 USD 100.00" })).toBeVisible();
});

test("two currencies that are not exchanged with each other say so; nothing waits for a price @phone", async ({
  context,
  page,
  baseURL,
}) => {
  await openMarkets(baseURL!);
  const merchant = await certifiedAs(baseURL!, "深圳远岸科技有限公司", "mainland");
  await fillWallet(baseURL!, merchant.userId, "10.00");
  await enterPortal(context, merchant);
  await page.goto("/moreToken/exchange?sell=THB&buy=IDR");
  await page.getByLabel("卖出", { exact: true }).fill("100");
  await expect(page.getByText("暂不支持 THB 换 IDR，请改换其他币种")).toBeVisible();
  await expect(page.getByRole("button", { name: "换汇", exact: true })).toBeDisabled();
  await expectWellMade(page);
});

test("a rule on an account with a problem can be ended, and nothing else done there @phone", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedAs(baseURL!, "深圳静水科技有限公司", "mainland");
  await fillWallet(baseURL!, merchant.userId, "10.00");
  await enterPortal(context, merchant);
  // An account that was frozen after its rule was made; what the page asks for is made up, what it does is looked at.
  const id = "0192a000-0000-7000-8000-00000000c001";
  let sweep: object | null = { id, keep: { currency: "USD", amount: "50.00" }, rhythm: "daily" };
  const ended: unknown[] = [];
  const answer = (data: unknown) => ({ json: { code: "10000", msg: "", data } });
  await page.route(addressesOf(wallets.walletSources), async (route) => {
    const account = { accountId: id, name: "USD 收款账户 尾号 4021", currency: "USD" };
    const available = { currency: "USD", amount: "75.00" };
    await route.fulfill(answer([{ ...account, available, problem: "账户已冻结，暂不能转出", sweep }]));
  });
  await page.route(addressesOf(wallets.removeSweep), async (route) => {
    ended.push(route.request().postDataJSON());
    sweep = null;
    await route.fulfill(answer(null));
  });
  await page.goto("/moreToken/index");
  await page.getByRole("button", { name: "从收款账户转入" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("账户已冻结，暂不能转出")).toBeVisible();
  await expect(dialog.getByLabel("转入金额")).toBeDisabled();
  await expect(dialog.getByRole("button", { name: /^转入/ })).toBeDisabled();
  await expectWellMade(page);
  const rule = dialog.getByRole("switch", { name: "自动转入" });
  await expect(rule).toBeChecked();
  await rule.click();
  await expect(rule).not.toBeChecked();
  // Ended, and no other can be made there.
  await expect(rule).toBeDisabled();
  expect(ended).toEqual([{ id }]);
  await expectWellMade(page);
});
