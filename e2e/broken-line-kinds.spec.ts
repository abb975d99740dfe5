import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall, tellBrowserDatabase, type TestMerchant } from "@coralhub/testkit";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { certifiedMerchant, passedSeller } from "./certification-desk-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { payIn } from "./income-steps.ts";
import { fillWallet } from "./money-steps.ts";
import { codeAfter, codeButtonOf, demoMerchant, enterPortal, fillCode, makesCall, sandbox } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { beneficiaries, payouts, sellerPayouts, sellers, servicePayouts, supplierPayouts } = ALL_ENDPOINTS;
const { withdrawalBatches, withdrawals } = ALL_ENDPOINTS;
const CODE = "短信验证码";
/** Has suppliers, service providers and money from its shops. */
const RICH = "13800000001";
const CMB = "308584000013";

const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name }).last();

/** Written down from a receiving account: where the code is asked for. */
async function writeDown(page: Page, path: string, order: Record<string, string>, apply?: Endpoint): Promise<void> {
  await page.goto(`${path}?${new URLSearchParams(order)}`);
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  const next = button(page, "下一步");
  if (apply) await pressTwice(page, apply, next);
  else await next.click();
  await page.waitForURL(/submitPayment\?id=/);
}

test("the line breaks: a supplier and a service provider, paid from a receiving account, and left", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const rich = await demoMerchant(baseURL!, RICH);
  await enterPortal(context, rich);
  const call = createCall(baseURL!);
  const orderOf = async ({ overview }: { overview: typeof supplierPayouts.overview }, amount: string) => {
    const { accounts, payees } = await call(overview, {}, rich);
    const from = accounts.find(
      ({ source, currency, problem }) => source !== "wallet" && currency === "USD" && !problem,
    );
    const payee = payees.find(({ state }) => state === "approved");
    return { account: from!.accountId, payee: payee!.id, amount };
  };
  const leave = page.getByRole("button", { name: "取消付款" });
  const written = () => ({ id: new URL(page.url()).searchParams.get("id")! });

  await writeDown(page, "/supplierPayment", await orderOf(supplierPayouts, "66.83"), supplierPayouts.apply);
  const supplied = written();
  await page.goto(`/bigIncome/out?open=${supplied.id}`);
  await page.getByRole("textbox", { name: "附言" }).fill("合同 2026-11");
  await pressTwice(page, payouts.modifyTransfer, page.getByRole("button", { name: "修改附言", disabled: false }));
  expect((await call(supplierPayouts.detail, supplied, rich)).remittance).toBe("合同 2026-11");
  await page.goto(`/submitPayment?id=${supplied.id}`);
  await pressTwice(page, supplierPayouts.cancel, leave);
  await writeDown(page, "/serviceTransfer", await orderOf(servicePayouts, "67.29"), servicePayouts.apply);
  const served = written();
  await pressTwice(page, servicePayouts.cancel, leave);
  expect((await call(supplierPayouts.detail, supplied, rich)).state).toBe("cancelled");
  expect((await call(servicePayouts.detail, served, rich)).state).toBe("cancelled");
});

const OTHER_CARD = "6217000123456127";
/** A passed seller's card, which the merchant's code has made a payee; the seller has another besides. */
async function paidSeller(baseURL: string, merchant: TestMerchant): Promise<{ payee: string; seller: string }> {
  const call = createCall(baseURL);
  const name = "林见南";
  await passedSeller({ baseURL, merchant }, name);
  const { records } = await call(sellers.sellers, {}, merchant);
  const card = { cardholderName: name, bankCardNum: "6214850123456110", bankName: "招商银行", city: "深圳" };
  const added = { ...card, sellerId: records[0]!.id, currency: "CNY", country: "CN" } as const;
  const { id: cardId } = await call(sellers.addSellerBankCard, added, merchant);
  await call(sellers.addSellerBankCard, { ...added, bankCardNum: OTHER_CARD }, merchant);
  const ask = () => call(beneficiaries.sendAccountCode, {}, merchant);
  const verificationCode = await codeAfter(sandbox(baseURL), merchant.mobile, ask);
  const { id, state } = await call(beneficiaries.adoptSeller, { cardId, bankCode: CMB, verificationCode }, merchant);
  const decision = { merchantId: merchant.userId, id, decision: "approve" } as const;
  if (state === "pending")
    await call(beneficiaries.decidePayee, decision, { token: await operatorToken(baseURL, "reviewer") });
  return { payee: id, seller: added.sellerId };
}

test("the line breaks: a seller, paid from a receiving account", async ({ context, page, baseURL }) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "AMAZON", "USD");
  const sales = parseMoney("2000.00", "USD");
  await payIn(baseURL!, account.accountNumber!, sales);
  await sandbox(baseURL).proveTrade(merchant.userId, sales);
  const { payee, seller } = await paidSeller(baseURL!, merchant);
  await enterPortal(context, merchant);
  const order = { account: account.id, payee, amount: "68.41" };
  await writeDown(page, "/sellerPayment", order, sellerPayouts.apply);
  await pressTwice(page, sellerPayouts.cancel, page.getByRole("button", { name: "取消付款" }));
  await writeDown(page, "/sellerPayment", order);
  await breakCode(page, baseURL, merchant.mobile, sellerPayouts.sendCode);
  await pressTwice(page, sellerPayouts.confirm, button(page, /^确认卖家付款/));
  await expect(page.getByRole("heading", { name: /^(卖家付款已提交|已完成)$/ })).toBeVisible();
  await page.goto("/bigIncome/out");
  // One was left, one is paid: neither came twice.
  await expect(page.getByRole("row").filter({ hasText: "68.41" })).toHaveCount(2);

  // The seller has two cards, and the merchant takes the other one.
  await makesCall(page, sellers.sellerBankCards, () => page.goto("/sellerPayment/payees"));
  await expect(page.getByRole("radio", { name: new RegExp(OTHER_CARD.slice(-4)) })).toBeVisible();
  await page.goto(`/nav/seller?open=${seller}`);
  const other = page.getByRole("button", { name: `改用招商银行尾号 ${OTHER_CARD.slice(-4)}` });
  await makesCall(page, sellers.chooseSellerBankCard, () => other.click());
  await expect(other).toHaveCount(0);
});

const HEADER = ["收款户名", "户名类型", "国家或地区", "币种", "清算代码", "收款账号", "到账金额"];

test("the line breaks: a sheet of withdrawals, and a row of it that waits for finance", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const call = createCall(baseURL!);
  const ask = () => call(beneficiaries.sendAccountCode, {}, merchant);
  const verificationCode = await codeAfter(sandbox(baseURL), merchant.mobile, ask);
  const { holderName } = await call(withdrawals.overview, {}, merchant);
  const bankNo = `7559${Date.now()}`;
  const at = { currency: "CNY", bankCountryCode: "CN", bank: "招商银行", clearCode: CMB, bankNo } as const;
  await call(beneficiaries.addOwnAccount, { ...at, nameOfAccountHolder: holderName!, verificationCode }, merchant);
  // So much goes to an account only after its first day.
  await tellBrowserDatabase(
    "update beneficiary set rests_from = rests_from - interval '3 days' where merchant_id = $1",
    [merchant.userId],
  );
  await fillWallet(baseURL!, merchant.userId, "40000.00");
  await enterPortal(context, merchant);
  await page.goto("/batchPayment");
  await page.getByRole("combobox", { name: "付给谁" }).click();
  await page.locator(".ant-select-item-option:visible").getByText("提现", { exact: true }).click();
  // Together they are more than goes without finance: the last of them waits.
  const rows = [1, 2, 3, 4, 5].map((at) => [holderName!, "企业", "CN", "CNY", CMB, bankNo, `3400${at}.00`]);
  await page.getByLabel("粘贴单元格").fill([HEADER, ...rows].map((row) => row.join("\t")).join("\n"));
  await pressTwice(page, withdrawalBatches.paste, button(page, "用粘贴的内容"));
  await page.waitForURL(/batchPayment\/details/);
  await page.getByRole("combobox", { name: "CNY 从哪个账户付" }).click({ timeout: 20_000 });
  await page.locator(".ant-select-item-option:visible").getByText("USD").first().click();
  await page.getByRole("button", { name: "确认付 5 行" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("共扣").first()).toBeVisible();
  await pressTwice(page, withdrawalBatches.sendCode, codeButtonOf(page, CODE));
  // So much is asked about first: it is the merchant, who then gets the code of the sheet.
  await fillCode(page, sandbox(baseURL), "本人验证码", merchant.mobile);
  const itself = page.getByRole("dialog", { name: "确认是您本人" }).getByRole("button", { name: "确认", exact: true });
  await page.getByLabel(CODE).fill(await codeAfter(sandbox(baseURL), merchant.mobile, () => itself.click()));
  await pressTwice(page, withdrawalBatches.confirm, dialog.getByRole("button", { name: "确认付款" }));
  const waiting = page.getByRole("row").filter({ hasText: "取消这行" });
  await expect(waiting).toHaveCount(1, { timeout: 20_000 });
  await pressTwice(page, withdrawalBatches.cancelRow, waiting.getByRole("button", { name: "取消这行" }));
  await expect(waiting).toHaveCount(0);
});
