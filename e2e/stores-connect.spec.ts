import { ALL_ENDPOINTS } from "@coralhub/contract";
import { platformByCode } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test, type BrowserContext, type Page } from "./test.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { takePicture } from "./certification-steps.ts";
import { ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";
import { enterPortal, makesCall } from "./portal-steps.ts";
import {
  boundStore,
  fillPlain,
  fillStep,
  handInStore,
  newStore,
  openedAccount,
  receiptOf,
  rowOf,
  storeOf,
} from "./stores-steps.ts";
import { goOn, next } from "./wizard-steps.ts";

const { accounts, connections, income } = ALL_ENDPOINTS;
let someone: Promise<TestMerchant> | undefined;
/** One certified merchant binds a store of every kind. */
async function enter(context: BrowserContext, baseURL: string): Promise<TestMerchant> {
  someone ??= certifiedMerchant(baseURL);
  const merchant = await someone;
  await enterPortal(context, merchant);
  return merchant;
}

async function openForm(page: Page, routeKey: string): Promise<void> {
  await page.goto(`/bindshop/${routeKey}`);
  await waitUntilShown(page);
}
const submit = (page: Page, words = "提交审核") => page.getByRole("button", { name: words, exact: true }).click();
const consent = (page: Page) => page.waitForURL(/\/sandbox-consent\//);
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

test("by consent: from the form over the platform's page to money in the list; a used answer binds nothing", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await enter(context, baseURL!);
  const errors = watchErrors(page);
  const { platform, answers, name } = newStore("ETSY");
  await openForm(page, platform.routeKey);
  await next(page);
  await expect(page.getByText("请填写店铺名称")).toBeVisible();
  await fillPlain(page, platform, answers);
  await expectWellMade(page);
  await submit(page, "提交并去授权");
  await consent(page);
  await expect(heading(page, "允许珊瑚汇读取您的 Etsy 店铺吗？")).toBeVisible();
  await expectWellMade(page);
  const [answer] = await Promise.all([
    page.waitForRequest((request) => request.url().includes("/login?code=")),
    page.getByRole("link", { name: "同意授权" }).click(),
  ]);
  const id = await receiptOf(page);
  await expect(heading(page, "店铺已提交，正在审核")).toBeVisible();

  await page.goto("/shopManage");
  await expect(rowOf(page, name)).toContainText("待审核");
  await expect(rowOf(page, name)).toContainText("已授权");
  const account = await openedAccount(baseURL!, merchant, id);
  await page.reload();
  await expect(rowOf(page, name)).toContainText("已绑定");
  await expect(rowOf(page, name)).toContainText(account.accountNumber!.slice(-4));
  const amount = ownAmount(account.currency);
  await payIn(baseURL!, account.accountNumber!, amount);
  await page.goto("/bigIncome/in");
  await expect(rowOf(page, `+${shown(amount)}`)).toContainText("已入账");
  expect(errors).toEqual([]);

  await page.goto(answer.url());
  await expect(page.getByText("这次授权没有生效")).toBeVisible();
  await expect(page.getByText("授权链接只能用一次，10 分钟内有效")).toBeVisible();
});

test("whoever says no on the platform's page is told so, and can agree later from the list", async ({
  context,
  page,
  baseURL,
}) => {
  await enter(context, baseURL!);
  const { platform, answers, name } = newStore("TIKTOK");
  await openForm(page, platform.routeKey);
  await fillPlain(page, platform, answers);
  await submit(page, "提交并去授权");
  await consent(page);
  await page.getByRole("link", { name: "拒绝" }).click();
  await expect(page.getByText("店铺已保存，尚未授权")).toBeVisible();
  await page.getByRole("button", { name: "重新授权" }).click();
  await consent(page);
  await page.getByRole("link", { name: "拒绝" }).click();
  await page.getByRole("link", { name: "去店铺管理" }).click();
  await expect(rowOf(page, name)).toContainText("未授权");
  await rowOf(page, name).getByRole("button", { name: "去授权" }).click();
  await consent(page);
  await page.getByRole("link", { name: "同意授权" }).click();
  await receiptOf(page);
  await expect(heading(page, "店铺已提交，正在审核")).toBeVisible();
});

test("Amazon answers in its own words; a shop still being opened is handed in without agreeing", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await enter(context, baseURL!);
  const shop = newStore("AMAZON");
  await openForm(page, shop.platform.routeKey);
  await fillPlain(page, shop.platform, shop.answers);
  await makesCall(page, connections.amazonUrl, () => submit(page, "提交并去授权"));
  await consent(page);
  // Kept while the merchant is away, and gone once it has been used.
  const kept = () => page.evaluate<string | null>("localStorage.getItem('amazonUrl')");
  expect(await kept()).not.toBeNull();
  const [back] = await Promise.all([
    page.waitForRequest((request) => request.url().includes("/login?spapi_oauth_code=")),
    page.getByRole("link", { name: "同意授权" }).click(),
  ]);
  expect(new URL(back.url()).searchParams.get("selling_partner_id")).toMatch(/^A/);
  const id = await receiptOf(page);
  expect(await kept()).toBeNull();
  expect((await storeOf(baseURL!, merchant, id)).authorisation).toBe("authorised");

  // What it is tied to, where it pays, and what it paid stand on one page, from which the tie is tried and made anew.
  const account = await openedAccount(baseURL!, merchant, id);
  const amount = ownAmount(account.currency);
  await payIn(baseURL!, account.accountNumber!, amount);
  await makesCall(page, connections.amazonAuthStatus, () =>
    makesCall(page, connections.amazonDefaultAccount, () =>
      makesCall(page, income.amazonIncomes, () => page.goto("/amazonCollection")),
    ),
  );
  await expect(page.getByRole("region", { name: "默认收款账户" })).toContainText(account.accountNumber!.slice(-4));
  await expect(page.getByRole("region", { name: "Amazon 打来的款" })).toContainText(shown(amount));
  const tie = page.getByRole("listitem").filter({ hasText: shop.name });
  await makesCall(page, connections.buildAmazonData, () => tie.getByRole("button", { name: "检查连接" }).click());
  await expect(page.getByText("已连上 Amazon，授权有效")).toBeVisible();
  await makesCall(page, connections.amazonSignedUrl, () => tie.getByRole("button", { name: "重新授权" }).click());
  await consent(page);
  await makesCall(page, connections.finishAmazon, () => page.getByRole("link", { name: "同意授权" }).click());
  expect(await receiptOf(page)).toBe(id);

  const early = newStore("AMAZON", { applicationType: "PRE_APPLY" });
  await openForm(page, early.platform.routeKey);
  await fillPlain(page, early.platform, early.answers);
  await submit(page);
  const earlyId = await receiptOf(page);
  await expect(heading(page, "店铺已提交，正在审核")).toBeVisible();
  await page.goto("/shopManage");
  await expect(rowOf(page, early.name)).toContainText("未授权");
  await expect(rowOf(page, early.name).getByRole("button", { name: "去授权" })).toHaveCount(0);
  await openedAccount(baseURL!, merchant, earlyId);
  await page.reload();
  await rowOf(page, early.name).getByRole("button", { name: "补全店铺" }).click();
  await expect(page.getByText("店铺开好了，补上地址和编号")).toBeVisible();
});

test("Lazada, Shopee, eBay, DHgate and TikTok are asked in their own ways, out and back", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await enter(context, baseURL!);
  const ways = [
    ["LAZADA", connections.lazadaUrl, connections.finishLazada],
    ["SHOPEE", connections.shopeeUrl, connections.finishAuthorisation],
    ["EBAY", connections.ebayUrl, connections.finishEbay],
    ["DHGATE", connections.startAuthorisation, connections.finishDhgate],
    ["TIKTOK", connections.tiktokState, connections.finishAuthorisation],
  ] as const;
  for (const [code, out, back] of ways) {
    const { id, name } = await handInStore(baseURL!, merchant, code, platformByCode(code)!.options[0]!.code);
    await page.goto("/shopManage");
    await makesCall(page, out, () => rowOf(page, name).getByRole("button", { name: "去授权" }).click());
    await consent(page);
    await makesCall(page, back, () => page.getByRole("link", { name: "同意授权" }).click());
    expect(await receiptOf(page)).toBe(id);
    const look = code === "SHOPEE" ? connections.checkShopee : connections.checkAuthorisation;
    await makesCall(page, look, () => page.goto(`/multipleStores/storeDetails?id=${id}`));
    await expect(page.getByRole("region", { name: "授权", exact: true })).toContainText("已授权");
  }
});

test("3dcart gives its token for our key, and its back office stands in the store's page", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await enter(context, baseURL!);
  const { platform, answers } = newStore("THREECART");
  await makesCall(page, connections.threeCartKey, async () => {
    await openForm(page, platform.routeKey);
    await fillStep(page, platform, "shop", answers);
    await goOn(page);
  });
  await expect(page.getByText(/应用公钥/).first()).toBeVisible();
  const { id } = await handInStore(baseURL!, merchant, "THREECART", platform.options[0]!.code);
  await makesCall(page, connections.threeCartUrl, () => page.goto(`/multipleStores/storeDetails?id=${id}`));
});

test("by keys: wrong ones are refused where they were typed, of right ones only the end is shown", async ({
  context,
  page,
  baseURL,
}) => {
  await enter(context, baseURL!);
  const { platform, answers, name } = newStore("COUPANG");
  await openForm(page, platform.routeKey);
  await fillStep(page, platform, "shop", answers);
  await goOn(page);
  await fillStep(page, platform, "connect", { ...answers, secretKey: "refuse-this-key-0000" });
  await goOn(page);
  await fillStep(page, platform, "account", answers);
  await goOn(page);
  await submit(page);
  await expect(page.getByText("Coupang 不认这些密钥").first()).toBeVisible();
  const secret = page.getByRole("textbox", { name: "Secret Key" });
  await expect(secret).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("textbox", { name: "Access Key" })).toBeFocused();
  await expectWellMade(page);
  const key = "coupang-secret-key-7f3e";
  await secret.fill(key);
  await expect(page.getByText("Coupang 不认这些密钥")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Access Key" }).fill("coupang-access-key-1b2c");
  await goOn(page);
  await goOn(page);
  await submit(page);
  const id = await receiptOf(page);
  await page.goto("/shopManage");
  await expect(rowOf(page, name)).toContainText("已授权");
  await page.goto(`/multipleStores/storeDetails?id=${id}`);
  await waitUntilShown(page);
  const papers = page.getByRole("region", { name: "提交的资料" });
  await expect(papers).toContainText("7f3e");
  expect(await page.content()).not.toContain(key);
  await expectWellMade(page);
});

test("by either: the keys of a private app, or consent, and the store's page says which", async ({
  context,
  page,
  baseURL,
}) => {
  await enter(context, baseURL!);
  const byConsent = newStore("SHOPIFY");
  await openForm(page, byConsent.platform.routeKey);
  await fillPlain(page, byConsent.platform, byConsent.answers);
  await submit(page, "提交并去授权");
  await consent(page);
  await page.getByRole("link", { name: "同意授权" }).click();
  const consented = await receiptOf(page);
  await page.goto(`/multipleStores/storeDetails?id=${consented}`);
  await expect(page.getByRole("region", { name: "授权", exact: true })).toContainText("登录授权");

  const keys = { apiKey: "0123456789abcdef", password: "shpat_0123456789", version: "2026-10" };
  const byKeys = newStore("SHOPIFY", keys);
  await openForm(page, byKeys.platform.routeKey);
  await fillStep(page, byKeys.platform, "shop", byKeys.answers);
  await goOn(page);
  await page.getByRole("radio", { name: "填写访问令牌" }).check();
  await fillStep(page, byKeys.platform, "connect", byKeys.answers);
  await goOn(page);
  await fillStep(page, byKeys.platform, "account", byKeys.answers);
  await goOn(page);
  await submit(page);
  const keyed = await receiptOf(page);
  await page.goto(`/multipleStores/storeDetails?id=${keyed}`);
  await expect(page.getByRole("region", { name: "授权", exact: true })).toContainText("密钥");
});

test("by evidence: a picture of the back office, nothing to agree to, and the rule of Venmo, which pays only when told", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await enter(context, baseURL!);
  const { platform, answers, name } = newStore("VENMO");
  await openForm(page, platform.routeKey);
  await fillStep(page, platform, "shop", answers);
  await goOn(page);
  await next(page);
  await expect(page.getByText("请上传店铺后台截图").first()).toBeVisible();
  const pictures = page.getByRole("group", { name: "店铺后台截图" });
  await pictures.getByLabel("店铺后台截图", { exact: true }).setInputFiles(await takePicture(page, "Venmo 后台"));
  await expect(pictures.getByLabel("店铺后台截图（补充 1）")).toBeAttached();
  await expectWellMade(page);
  await goOn(page);
  await fillStep(page, platform, "account", answers);
  await goOn(page);
  await expect(page.getByText("已上传 1 张")).toBeVisible();
  await submit(page);
  const id = await receiptOf(page);
  await page.goto("/shopManage");
  await expect(rowOf(page, name)).toContainText("无需授权");
  await page.goto(`/multipleStores/storeDetails?id=${id}`);
  await expect(page.getByText(/Venmo 后台\.jpg/)).toBeVisible();

  // Who has a shop at Venmo is told its rule where the accounts are.
  await boundStore(baseURL!, merchant, "COD", "USD");
  await makesCall(page, accounts.containsVenmo, () => page.goto("/bigAccount/account"));
  await expect(page.getByText("Venmo 不会自动打款")).toBeVisible();
});

test("by description: found in the picker, told in three steps @phone", async ({ context, page, baseURL }) => {
  await enter(context, baseURL!);
  const errors = watchErrors(page);
  const { platform, answers, name } = newStore("COD");
  await page.goto("/bindshop");
  await waitUntilShown(page);
  await expectWellMade(page);
  await page.getByRole("searchbox", { name: "搜索平台" }).fill("huodaofukuan");
  await page.getByRole("link", { name: /东南亚 COD/ }).click();
  await waitUntilShown(page);
  await fillStep(page, platform, "shop", answers);
  await expectWellMade(page);
  await goOn(page);
  await fillStep(page, platform, "account", answers);
  await goOn(page);
  await expectWellMade(page);
  await submit(page);
  await receiptOf(page);
  await expect(heading(page, "店铺已提交，正在审核")).toBeVisible();
  await expectWellMade(page);
  await page.goto("/shopManage");
  await expect(page.getByText(name)).toBeVisible();
  await waitUntilShown(page);
  await expectWellMade(page);
  expect(errors).toEqual([]);
});
