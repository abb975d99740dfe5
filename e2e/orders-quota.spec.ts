import { addressOf, parseMoney } from "@coralhub/domain";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { payIn } from "./income-steps.ts";
import { enterPortal, fillCode, sandbox } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test } from "./test.ts";

test("a withdrawal that orders do not cover says what is missing, and leads to the very upload", async ({
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
  await fillCode(page, driver, "短信验证码", merchant.mobile);
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
});
