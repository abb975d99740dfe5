import { ALL_ENDPOINTS } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { pressTwice } from "./broken-line-steps.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { payIn } from "./income-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { enterPortal, sandbox } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test } from "./test.ts";

/** A price nobody else pays: only for accounts of this currency and country, and only until this one is open. */
async function openPriced(baseURL: string, merchant: Awaited<ReturnType<typeof certifiedMerchant>>) {
  const priced = { business: "account_opening", currency: "CNY", corridor: "CN" } as const;
  const setPrice = (flat: string) =>
    sandbox(baseURL).setPrice({ ...priced, terms: { basisPoints: "0", flat, bearer: "merchant" } });
  await setPrice("30.00");
  const { account } = await boundStore(baseURL, merchant, "SF", "CNY");
  await setPrice("0.00");
  return account;
}

test("opening is free and says so; where it was not, its fee is paid from the account's own balance", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  await page.goto("/bigAccount/charges");
  await expect(page.getByText("现在开立收款账户不收费")).toBeVisible();
  await expect(page.getByText("没有开户费")).toBeVisible();
  await expectWellMade(page);

  const account = await openPriced(baseURL!, merchant);
  await page.goto("/bigAccount/account");
  await waitUntilShown(page);
  await page.getByRole("button", { name: "开户费" }).click();
  const charge = page.getByRole("listitem").filter({ hasText: account.accountNumber!.slice(-4) });
  await expect(charge).toContainText("待支付");
  await charge.getByRole("button", { name: "用账户余额支付" }).click();
  await expect(charge.getByRole("alert")).toContainText("余额不足");
  await expectWellMade(page);

  await payIn(baseURL!, account.accountNumber!, parseMoney("500.00", "CNY"));
  await pressTwice(
    page,
    ALL_ENDPOINTS.accounts.payAccountCharge,
    charge.getByRole("button", { name: "用账户余额支付" }),
  );
  await expect(charge).toContainText("已支付");
  await charge.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "开户费" })).toBeVisible();
  await expect(page.getByText(/^已支付\d/)).toBeVisible();
  await expect(page.getByText("470.00")).toBeVisible();
});
