import { orderDeskEndpoints as desk, orderEndpoints } from "@coralhub/contract";
import { addressOf, parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { choose, operatorToken } from "./console-steps.ts";
import { payIn } from "./income-steps.ts";
import { codeAfter, enterPortal, fillCode, sandbox, sendCode, type Signed } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const CODE = "短信验证码";
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const number = (at: number) => `114-${String(Date.now() % 10_000_000).padStart(7, "0")}-${String(5_000_000 + at)}`;

/** Two orders in a file: the older one is the income's own, both together are too much for it. */
async function uploadOrders(page: Page, baseURL: string, merchant: Signed): Promise<{ own: string; other: string }> {
  const [own, other] = [number(1), number(2)];
  await choose(page.getByRole("combobox", { name: "报表类型" }), "通用模板");
  const lines = [
    "订单号,下单时间,币种,订单金额,商品名称,收货国家",
    `${own},${daysAgo(5)},USD,150.00,phone case,US`,
    `${other},${daysAgo(3)},USD,900.00,cup,US`,
  ];
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await page.waitForURL(/uploadPreBranch\?id=/);
  await expect(page.getByText("待审核", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  const call = createCall(baseURL);
  const reviewer = { token: await operatorToken(baseURL, "reviewer") };
  const ref = { merchantId: merchant.userId, id: new URL(page.url()).searchParams.get("id")! };
  const orderIds = (await call(desk.orderCaseRows, ref, reviewer)).map(({ id }) => id);
  await call(desk.decideOrders, { ...ref, orderIds, decision: "pass" }, reviewer);
  expect(await call(orderEndpoints.uploadRecord, { id: ref.id }, merchant)).toMatchObject({ state: "passed" });
  return { own, other };
}

/** Income on the left, its orders on the right, without a pointer. */
async function bindByKeys(page: Page, { own, other }: { own: string; other: string }): Promise<void> {
  await page.goto("/uploadPre");
  await page.getByRole("button", { name: /还缺 USD 150\.00/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/uploadPre\?id=/);
  const boxes = page.getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  const [mine, theirs] = [own, other].map((name) => page.getByRole("checkbox", { name }));
  await boxes.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(boxes.last()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(boxes.first()).toBeFocused();
  await mine!.focus();
  await page.keyboard.press("Space");
  await expect(mine!).toBeChecked();
  await expect(theirs!).not.toBeChecked();
  await page.getByRole("textbox", { name: "依据" }).focus();
  await page.keyboard.type("平台结算单");
  await page.keyboard.press("Enter");
  await expect(page.getByText("已关联订单合计")).toBeVisible();
  // A second press finds neither a reason nor an order to undo it with.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "依据" })).toHaveValue("");
  await expect(mine!).not.toBeChecked();
  await expect(page.getByRole("button", { name: /订单齐全/ })).toBeVisible();
}

test("from a held income to its release: what is missing, the very upload, its orders, and the withdrawal goes", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const driver = sandbox(baseURL);
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "AMAZON", "USD");
  await payIn(baseURL!, account.accountNumber!, parseMoney("150.00", "USD"));
  await enterPortal(context, merchant);
  await page.goto("/nav/cashCard");
  await page.getByRole("button", { name: "添加账户" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("银行账号").fill("8110 3010 1290 0123 456");
  await form.getByLabel("开户行联行号").fill("302584044253");
  await expect(form.getByLabel("开户银行")).toHaveValue("中信银行");
  await fillCode(page, driver, CODE, merchant.mobile);
  await form.getByRole("button", { name: "添加账户" }).click();
  await expect(form).toHaveCount(0);

  await expect(async () => {
    await page.goto(addressOf("withdraw", { account: account.id }));
    await page.getByRole("textbox", { name: "金额" }).fill("100.00");
    await expect(page.getByText("还差 USD 100.00 的订单额度")).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "下一步" })).toBeDisabled();
  await page.getByRole("button", { name: "补充订单" }).click();
  await page.waitForURL(/uploadE\?.*store=/);
  await expect(page.getByRole("heading", { name: "上传平台订单" })).toBeVisible();

  const orders = await uploadOrders(page, baseURL!, merchant);
  await bindByKeys(page, orders);

  await page.goto(addressOf("withdraw", { account: account.id }));
  await page.getByRole("textbox", { name: "金额" }).fill("100.00");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.waitForURL(/submitPayment\?id=/);
  await expect(page.getByText(/报价 \d+ 秒内有效/)).toBeVisible();
  await page.getByLabel(CODE).fill(await codeAfter(driver, merchant.mobile, () => sendCode(page, CODE)));
  await page.getByRole("button", { name: /^确认提现/ }).click();
  await expect(page.getByRole("heading", { name: "已完成", exact: true })).toBeVisible({ timeout: 30_000 });
  // From the payment to the orders behind it.
  await page.getByRole("button", { name: "查看付款记录" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: orders.own })).toBeVisible();
});
