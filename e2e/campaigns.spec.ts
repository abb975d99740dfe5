import { campaignEndpoints, campaignPushEndpoints, messageEndpoints } from "@coralhub/contract";
import { createCall, tellBrowserDatabase, type TestMerchant } from "@coralhub/testkit";
import type { Page } from "@playwright/test";
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
  const call = createCall(baseURL!);
  const standing = () => call(campaignEndpoints.lotteryQualification, { page: "draw" }, merchant);
  // The answer of the first draw is lost on its way back: the page finds what it has brought.
  await page.route(
    "**/api/activity/double/eleven/lottery",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "抽一次" }).click();
  await expect(page.locator(".campaign-result")).toContainText(/第 \d+ 次抽奖/);
  await expect(page.getByText("还有 1 次机会")).toBeVisible();
  const first = await standing();
  expect(first.chances).toBe(1);
  await expect(page.locator(".campaign-result")).toContainText(`第 ${first.last!.number} 次抽奖`);
  await page.getByText("怎样核对抽奖").click();
  await expect(page.getByText("种子在活动结束后公布")).toBeVisible();
  await page.getByRole("button", { name: "查看我的抽奖序号" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: /^第 \d+ 次：/ })).toHaveCount(1);
  // The next press is the next draw, not the found one again.
  await page.getByRole("button", { name: "知道了" }).click();
  await expect(page.locator(".campaign-result")).toHaveCount(0);
  await page.getByRole("button", { name: "抽一次" }).click();
  await expect(page.getByText(/^(今天的机会用完了，明天再来|机会用完了)$/)).toBeVisible();
  const second = await standing();
  expect(second.chances).toBe(0);
  expect(second.last!.number).not.toBe(first.last!.number);
  await expect(page.locator(".campaign-result")).toContainText(`第 ${second.last!.number} 次抽奖`);
  // The wheel has turned, and the page stands where it stood.
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});

/** What would move: anything with a time of its own longer than a frame, before and behind elements too. */
const MOVING = `[...document.querySelectorAll("*")].flatMap((element) =>
  ["", "::before", "::after"].flatMap((part) => {
    const style = getComputedStyle(element, part || null);
    const longest = (times) => Math.max(...times.split(",").map((time) => parseFloat(time) * (time.trim().endsWith("ms") ? 1 : 1000)));
    const moves = (style.animationName !== "none" && longest(style.animationDuration) > 1) || longest(style.transitionDuration) > 1;
    return moves || style.scrollBehavior === "smooth" ? [element.tagName + "." + element.className + part] : [];
  }))`;
/** Names and units that are written so in Chinese texts, too. */
const NAMES = new Set(["CoralHub", "ICP", "USD", "Amazon", "Shopee", "AMAZON", "SHA", "HMAC"]);
/** Words in Latin letters that a reader sees; codes and hashes are no words. */
const latinWords = (page: Page): Promise<string[]> =>
  page
    .evaluate<string>(`(() => {
    const copy = document.body.cloneNode(true);
    for (const code of copy.querySelectorAll("script, style, code, .mono, .campaign-hash, .friends-code strong")) code.remove();
    const fields = [...document.querySelectorAll("[placeholder], [aria-label], [title]")];
    return copy.textContent + fields.map((field) => field.placeholder + " " + field.ariaLabel + " " + field.title).join(" ")
      .replaceAll(/undefined|null/g, "");
  })()`)
    .then((text) => [...new Set(text.match(/[A-Za-z]{2,}/g))].filter((word) => !NAMES.has(word)));

const ACTIVITIES = [
  ["/ganen", "收下这份感恩礼"],
  ["/actTreasure", "打开第 1 个宝箱"],
  ["/findFriends", "用邀请机会抽奖"],
  ["/actDraw", "抽一次"],
  ["/actfu", "抽一张福卡"],
  ["/fiveone", "今日签到抽奖"],
] as const;
const looksRight = async (page: Page) => {
  expect(await page.evaluate<string[]>(MOVING), `${page.url()} moves`).toEqual([]);
  expect(await latinWords(page), page.url()).toEqual([]);
};

test("every activity fits its window, stands still for who asked for it, and has nothing left in English @phone", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  await enterPortal(context, await newMerchant(baseURL!));
  const fits = async () => {
    await looksRight(page);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, page.url()).toBe(0);
  };
  for (const [path, button] of ACTIVITIES) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: button, exact: true })).toBeVisible();
    await fits();
  }
  await page.goto("/sunrise");
  const form = page.getByRole("form", { name: /^申请/ });
  await expect(form).toBeVisible();
  await fits();
  // What is missing comes into view with the cursor in it.
  await form.getByRole("button", { name: "提交申请" }).click();
  await expect(form.getByText("请填写公司或店铺名称")).toBeInViewport();
  await expect(form.getByLabel("公司或店铺名称")).toBeFocused();
  for (const path of ["/taxrefundservices", "/bridgeEasyLoan"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await fits();
  }
});

test("every activity is played once by hand: nothing moves for who asked for it, and nothing is left in English", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const merchant = await newMerchant(baseURL!);
  // A friend has passed certification, and brought a chance.
  await tellBrowserDatabase(
    `insert into campaign_chance (merchant_id, campaign_id, cause, id, granted_at)
     select $1::uuid, id, 'friend:' || $1::text, gen_random_uuid(), now() from campaign where page = 'friends' and state = 'running'`,
    [merchant.userId],
  );
  await enterPortal(context, merchant);
  const drawn = page.locator(".campaign-result");
  for (const [path, button] of ACTIVITIES) {
    await page.goto(path);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(drawn).toContainText(/第 \d+ 次抽奖/);
    await looksRight(page);
  }
  await page.getByRole("button", { name: "我要对接" }).click();
  await expect(page.getByText(/^已登记，待联系/)).toBeVisible();
  await page.goto("/actfu");
  await expect(page.locator(".fu-cards li[data-owned]")).toHaveCount(1);
  await page.goto("/sunrise");
  const form = page.getByRole("form", { name: /^申请/ });
  await form.getByLabel("公司或店铺名称").fill("何小满的店");
  await form.getByLabel("联系人").fill("何小满");
  await form.getByLabel("手机").fill("13912345678");
  await form.getByLabel("主要销售平台").fill("Amazon");
  await form.getByLabel("每月销售额").fill("3000");
  await form.getByRole("button", { name: "提交申请" }).click();
  await expect(page.getByText("申请已提交：待联系")).toBeVisible();
  await looksRight(page);
  // How far it is could not be asked for: no empty form, and another try.
  await page.route("**/api/activity/check/apply/sunRise", (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(page.getByText("没能查到申请进度")).toBeVisible();
  await expect(form).toHaveCount(0);
  await page.getByRole("button", { name: "重试", exact: true }).click();
  await expect(page.getByText("申请已提交：待联系")).toBeVisible();
  // Nobody can apply any more; whoever has applied still reads how far it is.
  await page.route("**/api/activity/campaign/sunrise", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, state: "ended", isOpen: false } } });
  });
  await page.reload();
  await expect(page.getByText("活动已结束，谢谢参与")).toBeVisible();
  await expect(page.getByText("申请已提交：待联系")).toBeVisible();
  // The look sees what moves: without the request for stillness the wheel turns.
  await page.goto("/actDraw");
  await expect(page.locator(".wheel-disc")).toBeVisible();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect((await page.evaluate<string[]>(MOVING)).join(" ")).toContain("wheel-disc");
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
