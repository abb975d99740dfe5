import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall, newVisitor, type TestMerchant } from "@coralhub/testkit";
import { breakCode, loseCodeAnswer, pressTwice } from "./broken-line-steps.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { fillWallet, openMarkets } from "./money-steps.ts";
import { demoMerchant, enterPortal, forgetUsedCodes, makesCall, solvePuzzle, visit } from "./portal-steps.ts";
import { receiptOf } from "./stores-steps.ts";
import { expect, test, type BrowserContext, type Page } from "./test.ts";

const { beneficiaries, cards, escrow, exchange, identity, payBatches, payouts, servicePayouts } = ALL_ENDPOINTS;
const { stores, supplierPayouts, wallets, withdrawals } = ALL_ENDPOINTS;
const RICH = "13800000001";
/** Sells on platforms that are not in the catalogue. */
const SELLS_ELSEWHERE = "13800000004";
const RICH_NAME = "深圳市南屿科技有限公司";

const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name }).last();

/** A company with money in its wallet and nobody else asking for its codes. */
async function enter(context: BrowserContext, baseURL: string): Promise<TestMerchant> {
  const merchant = await certifiedMerchant(baseURL);
  await fillWallet(baseURL, merchant.userId, "9000.00");
  await enterPortal(context, merchant);
  return merchant;
}

async function fillBank(page: Page): Promise<void> {
  await page.getByLabel("银行账号").fill(`7559${Date.now()}`);
  await page.getByLabel("开户行联行号").fill("308584000013");
  await expect(page.getByLabel("开户银行")).toHaveValue("招商银行");
}

test("the line breaks: binding a bank account, withdrawing to it", async ({ context, page, baseURL }) => {
  test.slow();
  const { mobile } = await enter(context, baseURL!);
  await page.goto("/nav/cashCard");
  await page.getByRole("button", { name: "添加账户" }).first().click();
  await fillBank(page);
  await breakCode(page, baseURL, mobile, beneficiaries.sendAccountCode);
  await pressTwice(page, beneficiaries.addOwnAccount, button(page, "添加账户"));
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator(".payee-row")).toHaveCount(1);

  await page.goto("/wthdrawal/multiCurrencyWithdraw?account=wallet:USD");
  await page.getByRole("textbox", { name: "金额" }).fill("61.37");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await pressTwice(page, wallets.applyFromWallet, button(page, "下一步"));
  await page.waitForURL(/submitPayment\?id=/);
  await loseCodeAnswer(page, baseURL, mobile, withdrawals.sendCode);
  await pressTwice(page, withdrawals.confirm, button(page, /^确认提现/));
  await expect(page.getByRole("heading", { name: /^(提现已提交|已完成)$/ })).toBeVisible();
  await page.goto("/bigIncome/out");
  await expect(page.getByRole("row").filter({ hasText: "61.37" })).toHaveCount(1);

  // And given up again.
  await page.goto("/nav/cashCard");
  await page.getByRole("button", { name: /^停\s*用$/ }).click();
  const dialog = page.getByRole("dialog");
  await makesCall(page, beneficiaries.removeOwnAccount, () =>
    dialog.getByRole("button", { name: /^停\s*用$/ }).click(),
  );
  await expect(page.locator(".payee-row")).toHaveCount(0);
});

test("the line breaks: a supplier, a payment to it, a batch of payments", async ({ context, page, baseURL }) => {
  test.slow();
  const { mobile } = await enter(context, baseURL!);
  await page.goto("/addSupplier");
  await page.getByLabel("名称", { exact: true }).fill("深圳市越海贸易有限公司");
  await page.getByLabel("户名").fill("深圳市越海贸易有限公司");
  await fillBank(page);
  await page.getByRole("combobox", { name: "采购什么" }).click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await breakCode(page, baseURL, mobile, beneficiaries.sendAccountCode);
  await pressTwice(page, beneficiaries.addSupplier, button(page, "保存"));
  await page.waitForURL(/\/supplier\?open=/);

  await page.goto("/supplierPaymentWallet");
  await page
    .getByRole("radio", { name: /越海贸易/ })
    .first()
    .check();
  await page.getByRole("textbox", { name: "金额" }).fill("62.41");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await pressTwice(page, wallets.applyFromWallet, button(page, "下一步"));
  await page.waitForURL(/submitPayment\?id=/);
  await breakCode(page, baseURL, mobile, supplierPayouts.sendCode);
  await pressTwice(page, supplierPayouts.confirm, button(page, /^确认供应商付款/));
  await expect(page.getByRole("heading", { name: /^(供应商付款已提交|已完成)$/ })).toBeVisible();

  // Another is written down and left again, from its record.
  await page.goto("/supplierPaymentWallet");
  await page
    .getByRole("radio", { name: /越海贸易/ })
    .first()
    .check();
  await page.getByRole("textbox", { name: "金额" }).fill("64.18");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.waitForURL(/submitPayment\?id=/);
  await page.goto(`/bigIncome/out?open=${new URL(page.url()).searchParams.get("id")!}`);
  const record = page.getByRole("dialog");
  await pressTwice(page, supplierPayouts.cancel, record.getByRole("button", { name: "取消付款" }));
  await expect(record.getByText("已取消").first()).toBeVisible();

  await page.goto("/batchPayment");
  await page.getByLabel("粘贴单元格").fill("姓名\t金额\n张三\t1");
  await pressTwice(page, payBatches.paste, button(page, "用粘贴的内容"));
  await page.waitForURL(/batchPayment\/details/);
  await page.goto("/batchPayment");
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("the line breaks: exchange, card money and a transfer from the wallet", async ({ context, page, baseURL }) => {
  test.slow();
  await openMarkets(baseURL!);
  const { mobile } = await enter(context, baseURL!);
  await page.goto("/moreToken/exchange?sell=USD&buy=EUR");
  await page.getByLabel("卖出", { exact: true }).fill("120");
  await expect(page.getByText("市场中间价", { exact: true })).toBeVisible();
  await pressTwice(page, exchange.placeConversion, button(page, /^换出/));
  await expect(page.getByText("换汇完成", { exact: true })).toBeVisible();
  await page.goto("/moreToken/dealRecord/swap");
  await expect(page.getByRole("row").filter({ hasText: "USD → EUR" })).toHaveCount(1);

  await page.goto("/vcc/wallet/recharge");
  await page.getByLabel("金额", { exact: true }).fill("210");
  await breakCode(page, baseURL, mobile, cards.sendCardFundingCode);
  await pressTwice(page, cards.fundCardWallet, button(page, /^充\s*值$/));
  await page.waitForURL(/vcc\/wallet/);
  await page.goto("/vcc/apply");
  await page.getByLabel("卡名").fill("广告投放");
  await pressTwice(page, cards.applyForCards, button(page, "提交申请"));
  await page.waitForURL(/vcc\/applyinfo/);

  const rich = await demoMerchant(baseURL!, RICH);
  const call = createCall(baseURL!);
  const { number } = await call(wallets.walletOverview, {}, rich);
  await page.goto("/moreToken/transfer?currency=USD");
  await page.getByLabel("钱包号").fill(number);
  await page.getByLabel("认证户名").fill(RICH_NAME);
  await page.getByLabel("转账金额").fill("33.10");
  await pressTwice(page, wallets.applyWalletTransfer, button(page, "下一步"));
  await breakCode(page, baseURL, mobile, wallets.sendWalletCode);
  await pressTwice(page, wallets.confirmWalletTransfer, button(page, /^确认转账/));
  await expect(page.getByRole("heading", { name: "已到对方钱包" })).toBeVisible();
});

test("the line breaks: an escrow proposed, paid for and refunded", async ({ browser, context, page, baseURL }) => {
  test.slow();
  const { mobile } = await enter(context, baseURL!);
  const rich = await demoMerchant(baseURL!, RICH);
  const call = createCall(baseURL!);
  await page.goto("/escrow");
  await page.getByLabel("对方手机号").fill(RICH);
  await page.getByLabel("对方认证名称").fill(RICH_NAME);
  await page.getByLabel("交易内容").fill("样品一批");
  await page.getByLabel("放款条件").fill("收到并验货");
  await page.getByLabel("金额", { exact: true }).fill("45.20");
  await pressTwice(page, escrow.proposeEscrow, button(page, /^提\s*出$/));
  await page.waitForURL(/escrow\/detail\?id=/);
  const id = new URL(page.url()).searchParams.get("id")!;
  await call(escrow.acceptEscrow, { id, note: "" }, rich);
  await page.reload();
  await page.getByRole("button", { name: /付款/ }).first().click();
  await breakCode(page, baseURL, mobile, escrow.sendEscrowCode);
  await pressTwice(page, escrow.fundEscrow, page.getByRole("dialog").getByRole("button", { name: /^付款/ }));
  await expect(page.getByText("担保中").first()).toBeVisible();

  const sold = await visit(browser);
  await enterPortal(sold.context(), rich);
  await sold.goto(`/escrow/detail?id=${id}`);
  await sold.getByRole("button", { name: "退款给买方" }).click();
  await pressTwice(sold, escrow.refundEscrow, sold.getByRole("dialog").getByRole("button", { name: /^确\s*定$/ }));
  const { held, refunded } = await call(escrow.escrow, { id }, rich);
  expect([held.minor, refunded.minor]).toEqual([0n, 4520n]);
});

test("the line breaks: another platform's form, the first code of a visitor", async ({ context, page, baseURL }) => {
  test.slow();
  const { mobile, address } = newVisitor();
  await page.setExtraHTTPHeaders({ "x-forwarded-for": address });
  await page.goto("/register");
  await page.getByLabel("手机号", { exact: true }).fill(mobile);
  const ask = button(page, "发送验证码");
  await pressTwice(page, identity.sendRegisterCode, ask, () => solvePuzzle(page, baseURL!, () => ask.click()));
  await expect(page.getByText("秒后可重发")).toBeVisible();

  await enterPortal(context, await demoMerchant(baseURL!, SELLS_ELSEWHERE));
  await page.goto("/bindshop/otherPlatformTypeSupplement");
  await page.getByRole("combobox", { name: "平台类型" }).click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await page.getByLabel("平台名称").fill("Fruugo");
  await pressTwice(page, stores.supplementOtherType, button(page, "提交补充"));
  await receiptOf(page);
});

test("the line breaks: a service provider, a payment to it, and one every month", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const { mobile, token, userId } = await enter(context, baseURL!);
  const call = createCall(baseURL!);
  await page.goto("/addSupplier?kind=service");
  await page.getByLabel("名称", { exact: true }).fill("深圳市顺捷物流有限公司");
  await page.getByLabel("户名").fill("深圳市顺捷物流有限公司");
  await fillBank(page);
  await page.getByRole("combobox", { name: "服务类别" }).click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await breakCode(page, baseURL, mobile, beneficiaries.sendAccountCode);
  await pressTwice(page, beneficiaries.addServiceProvider, button(page, "保存"));
  await expect.poll(async () => (await call(beneficiaries.serviceProviders, {}, { token })).length).toBe(1);

  await page.goto("/serviceTransferWallet");
  await page
    .getByRole("radio", { name: /顺捷物流/ })
    .first()
    .check();
  await page.getByRole("textbox", { name: "金额" }).fill("63.52");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await pressTwice(page, wallets.applyFromWallet, button(page, "下一步"));
  await page.waitForURL(/submitPayment\?id=/);
  await breakCode(page, baseURL, mobile, servicePayouts.sendCode);
  await pressTwice(page, servicePayouts.confirm, button(page, /^确认服务商付款/));
  await expect(page.getByRole("heading", { name: /^(服务商付款已提交|已完成)$/ })).toBeVisible();

  // The same provider every month: planned, and begun with one code.
  await page.goto("/serviceTransferWallet");
  await page
    .getByRole("radio", { name: /顺捷物流/ })
    .first()
    .check();
  await page.getByRole("textbox", { name: "金额" }).fill("65.29");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await page.getByText("定期", { exact: true }).click();
  const first = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("第一次").fill(first);
  await page.keyboard.press("Enter");
  await pressTwice(page, payouts.planSeries, button(page, "下一步"));
  await expect(page.getByRole("heading", { name: "确认定期付款" })).toBeVisible();
  await forgetUsedCodes(userId);
  await breakCode(page, baseURL, mobile, payouts.sendSeriesCode);
  await pressTwice(page, payouts.confirmSeries, button(page, "开始定期付款"));
  await expect(page.getByText("还没有执行过")).toBeVisible();
  const { records } = await call(payouts.seriesList, {}, { token });
  expect(records).toHaveLength(1);
});

test("the line breaks: an order that waits for its price, placed and taken back", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  await openMarkets(baseURL!);
  const { token } = await enter(context, baseURL!);
  const call = createCall(baseURL!);
  await page.goto("/moreToken/exchange?sell=USD&buy=EUR");
  await page.getByRole("button", { name: "新建" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("卖出金额").fill("75.00");
  await dialog.getByLabel("成交汇率到").fill("1.02");
  await pressTwice(page, exchange.placeStandingOrder, dialog.getByRole("button", { name: /^挂\s*单$/ }));
  await expect(dialog).toBeHidden();
  expect(await call(exchange.standingOrders, {}, { token })).toHaveLength(1);
  const withdraw = page.getByRole("region", { name: /USD.*EUR/ }).getByRole("button", { name: /^撤\s*单$/ });
  await pressTwice(page, exchange.cancelStandingOrder, withdraw, async () => {
    await withdraw.click({ timeout: 15_000 });
    await page
      .getByRole("tooltip")
      .getByRole("button", { name: /^撤\s*单$/ })
      .click({ timeout: 15_000 });
  });
  await expect(withdraw).toBeHidden();
});
