import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { codeAfter, enterPortal, makesCall, sandbox } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const { beneficiaries, payouts } = ALL_ENDPOINTS;
const paper = { name: "合同.png", mimeType: "image/png", buffer: BLANK };

test("a supplier gets a contract, loses it and is given up; who belongs together is written down with its contract", async ({
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
      bankAccount: `48${Date.now()}`.slice(0, 12),
      bankCurrency: "USD",
      supplierCountryCode: "US",
      clearCode: "021000021",
      bankAccountType: "checking",
      companyAddress: "12 Harbor Street, Portland",
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
