import { ALL_ENDPOINTS, mybankControlEndpoints } from "@coralhub/contract";
import { GOODS_CATEGORIES } from "@coralhub/domain";
import { createCall, tellBrowserDatabase, type TestMerchant } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { certifiedAs, codeAfter, enterPortal, fillCode, forgetUsedCodes, makesCall, sandbox } from "./portal-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { beneficiaries, mybank, payouts } = ALL_ENDPOINTS;
const CODE = "短信验证码";
const paper = { name: "合同.png", mimeType: "image/png", buffer: BLANK };

async function pick(page: Page, name: string, option: RegExp): Promise<void> {
  await page.getByRole("combobox", { name }).click();
  await page.locator(".ant-select-item-option:visible").filter({ hasText: option }).first().click();
}

test("a supplier gets a contract, loses it, changes its bank and is given up; who belongs together is written down with its contract", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const call = createCall(baseURL!);
  const ask = () => call(beneficiaries.sendAccountCode, {}, merchant);
  const verificationCode = await codeAfter(sandbox(baseURL), merchant.mobile, ask);
  const name = "SUPPLIER 77 LLC";
  const { id } = await call(
    beneficiaries.addSupplier,
    {
      supplierName: name,
      bankAccount: `48${Date.now()}`.slice(0, 9),
      bankCurrency: "HKD",
      supplierCountryCode: "HK",
      route: "HK",
      bankCode: "004",
      branchCode: "168",
      category: GOODS_CATEGORIES[0]!.code,
      bankAccountHolder: name,
      firstName: name,
      lastName: "",
      verificationCode,
    },
    merchant,
  );
  await enterPortal(context, merchant);
  await makesCall(page, payouts.supplierPayouts, () => page.goto(`/supplier?open=${id}`));
  const drawer = page.getByRole("dialog");
  await makesCall(page, beneficiaries.proveSupplier, () =>
    drawer.locator('input[type="file"]').first().setInputFiles(paper),
  );
  await makesCall(page, beneficiaries.removePaper, () => drawer.getByRole("button", { name: /^移\s*除$/ }).click());
  // It has a new account, at another bank of Hong Kong's.
  await forgetUsedCodes(merchant.userId);
  await makesCall(page, beneficiaries.hongkongBanks, () => page.goto(`/addSupplier?id=${id}`));
  await pick(page, "选择香港银行", /012$/);
  await expect(page.getByRole("textbox", { name: "银行代码" })).toHaveValue("012");
  await page.getByLabel("账号", { exact: true }).fill(`49${Date.now()}`.slice(0, 9));
  await fillCode(page, sandbox(baseURL), CODE, merchant.mobile);
  const save = page.getByRole("button", { name: "保存修改" });
  await makesCall(page, beneficiaries.changeSupplier, () => save.click());
  await page.waitForURL(/\/supplier\?open=/);
  await page.goto(`/supplier?open=${id}`);
  await expect(drawer.getByText("账户变更")).toBeVisible();
  await makesCall(page, beneficiaries.removeSupplier, async () => {
    await drawer.getByRole("button", { name: /^停\s*用$/ }).click();
    await page
      .getByRole("dialog")
      .last()
      .getByRole("button", { name: /^停\s*用$/ })
      .last()
      .click();
  });

  await page.goto("/addAssociation");
  await page.getByLabel("关联方名称").fill("香港南屿有限公司");
  await page.getByRole("combobox", { name: "和您的关系" }).click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await makesCall(page, beneficiaries.uploadPaper, () => page.locator('input[type="file"]').setInputFiles(paper));
  await makesCall(page, beneficiaries.addRelated, () => page.getByRole("button", { name: "添加关联方" }).click());
  await expect(page.getByText("香港南屿有限公司")).toBeVisible();
});

/** Bound at once, whatever the bank has been told to do with new ones. */
async function bindMybank(
  baseURL: string,
  merchant: TestMerchant,
  request: { bankNo: string; verificationCode: string },
) {
  const call = createCall(baseURL);
  const admin = { token: await sandbox(baseURL).operatorToken("admin") };
  const { id } = await call(mybank.bindMybank, { ...request, agreed: true }, merchant);
  const reference = `MB${id.replaceAll("-", "").toUpperCase()}`;
  const stands = async () => {
    const decision = { reference, decision: "accept" } as const;
    await call(mybankControlEndpoints.decideMybank, decision, admin).catch(() => undefined);
    return (await call(mybank.mybankStatus, {}, merchant)).bound;
  };
  await expect.poll(stands, { timeout: 30_000 }).toBe(true);
  return id;
}

test("of two accounts of one's own either becomes the default; the bank is asked how a binding stands; one is changed and proven", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const holder = "深圳市越海贸易有限公司";
  const merchant = await certifiedAs(baseURL!, holder, "mainland");
  const call = createCall(baseURL!);
  const newCode = async () => {
    await forgetUsedCodes(merchant.userId);
    return codeAfter(sandbox(baseURL), merchant.mobile, () => call(beneficiaries.sendAccountCode, {}, merchant));
  };
  const at = { currency: "CNY", bankCountryCode: "CN", bank: "招商银行", clearCode: "308584000013" } as const;
  const stamp = Date.now();
  const [bankNo, atMybank, changed] = [1, 2, 3].map((end) => `75${stamp}${end}`) as [string, string, string];
  const verificationCode = await newCode();
  const request = { ...at, bankNo, nameOfAccountHolder: holder, verificationCode };
  const { id } = await call(beneficiaries.addOwnAccount, request, merchant);
  const bound = { bankNo: atMybank, verificationCode: await newCode() };
  const binding = await bindMybank(baseURL!, merchant, bound);
  // As if its answer had never come: nobody else asks for it within the minute.
  await tellBrowserDatabase(
    `update mybank_binding set state = 'applied', bound_at = null, asked_at = now() where id = $1`,
    [binding],
  );
  await enterPortal(context, merchant);
  await page.goto("/internetCommercialBank/index");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await makesCall(page, mybank.checkMybank, () => press("问一次结果"));
  await makesCall(page, mybank.chooseMybank, () => press("设为默认"));
  await expect(page.getByText("（默认）")).toBeVisible();

  await page.goto("/nav/cashCard");
  const rowOf = (number: string) => page.locator(".payee-row").filter({ hasText: number.slice(-4) });
  const row = rowOf(bankNo);
  await makesCall(page, beneficiaries.chooseDefault, () => row.getByRole("button", { name: "设为默认" }).click());
  await expect(row.getByText("默认", { exact: true })).toBeVisible();
  await forgetUsedCodes(merchant.userId);
  await row.getByRole("button", { name: /^修\s?改$/ }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("银行账号").fill(changed);
  await fillCode(page, sandbox(baseURL), CODE, merchant.mobile);
  const save = form.getByRole("button", { name: "保存修改" });
  await makesCall(page, beneficiaries.changeOwnAccount, () => save.click());
  await expect(form).toBeHidden();
  await expect(rowOf(changed)).toBeVisible();

  await page.goto(`/nav/transferManage?open=${id}`);
  const file = page.getByRole("dialog").locator('input[type="file"]').first();
  await makesCall(page, beneficiaries.proveOwnAccount, () => file.setInputFiles(paper));
});
