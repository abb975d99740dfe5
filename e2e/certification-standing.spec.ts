import { certificationEndpoints as calls } from "@coralhub/contract";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { expect, test, type Browser, type Page } from "./test.ts";
import { certifiedMerchant, decide, latestCase, pathOf } from "./certification-desk-steps.ts";
import { submit } from "./certification-steps.ts";
import { enterConsole, expectToast } from "./console-steps.ts";
import { enterPortal, visit } from "./portal-steps.ts";
import { goOn } from "./wizard-steps.ts";

test.slow();

async function enter(browser: Browser, merchant: TestMerchant): Promise<Page> {
  const page = await visit(browser, merchant.address);
  await enterPortal(page.context(), merchant);
  await page.goto("/nav/navEnd");
  return page;
}
const standing = (page: Page, words: string) =>
  expect(page.locator(".state-tag").getByText(words, { exact: true })).toBeVisible();

/** From the section that is open to the receipt, changing nothing more. */
async function handOn(page: Page, sectionsLeft: number): Promise<void> {
  for (let section = 0; section < sectionsLeft; section++) await goOn(page);
  await submit(page);
}

test("certified data is changed while everything stays open; a declined change is corrected, then holds @phone", async ({
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const given = { baseURL: baseURL!, merchant };
  const page = await enter(browser, merchant);
  await standing(page, "已认证");
  await page.getByRole("link", { name: "变更资料" }).click();
  await page.locator("#answer-businessAddress").fill("广东省深圳市福田区");
  await handOn(page, 4);
  await expect(page.getByText("变更正在审核")).toBeVisible();
  await standing(page, "已认证，变更审核中");
  // Certified calls stay open meanwhile.
  await page.goto("/sellerCertification");
  await expect(page.getByRole("heading", { name: "添加卖家" })).toBeVisible();
  await expect(page.getByRole("link", { name: /个人/ })).toBeVisible();

  await decide(baseURL!, await latestCase(given), { businessAddress: "地址不完整，请写到门牌号" });
  await page.goto("/nav/navEnd");
  await standing(page, "已认证");
  await expect(page.getByText("变更没有通过，有 1 项需要修改")).toBeVisible();
  await page.getByRole("link", { name: "去修改" }).click();
  await expect(page.locator("input#answer-companyName")).toHaveCount(0);
  await page.locator("#answer-businessAddress").fill("广东省深圳市福田区深南大道 1 号");
  await page.getByRole("button", { name: "重新提交审核" }).click();
  await standing(page, "已认证，变更审核中");
  await decide(baseURL!, await latestCase(given));
  await page.goto("/nav/navEnd");
  await standing(page, "已认证");
  const { values } = (await createCall(baseURL!)(calls.certificationApplication, {}, merchant))!;
  expect(values["businessAddress"]).toBe("广东省深圳市福田区深南大道 1 号");
});

test("papers that end soon are announced and renewed before they do @phone", async ({ browser, baseURL }) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const merchant = await certifiedMerchant(baseURL!, { iEndTime: inDays(40) });
  const page = await enter(browser, merchant);
  await expect(page.getByText(/证件 (39|40) 天后到期/)).toBeVisible();
  await page.getByRole("button", { name: "更新证件" }).click();
  await goOn(page);
  const date = page.locator("#answer-iEndTime");
  const later = inDays(400);
  await date.fill(later);
  // Enter would hand the step on.
  await date.press("Tab");
  await handOn(page, 3);
  await standing(page, "已认证，变更审核中");
  const ref = await latestCase({ baseURL: baseURL!, merchant });
  await decide(baseURL!, ref);
  await page.goto("/nav/navEnd");
  await standing(page, "已认证");
  await expect(page.getByText(/天后到期/)).toHaveCount(0);
  await expect(page.getByText(later)).toBeVisible();
});

test("an operator freezes an account: the merchant is stopped, told why, and let go again", async ({
  page: desk,
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const page = await enter(browser, merchant);
  await standing(page, "已认证");
  await enterConsole(desk, baseURL!, "reviewer");
  await desk.goto(`/ops${pathOf(await latestCase({ baseURL: baseURL!, merchant }))}`);
  const change = async (words: string, reason: string) => {
    await desk.getByRole("button", { name: words }).click();
    const dialog = desk.getByRole("dialog", { name: words });
    await dialog.getByLabel(`${words}的原因`).fill(reason);
    await dialog.getByRole("button", { name: words }).click();
  };
  await change("冻结账户", "付款方投诉，核实中");
  await expectToast(desk, /已冻结/);
  await page.reload();
  await standing(page, "已冻结");
  await expect(page.getByText("账户已冻结：付款方投诉，核实中")).toBeVisible();
  await page.goto("/sellerCertification");
  await expect(page.getByText("完成实名认证后才能添加卖家")).toBeVisible();
  await page.goto("/certification/mainland");
  await expect(page.getByText("账户已冻结，不能修改资料")).toBeVisible();
  await change("解冻账户", "已核实无误");
  await expectToast(desk, /已解冻/);
  await page.goto("/nav/navEnd");
  await standing(page, "已认证");
});
