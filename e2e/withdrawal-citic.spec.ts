import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";
import { demoMerchant, enterPortal, newCode, sandbox, sendCode } from "./portal-steps.ts";
import { expect, test, type Page } from "./test.ts";

/** A company that sells on Amazon and has bound no bank account, and one that may not move money yet. */
const SELLER = "13800000004";
const UNCERTIFIED = "13800000003";
const CODE = "短信验证码";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** Small amounts with odd cents: a row of one's own among all others. */
const ownAmount = (): string => `${60 + Math.floor(Math.random() * 30)}.${String(10 + Math.floor(Math.random() * 89))}`;

async function wellMadeOnBoth(page: Page): Promise<void> {
  await expectWellMade(page);
  await page.setViewportSize(PHONE);
  await expectWellMade(page);
  await page.setViewportSize(DESKTOP);
}

test("money collected from Amazon is withdrawn: bank account, amount, price, code, and its way to the bank", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const errors = watchErrors(page);
  const driver = sandbox(baseURL);
  await enterPortal(context, await demoMerchant(baseURL!, SELLER));
  await page.setViewportSize(DESKTOP);

  await page.goto("/bigAccount/details");
  await page.getByRole("button", { name: "提现", exact: true }).click();
  await page.waitForURL(/\/bigIncome\/out\?do=withdraw&account=/);
  await expect(page.getByRole("heading", { name: "绑定收款银行账户" })).toBeVisible();
  await page.getByRole("button", { name: "绑定", exact: true }).click();
  await expect(page.getByText("联行号是 12 位数字，请核对")).toBeVisible();
  await page.getByLabel("银行账号").fill("8110 3010 1290 0123 456");
  await page.getByLabel("开户行联行号").fill("302584044253");
  await expect(page.getByLabel("开户银行")).toHaveValue("中信银行");
  await sendCode(page, CODE);
  await expect(page.getByText(/秒后可重发/)).toBeVisible();
  const bindingCode = await newCode(driver, SELLER);
  await page.getByLabel(CODE).fill(bindingCode);
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "绑定", exact: true }).click();

  const amount = page.getByLabel("金额", { exact: true });
  await expect(page.getByText(/中信银行.*绑定/)).toBeVisible();
  await amount.fill("20");
  await expect(page.getByText("单笔最少提现 USD 50.00，请增加金额")).toBeVisible();
  const wanted = ownAmount();
  await amount.fill(wanted);
  await expect(page.getByText("结汇汇率")).toBeVisible();
  await expect(page.getByText("不足最低收费 1.00，补足")).toBeVisible();
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "下一步" }).click();

  await page.waitForURL(/payout=/);
  await expect(page.getByText(/报价 \d+ 秒内有效/)).toBeVisible();
  await sendCode(page, CODE);
  await expect(page.getByText(/秒后可重发/)).toBeVisible();
  const payoutCode = await newCode(driver, SELLER, bindingCode);
  const confirm = page.getByRole("button", { name: /^确认提现/ });
  await page.getByLabel(CODE).fill(payoutCode === "000000" ? "000001" : "000000");
  await confirm.click();
  await expect(page.getByText(/验证码不对/)).toBeVisible();
  await wellMadeOnBoth(page);
  await page.getByLabel(CODE).fill(payoutCode);
  await confirm.click();

  await expect(page.getByRole("heading", { name: "提现已提交" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "已到账" })).toBeVisible({ timeout: 30_000 });
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "查看提现记录" }).click();
  const drawer = page.getByRole("dialog");
  for (const step of ["填写提现", "验证通过，已提交", "已发往银行", "银行已付款，到账"]) {
    await expect(drawer.getByText(step)).toBeVisible();
  }
  await expect(drawer.getByText("付款流水号")).toBeVisible();
  await wellMadeOnBoth(page);
  await drawer.getByRole("button", { name: "关闭" }).click();
  await expect(page.getByRole("row").filter({ hasText: wanted })).toContainText("已完成");
  // The wrong code is refused by the server, which the browser notes as well.
  expect(errors.filter((error) => !error.includes("status of 400"))).toEqual([]);
});

test("a merchant who may not move money is told what is missing", async ({ context, page, baseURL }) => {
  await enterPortal(context, await demoMerchant(baseURL!, UNCERTIFIED));
  await page.goto("/transferRecord");
  await page.waitForURL(/\/bigIncome\/out$/);
  await expect(page.getByText("还没有提现")).toBeVisible();
  await page.getByRole("button", { name: "提现", exact: true }).click();
  await expect(page.getByText("完成实名认证后可以提现")).toBeVisible();
  await waitUntilShown(page);
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "去认证" }).click();
  await page.waitForURL(/\/nav\/navEnd$/);
});
