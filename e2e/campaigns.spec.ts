import { campaignEndpoints, campaignPushEndpoints, messageEndpoints } from "@coralhub/contract";
import { createCall, tellBrowserDatabase, type TestMerchant } from "@coralhub/testkit";
import { enterConsole } from "./console-steps.ts";
import { certifiedAs, enterPortal, sandbox, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

/** Certified, with a mailbox, and nobody else's. */
async function newMerchant(baseURL: string): Promise<TestMerchant & { email: string }> {
  const merchant = await certifiedAs(baseURL, "何小满");
  const email = `reader-${merchant.userId.slice(-12)}@example.com`;
  await tellBrowserDatabase("update merchant_user set email = $2 where merchant_id = $1", [merchant.userId, email]);
  return { ...merchant, email };
}

test("a visitor sees the wheel, signs in, draws once a day, and finds the prize @phone", async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto("/actDraw");
  await expect(page.getByRole("button", { name: "登录后参加" })).toBeVisible();
  await expect(page.getByText("奖品和概率")).toBeVisible();
  const merchant = await newMerchant(baseURL!);
  await enterPortal(context, merchant);
  await page.goto("/actDraw");
  await expect(page.getByText("还有 2 次机会")).toBeVisible();
  await page.getByRole("button", { name: "抽一次" }).click();
  await expect(page.locator(".campaign-result")).toBeVisible();
  await expect(page.getByText("还有 1 次机会")).toBeVisible();
  const call = createCall(baseURL!);
  const { chances } = await call(campaignEndpoints.lotteryQualification, { page: "draw" }, merchant);
  expect(chances).toBe(1);
  await page.getByText("怎样核对抽奖").click();
  await expect(page.getByText("种子在活动结束后公布")).toBeVisible();
  await page.getByRole("button", { name: "查看我的抽奖序号" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: /^第 \d+ 次：/ })).toHaveCount(1);
  // The wheel has turned, and the page stands where it stood.
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});

test("finance pushes a campaign with two people; whoever agreed gets a mail, and ends it from there without a login", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const call = createCall(baseURL!);
  const merchant = await newMerchant(baseURL!);
  await call(messageEndpoints.setMessagePreference, { topic: "offers", channel: "email", on: true }, merchant);
  const desk = await visit(browser);
  await enterConsole(desk, baseURL!, "finance");
  await desk.goto("/ops/campaigns/pushes");
  const title = `转盘提醒 ${merchant.userId.slice(-6)}`;
  await desk.getByRole("combobox", { name: "活动" }).click();
  await desk.getByTitle("双十一幸运转盘").click();
  await desk.getByRole("checkbox", { name: "邮件" }).check();
  await desk.getByLabel("标题").fill(title);
  await desk.getByLabel("内容").fill("今天还有一次机会");
  await desk.getByLabel("为什么推送，复核人会看到").fill("提醒老客户");
  await desk.getByRole("button", { name: "提交复核" }).click();
  await expect(desk.getByText("已提出，由另一位同事在「双人复核」里同意后发出")).toBeVisible();

  const other = await visit(browser);
  await enterConsole(other, baseURL!, "finance2");
  await other.goto("/ops/approvals");
  const row = other.getByRole("row", { name: new RegExp(title) }).or(other.getByText(new RegExp(title)));
  await row.first().click();
  await other.getByRole("button", { name: "复核通过" }).click();
  const driver = sandbox(baseURL);
  const finance = { token: await driver.operatorToken("finance") };
  await expect
    .poll(
      async () =>
        (await call(campaignPushEndpoints.campaignPushes, {}, finance)).find((one) => one.title === title)?.state,
      { timeout: 90_000 },
    )
    .toBe("done");
  await desk.reload();
  await expect(desk.getByText(title)).toBeVisible();

  const mail = await expect
    .poll(async () => (await driver.mailbox(merchant.email)).find(({ subject }) => subject === title)?.text, {
      timeout: 20_000,
    })
    .toContain("/unsubscribe?token=")
    .then(async () => (await driver.mailbox(merchant.email)).find(({ subject }) => subject === title)!);
  const path = /\/unsubscribe\?token=\S+/.exec(mail.text)![0];
  const reader = await visit(browser);
  await reader.goto(path);
  await expect(reader.getByText("已退订「活动与优惠」的邮件")).toBeVisible();
  const offers = async () =>
    (await call(messageEndpoints.messagePreferences, {}, merchant)).topics.find(({ topic }) => topic === "offers")!;
  expect((await offers()).channels.email.on).toBe(false);
  await reader.getByRole("button", { name: "点错了，恢复" }).click();
  await expect(reader.getByText("已恢复「活动与优惠」的邮件")).toBeVisible();
  expect((await offers()).channels.email.on).toBe(true);
});
