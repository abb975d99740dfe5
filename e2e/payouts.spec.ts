import { ALL_ENDPOINTS } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { enterConsole, expectToast, operatorToken } from "./console-steps.ts";
import { downloadBy, payIn } from "./income-steps.ts";
import { fillWallet } from "./money-steps.ts";
import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";
import { demoMerchant, enterPortal, codeAfter, fillCode, sandbox, sendCode } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Browser, type Page } from "./test.ts";

const { payoutBank, payouts, wallets, withdrawals } = ALL_ENDPOINTS;
/** One that may not move money yet. */
const UNCERTIFIED = "13800000003";
/** A company with money and a bank account. */
const PAYER = "13800000001";
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

/** The bank says the opposite of what it did: the desk shows it until one of finance has compared with the bank. */
async function takesItsWordBack(browser: Browser, baseURL: string, merchantId: string): Promise<void> {
  const call = createCall(baseURL);
  const [finance, admin] = [await operatorToken(baseURL, "finance"), await operatorToken(baseURL, "admin")];
  const filters = { merchantId, state: ["completed"] };
  const { records } = await call(payouts.payoutDesk, { filters }, { token: finance });
  const { reference, payeeName } = records[0]!;
  const told = await call(payoutBank.decidePayment, { reference, decision: "contradict" }, { token: admin });
  expect(told.outcomes).toEqual(["contradicted"]);

  const desk = await browser.newPage();
  await enterConsole(desk, baseURL, "finance");
  await desk.goto(`/ops/payouts?trouble=contradicted&merchantId=${merchantId}`);
  const row = desk.getByRole("row").filter({ hasText: payeeName });
  await expect(row).toHaveCount(1);
  await row.click();
  const drawer = desk.getByRole("dialog");
  await expect(drawer.getByText(/^银行前后矛盾：.+ 银行说未付款$/)).toBeVisible();
  await expect(drawer.getByText(/^当时这笔是已完成，应到账 CNY .+原因：/)).toBeVisible();
  const seen = drawer.getByRole("button", { name: "已核对" });
  await seen.click();
  await expect(drawer.getByText("请写明核对的结果")).toBeVisible();
  await drawer.getByLabel("核对的结果").fill("银行确认已付款，通知发错");
  await expectWellMade(desk);
  await seen.click();
  await expectToast(desk, "已记下核对结果");
  await expect(row).toHaveCount(0);
}

test("money is withdrawn: bank account, amount, ways side by side, code, and its way to the bank", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const errors = watchErrors(page);
  const driver = sandbox(baseURL);
  // A company with money from Amazon and no bank account, whose codes nobody else asks for.
  const seller = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, seller, "AMAZON", "USD");
  const sales = parseMoney("2000.00", "USD");
  await payIn(baseURL!, account.accountNumber!, sales);
  await driver.proveTrade(seller.userId, sales);
  await enterPortal(context, seller);
  await page.setViewportSize(DESKTOP);

  await page.goto("/nav/cashCard");
  await page.getByRole("button", { name: "添加账户" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("银行账号").fill("8110 3010 1290 0123 456");
  await form.getByLabel("开户行联行号").fill("302584044252");
  await form.getByLabel("银行账号").click();
  await expect(form.getByText("联行号校验不通过，有一位多半抄错了")).toBeVisible();
  for (const [name, option] of [
    ["选择银行", "中信银行"],
    ["选择城市", "深圳"],
    ["选择支行", "深圳分行 302584044253"],
  ] as const) {
    await form.getByRole("combobox", { name }).click();
    await page.locator(".ant-select-item-option:visible").getByText(option, { exact: true }).click();
  }
  await expect(form.getByLabel("开户行联行号")).toHaveValue("302584044253");
  await expect(form.getByLabel("开户银行")).toHaveValue("中信银行");
  await fillCode(page, driver, CODE, seller.mobile);
  await expect(page.getByText(/秒后可重发/)).toBeVisible();
  await form.getByRole("button", { name: "添加账户" }).click();
  await expect(page.getByText(/累计最多提现/)).toBeVisible();
  await wellMadeOnBoth(page);

  await page.goto("/bigAccount/details");
  await page.getByRole("button", { name: "提现", exact: true }).click();
  await page.waitForURL(/multiCurrencyWithdraw\?account=/);
  const amount = page.getByRole("textbox", { name: "金额" });
  await amount.fill("20");
  await expect(page.getByText("单笔最少 USD 50.00，请增加金额").first()).toBeVisible();
  const wanted = ownAmount();
  await amount.fill(wanted);
  await expect(page.getByRole("radio", { name: "中信银行结汇" })).toBeChecked();
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "下一步" }).click();

  await page.waitForURL(/submitPayment\?id=/);
  await expect(page.getByText(/报价 \d+ 秒内有效/)).toBeVisible();
  const payoutCode = await codeAfter(driver, seller.mobile, () => sendCode(page, CODE));
  await expect(page.getByText(/秒后可重发/)).toBeVisible();
  const confirm = page.getByRole("button", { name: /^确认提现/ });
  await page.getByLabel(CODE).fill(payoutCode === "000000" ? "000001" : "000000");
  await confirm.click();
  await expect(page.getByText(/验证码不对/)).toBeVisible();
  await wellMadeOnBoth(page);
  await page.getByLabel(CODE).fill(payoutCode);
  await confirm.click();

  // The bank pays within seconds: a slow page shows only that.
  await expect(page.getByRole("heading", { name: /^(提现已提交|已完成)$/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "已完成", exact: true })).toBeVisible({ timeout: 30_000 });
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "查看付款记录" }).click();
  const drawer = page.getByRole("dialog");
  for (const step of ["填写付款", "验证通过，已提交", "已发往银行", "银行已付款，到账"]) {
    await expect(drawer.getByText(step)).toBeVisible();
  }
  for (const words of ["下载回单", "英文回单"]) {
    // Both are at work until one paper is saved, and take no press meanwhile.
    await expect(drawer.locator(".ant-btn-loading")).toHaveCount(0);
    const receipt = await downloadBy(page, () => drawer.getByRole("button", { name: words }).click());
    expect(receipt.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }
  await wellMadeOnBoth(page);
  await drawer.getByRole("button", { name: "关闭" }).click();
  await expect(page.getByRole("row").filter({ hasText: wanted })).toContainText("已完成");
  // The wrong code is refused by the server, which the browser notes as well.
  expect(errors.filter((error) => !error.includes("status of 400"))).toEqual([]);

  await takesItsWordBack(browser, baseURL!, seller.userId);

  // Over a line that breaks: others are written down and left again, and the account's rule for its money is set. Whoever holds
  // money in the wallet has it, whoever else it is open for.
  await fillWallet(baseURL!, seller.userId, "300.00");
  const request = async (money: string) => {
    await page.goto("/bigAccount/details");
    await page.getByRole("button", { name: "提现", exact: true }).click();
    await page.waitForURL(/multiCurrencyWithdraw\?account=/);
    await amount.fill(money);
  };
  const next = page.getByRole("button", { name: "下一步" });
  await request("94.06");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await pressTwice(page, withdrawals.apply, next);
  await page.waitForURL(/submitPayment\?id=/);
  await request("95.07");
  // The wallet holds as much: one press, and it is the same payment from there.
  const fromWallet = page.getByRole("columnheader", { name: /钱包 USD/ });
  await fromWallet.getByRole("button", { name: "改用这个账户" }).click();
  await expect(page.getByRole("radio", { name: /^钱包 USD/ })).toBeChecked();
  await expect(amount).toHaveValue("95.07");
  await expect(page.getByRole("radio", { name: "本地清算" })).toBeChecked();
  await next.click();
  await page.waitForURL(/submitPayment\?id=/);
  await pressTwice(page, withdrawals.cancel, page.getByRole("button", { name: "取消付款" }));
  const { records } = await createCall(baseURL!)(withdrawals.list, {}, seller);
  expect(records.find(({ state }) => state === "cancelled")).toMatchObject({ sourceCode: "wallet:USD" });
  await page.goto("/bigIncome/out");
  await expect(page.getByRole("row").filter({ hasText: "95.07" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: "95.07" })).toContainText("已取消");
  await page.goto("/moreToken/index");
  await page.getByRole("button", { name: "从收款账户转入" }).first().click();
  await page.getByRole("switch", { name: "自动转入", checked: false }).click();
  await breakCode(page, baseURL, seller.mobile, wallets.sendSweepCode);
  await pressTwice(page, wallets.setSweep, page.getByRole("button", { name: "开启自动转入" }));
  await expect(page.getByRole("switch", { name: "自动转入" })).toBeChecked();
});

test("a supplier fills in its own account, the merchant checks it and can pay", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const driver = sandbox(baseURL);
  await enterPortal(context, await demoMerchant(baseURL!, PAYER));
  await page.setViewportSize(DESKTOP);
  await page.goto("/addSupplier");
  await wellMadeOnBoth(page);
  await page.getByText("发链接给对方填").click();
  await page.getByLabel("名称").fill("SAIGON THREAD CO., LTD");
  await page.getByRole("button", { name: "生成链接" }).click();
  const link = await page.getByText(/payeeFill#/).textContent();

  const outside = await (await browser.newContext()).newPage();
  await outside.goto(link!.trim());
  await expect(outside.getByRole("heading", { name: "填写收款账户" })).toBeVisible();
  await outside.getByLabel("户名").fill("深圳市越海贸易有限公司");
  await outside.getByLabel("开户行联行号").fill("308584000013");
  await outside.getByLabel("银行账号").fill(`7559${Date.now()}`);
  await outside.getByLabel("开户银行").fill("招商银行");
  await expectWellMade(outside);
  await outside.getByRole("button", { name: "提交" }).click();
  await expect(outside.getByText("已提交，谢谢")).toBeVisible();
  await outside.reload();
  await expect(outside.getByText("链接已失效或已填写").first()).toBeVisible();
  await outside.context().close();

  await page.goto("/supplier");
  await page.getByRole("button", { name: "核对并保存" }).first().click();
  await fillCode(page, driver, CODE, PAYER);
  await page.getByRole("button", { name: "核对无误，保存" }).click();
  await expect(page.getByText("已保存，可以付款了")).toBeVisible();
  await page.goto("/supplierPayment");
  await expect(page.getByRole("radio", { name: /SAIGON THREAD/ }).first()).toBeVisible();
  await wellMadeOnBoth(page);
});

test("every page of paying opens and is well made", async ({ context, page, baseURL }) => {
  test.slow();
  await enterPortal(context, await demoMerchant(baseURL!, PAYER));
  for (const path of [
    "/bigPayment",
    "/serviceTransfer",
    "/submitPayment",
    "/nav/transferManage",
    "/addAssociation",
    "/wthdrawal/entrance",
    "/wthdrawal/accountList",
    "/wthdrawal/accountCurrency",
  ]) {
    await page.goto(path);
    await waitUntilShown(page);
    await wellMadeOnBoth(page);
  }
});

test("a merchant who may not move money is told what is missing", async ({ context, page, baseURL }) => {
  await enterPortal(context, await demoMerchant(baseURL!, UNCERTIFIED));
  await page.goto("/transferRecord");
  await page.waitForURL(/\/bigIncome\/out$/);
  await expect(page.getByText("还没有付款")).toBeVisible();
  await page.goto("/wthdrawal/multiCurrencyWithdraw");
  await expect(page.getByText("完成实名认证后可以提现")).toBeVisible();
  await waitUntilShown(page);
  await wellMadeOnBoth(page);
  await page.getByRole("button", { name: "去认证" }).click();
  await page.waitForURL(/\/nav\/navEnd$/);
});
