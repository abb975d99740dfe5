import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "./test.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { choose, enterConsole, expectToast } from "./console-steps.ts";
import { ownAmount, shown } from "./income-steps.ts";
import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";
import { boundStore, handInStore } from "./stores-steps.ts";

let someone: Promise<TestMerchant> | undefined;
/** One merchant for all of these, and for nothing else: what the desk gives it is in nobody's way. */
const seller = (baseURL: string): Promise<TestMerchant> => (someone ??= certifiedMerchant(baseURL));

test("a store is found in the queue and approved; whoever comes second is told and shown the decision", async ({
  context,
  page,
  baseURL,
}) => {
  const errors = watchErrors(page);
  const merchant = await seller(baseURL!);
  const { id, name } = await handInStore(baseURL!, merchant, "COD", "USD");
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto(`/ops/stores?name=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("待审核");
  await row.getByRole("link", { name: "审核" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await waitUntilShown(page);
  await expectWellMade(page);

  const late = await context.newPage();
  await enterConsole(late, baseURL!);
  await late.goto(`/ops/stores/${merchant.userId}/${id}`);
  await expect(late.getByRole("button", { name: "不通过" })).toBeVisible();

  await page.getByRole("button", { name: "通过", exact: true }).click();
  await page.getByRole("button", { name: "确认通过" }).click();
  await expectToast(page, "已通过，商户会收到通知");
  await expect(page.getByText(/周宁已于/)).toBeVisible();

  await late.getByRole("button", { name: "不通过" }).click();
  await late.getByRole("button", { name: "确认不通过" }).click();
  await expect(late.getByRole("alert").filter({ hasText: "请写明原因" })).toBeVisible();
  await late.getByRole("button", { name: "链接打不开" }).click();
  await late.getByRole("button", { name: "确认不通过" }).click();
  await expectToast(late, /刚被别人处理过/);
  await expect(late.getByText(/周宁已于/)).toBeVisible();
  expect(errors).toEqual([]);
});

test("a strange payer's money is paid in at the sandbox panel, and the desk credits it", async ({ page, baseURL }) => {
  const errors = watchErrors(page);
  const merchant = await seller(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "ETSY", "USD");
  const amount = ownAmount("USD");
  await enterConsole(page, baseURL!);
  await page.goto("/ops/sandbox");
  await choose(page.getByRole("combobox", { name: "商户", exact: true }), merchant.mobile, merchant.mobile);
  await page.getByRole("combobox", { name: "收款账号" }).fill(account.accountNumber!);
  await page.getByLabel("金额", { exact: true }).fill(shown(amount));
  await page.getByRole("button", { name: "陌生付款方" }).click();
  await page.getByLabel("同一笔通知两次").check();
  await page.getByRole("button", { name: "让款到账" }).click();
  await expect(page.getByText(/第 2 次认出重复/)).toBeVisible();

  await page.goto("/ops/collections?payerName=HARBORSIDE");
  const row = page.getByRole("row").filter({ hasText: shown(amount) });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("付款方与平台不符");
  await row.click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("平台付款方")).toBeVisible();
  await expectWellMade(page);
  const credit = drawer.getByRole("button", { name: "核实无误，入账" });
  await credit.click();
  await expect(drawer.getByRole("alert")).toContainText("请写明核实的依据");
  await drawer.getByLabel("处理说明").fill("代理商合同已核对，与商户电话确认");
  await credit.click();
  await expectToast(page, "已入账，商户会收到通知");
  await expect(row).toContainText("已入账");
  await expect(credit).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("money for a number that is nobody's goes to a merchant only when a second colleague agrees", async ({
  browser,
  page,
  baseURL,
}) => {
  const merchant = await seller(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "COD", "USD");
  const amount = ownAmount("USD");
  await enterConsole(page, baseURL!, "admin");
  await page.goto("/ops/sandbox");
  await page.getByRole("button", { name: "没有人的账号" }).click();
  await page.getByLabel("金额", { exact: true }).fill(shown(amount));
  await page.getByRole("button", { name: "让款到账" }).click();
  await expect(page.getByText(/挂为无主来款/)).toBeVisible();

  await page.goto("/ops/collections/unclaimed");
  const row = page.getByRole("row").filter({ hasText: shown(amount) });
  await row.click();
  const drawer = page.getByRole("dialog");
  await choose(drawer.getByRole("combobox", { name: "归入哪个商户" }), merchant.mobile, merchant.mobile);
  await choose(drawer.getByRole("combobox", { name: "收款账户" }), account.accountNumber!.slice(-4));
  await drawer.getByLabel("依据").fill("商户来函说明账号末位写错");
  await expectWellMade(page);
  await drawer.getByRole("button", { name: "提出归入商户" }).click();
  await expectToast(page, "已提出，等另一位财务复核");
  await expect(drawer.getByText("这是您提出的，须由另一位财务复核")).toBeVisible();
  await expect(drawer.getByRole("button", { name: /复核通过|驳回/ })).toHaveCount(0);
  await expect(row).toContainText("您提出的");

  const second = await browser.newPage();
  await enterConsole(second, baseURL!, "finance");
  await second.goto("/ops/collections/unclaimed?state=proposed");
  await second
    .getByRole("row")
    .filter({ hasText: shown(amount) })
    .click();
  await second.getByRole("dialog").getByRole("button", { name: "复核通过，归入商户" }).click();
  await expectToast(second, "已复核，归入商户");
  await page.reload();
  await expect(row).toContainText("已归入商户");
});
