import { activityEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { expect, test } from "./test.ts";
import { takePicture } from "./certification-steps.ts";
import { creditAtDesk, downloadBy, openAccounts, ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";
import { demoMerchant, enterPortal } from "./portal-steps.ts";

/** An app developer with accounts of their own: nobody else's journey pays in here. */
const DEVELOPER = "13800000002";
/** Sells on several marketplaces: a year of everything. */
const SELLER = "13800000001";

test("money arrives and shows by itself, with its way, its fee and its receipt", async ({ context, page, baseURL }) => {
  test.slow();
  const errors = watchErrors(page);
  const merchant = await demoMerchant(baseURL!, DEVELOPER);
  const [account] = await openAccounts(baseURL!, merchant);
  await enterPortal(context, merchant);
  await page.goto("/income/withdraw");
  await page.waitForURL(/\/bigIncome\/in$/);
  await waitUntilShown(page);
  await expect(page.getByRole("navigation").first().getByRole("link", { name: "收支明细" })).toHaveAttribute(
    "aria-current",
    "page",
  );

  const amount = ownAmount(account!.currency);
  await payIn(baseURL!, account!.accountNumber!, amount);
  const row = page.getByRole("row").filter({ hasText: `+${shown(amount)}` });
  await expect(row).toContainText("已入账");

  await row.click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("核验通过，已入账")).toBeVisible();
  await expect(drawer.getByText("收款手续费")).toBeVisible();
  await expectWellMade(page);
  const receipt = await downloadBy(page, () => drawer.getByRole("button", { name: "下载凭证" }).click());
  expect(receipt.bytes.subarray(0, 5).toString()).toBe("%PDF-");

  const pin = drawer.getByRole("button", { name: "置顶", exact: true });
  await pin.click();
  await expect(row).toContainText("置顶");
  await drawer.getByRole("button", { name: "取消置顶" }).click();
  await expect(pin).toBeVisible();
  await expect(row).not.toContainText("置顶");
  await drawer.getByRole("button", { name: "隐藏", exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.goto("/bigIncome/in?hidden=hidden");
  await row.getByRole("button", { name: "更多操作" }).click();
  const english = await downloadBy(page, () => row.getByRole("button", { name: "下载英文凭证" }).click());
  expect(english.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(english.bytes.equals(receipt.bytes)).toBe(false);
  await row.getByRole("button", { name: "更多操作" }).click();
  await row.getByRole("button", { name: "重新显示" }).click();
  await expect(row).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("收入 and 支出 are parts of the one list, with its sums, its months and its records @phone", async ({
  context,
  page,
  baseURL,
  isMobile,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, SELLER));
  await page.goto("/bigIncome/all");
  await waitUntilShown(page);
  const tabs = page.getByLabel("收支明细", { exact: true });
  const sums = page.getByRole("list", { name: "合计" });
  const dollars = sums.getByRole("listitem").filter({ hasText: "USD" });
  await page.getByRole("button", { name: "上月" }).click();
  await page.waitForURL(/countedAt=/);
  await expect(dollars).toContainText(/收入 .+支出 /);
  await expect(dollars).not.toContainText("…");
  await waitUntilShown(page);
  const [whole, days] = [await dollars.innerText(), new URL(page.url()).searchParams.get("countedAt")];
  for (const [name, path] of [
    ["收入", "/bigIncome/all/in"],
    ["支出", "/bigIncome/all/out"],
  ] as const) {
    await tabs.getByText(name, { exact: true }).click();
    // The month that was chosen stays chosen.
    await page.waitForURL((url) => url.pathname === path && url.searchParams.get("countedAt") === days);
    await waitUntilShown(page);
    await expect(dollars).not.toContainText("…");
    const own = await dollars.innerText();
    expect(own).toContain(name);
    expect(whole.replaceAll(/\s+/g, "")).toContain(own.replaceAll(/\s+/g, ""));
    await expectWellMade(page);
  }
  // Rows are chosen beside their boxes, on a phone once that was asked for.
  if (isMobile) await page.getByRole("button", { name: "选择", exact: true }).click();
  const first = isMobile
    ? page.locator("main ul li").filter({ has: page.getByRole("checkbox") })
    : page.getByRole("row");
  await first
    .nth(isMobile ? 0 : 1)
    .getByRole("checkbox")
    .check();
  const bar = page.getByRole("status").filter({ hasText: "已选 1 笔" });
  await expect(bar).toBeVisible();
  await expect(bar).toContainText(/合计/);
  const chosen = await downloadBy(page, () => bar.getByRole("button", { name: "导出 1 笔" }).click());
  expect(chosen.name).toMatch(/\.xlsx$/);
  await expectWellMade(page);
  // The whole list is one button, which asks for the kind of file.
  await bar.getByRole("button", { name: "取消选择" }).click();
  await page.getByRole("button", { name: /^导出 [\d,]+ 笔$/ }).click();
  const every = await downloadBy(page, () => page.getByRole("button", { name: "CSV", exact: true }).click());
  expect(every.name).toMatch(/\.csv$/);
  // A direction in the address is its tab, and a kind of another direction is not asked for beside it.
  await page.goto("/bigIncome/all?direction=in&kind=withdrawal");
  await waitUntilShown(page);
  await expect(tabs.getByRole("radio", { name: "收入" })).toBeChecked();
  await expect(page.getByText("没有符合条件的记录")).toHaveCount(0);
  for (const [path, name] of [
    ["/bigIncome/in", "收入"],
    ["/bigIncome/out", "支出"],
  ] as const) {
    await page.goto(path);
    await waitUntilShown(page);
    await expect(tabs.getByRole("radio", { name })).toBeChecked();
  }
  await page.goto("/bigIncome/all/out?kind=withdrawal&state=done");
  await waitUntilShown(page);
  await page
    .getByRole(isMobile ? "listitem" : "row")
    .filter({ hasText: "尾号" })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "下载回单" })).toBeVisible();
  await expectWellMade(page);
});

test("an event that stands on no page of the list opens by its address, and leads on to the record behind it", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await demoMerchant(baseURL!, SELLER);
  const { records } = await createCall(baseURL!)(
    activityEndpoints.moneyEvents,
    { filters: { kind: ["depositInterest"] } },
    merchant,
  );
  await enterPortal(context, merchant);
  await page.goto(`/bigIncome/all?kind=income&open=${records[0]!.id}`);
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("定期利息");
  await expect(drawer).toContainText(records[0]!.accountName!);
  await expectWellMade(page);
  await drawer.getByRole("link", { name: "查看这笔的办理进度" }).click();
  await page.waitForURL((url) => url.pathname === "/buyDetails" && url.searchParams.get("id") === records[0]!.recordId);
});

test("a strange payer's money explains itself, is answered with papers, and is credited after the desk's decision", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await demoMerchant(baseURL!, DEVELOPER);
  const [account] = await openAccounts(baseURL!, merchant);
  const amount = ownAmount(account!.currency);
  await payIn(baseURL!, account!.accountNumber!, amount, { payer: "HARBORSIDE TRADING LLC" });
  await enterPortal(context, merchant);

  await page.goto("/home");
  const answer = page.getByRole("link", { name: "去处理" });
  const todo = page
    .getByRole("listitem")
    .filter({ hasText: shown(amount) })
    .filter({ has: answer });
  await expect(todo).toContainText("付款方与平台不符");
  await todo.getByRole("link", { name: "去处理" }).click();
  await page.waitForURL(/\/bigIncome\/in\?open=/);

  const row = page.getByRole("row").filter({ hasText: `+${shown(amount)}` });
  await expect(row).toContainText("付款方与平台不符");
  const drawer = page.getByRole("dialog");
  for (const line of ["停在哪", "为什么", "需要您做", "之后"]) await expect(drawer.getByText(line)).toBeVisible();
  await drawer.getByRole("button", { name: "补充材料" }).click();
  await drawer.getByRole("button", { name: "提交材料" }).click();
  await expect(drawer.getByText("请至少上传一份材料")).toBeVisible();
  await drawer.getByLabel("合同、结算单或订单").setInputFiles(await takePicture(page, "合同"));
  await expect(drawer.getByLabel("更多材料 1")).toBeAttached();
  await drawer.getByLabel(/说明/).fill("Harborside 是我们的代理商，合同见附件");
  await expectWellMade(page);
  await drawer.getByRole("button", { name: "提交材料" }).click();
  await expect(drawer.getByText("已提交补充材料")).toBeVisible();
  await expect(row).toContainText("审核中");

  const id = new URL(page.url()).searchParams.get("open")!;
  await creditAtDesk(baseURL!, merchant, id);
  await expect(row).toContainText("已入账");
  await expect(drawer.getByText("核验通过，已入账")).toBeVisible();
});
