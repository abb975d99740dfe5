import { ALL_ENDPOINTS, ownBindingOf } from "@coralhub/contract";
import { keyFieldsOf, platformByCode, SECRET_FIELDS, storeField, type Platform } from "@coralhub/domain";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { waitUntilShown } from "./page-health.ts";
import { enterPortal, makesCall } from "./portal-steps.ts";
import {
  fillStep,
  fromMenu,
  handInStore,
  newStore,
  openedAccount,
  receiptOf,
  rowOf,
  storeOf,
  type Answers,
} from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";
import { goOn } from "./wizard-steps.ts";

const { stores } = ALL_ENDPOINTS;

/** What the merchant typed yesterday: it lies in the browser, but for keys. */
async function leaveDraft(page: Page, merchant: TestMerchant, code: string, answers: Answers) {
  const secret: readonly string[] = SECRET_FIELDS;
  const fields = Object.fromEntries(Object.entries(answers).filter(([name]) => !secret.includes(name)));
  const kept = [`draft:${merchant.userId}:bindshop:${code}:new`, JSON.stringify({ savedAt: Date.now(), fields })];
  await page.evaluate(`localStorage.setItem(...${JSON.stringify(kept)})`);
}

const isByConsent = ({ connect: { by } }: Platform): boolean => by === "oauth" || by === "either";
/** The last step's button; who has to agree on the platform's page is taken there. */
const hand = (page: Page, words: string) => page.getByRole("button", { name: words, exact: true }).click();
const consent = (page: Page) => page.waitForURL(/\/sandbox-consent\//);
const toLastStep = (page: Page) =>
  page
    .getByRole("navigation", { name: "步骤" })
    .getByRole("button", { name: /确认提交/ })
    .click();

/** Handed in from what was left of the form; the name by which the list knows it. */
async function bindFromDraft(page: Page, baseURL: string, merchant: TestMerchant, code: string): Promise<string> {
  const { platform, answers, name } = newStore(code);
  const file = new File([BLANK], "后台.png", { type: "image/png" });
  const evidence: Answers = platform.fields.includes("attach")
    ? { attach: (await createCall(baseURL)(stores.uploadStoreFile, { file }, merchant)).fileId }
    : {};
  await leaveDraft(page, merchant, code, { ...answers, ...evidence });
  const { bind } = ownBindingOf(code)!;
  if (platform.connect.by === "keys") {
    await page.goto(`/bindshop/${platform.routeKey}?step=connect`);
    await fillStep(page, platform, "connect", answers);
    await goOn(page);
    await goOn(page);
  } else {
    await page.goto(`/bindshop/${platform.routeKey}`);
    await expect(page.getByRole("textbox", { name: "店铺名称" })).toHaveValue(name);
    await toLastStep(page);
  }
  await makesCall(page, stores[bind], () => hand(page, isByConsent(platform) ? "提交并去授权" : "提交审核"));
  await (isByConsent(platform) ? consent(page) : receiptOf(page));
  return name;
}

/** A waiting store gets another name in its form, and is handed in again. */
async function correct(page: Page, code: string, { id, name }: { id: string; name: string }): Promise<string> {
  const platform = platformByCode(code)!;
  const own = ownBindingOf(code);
  await page.goto(`/bindshop/${platform.routeKey}?id=${id}`);
  const box = page.getByRole("textbox", { name: storeField(platform, "name").label });
  await expect(box).toHaveValue(name);
  await box.fill(`${name} 改`);
  await toLastStep(page);
  const words = isByConsent(platform) ? "提交并去授权" : "重新提交审核";
  await makesCall(page, own ? stores[own.update] : stores.updateOther, () => hand(page, words));
  await (isByConsent(platform) ? consent(page) : receiptOf(page));
  return `${name} 改`;
}

test("each platform's form hands in and corrects by the platform's own calls", async ({ context, page, baseURL }) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  await page.goto("/bindshop");
  await waitUntilShown(page);
  for (const code of ["BIGCOMMERCE", "THREECART", "SHOPLAZZA", "EBAY"]) {
    const name = await bindFromDraft(page, baseURL!, merchant, code);
    const [bound] = await createCall(baseURL!)(stores.storesByPlatform, { platform: code }, merchant);
    expect(bound).toMatchObject({ name });
    const id = bound!.merchantsId;
    const corrected = await correct(page, code, { id, name });
    expect(await storeOf(baseURL!, merchant, id)).toMatchObject({ name: corrected });
  }
  for (const code of ["SHOPIFY", "AMAZON", "COD"]) {
    const store = await handInStore(baseURL!, merchant, code, "USD");
    const name = await correct(page, code, store);
    expect(await storeOf(baseURL!, merchant, store.id)).toMatchObject({ name });
  }
});

test("keys are typed again, a shop is completed once it is open, others are renamed and removed", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  const [keyed, early, dhgate, cod] = await Promise.all([
    handInStore(baseURL!, merchant, "COUPANG", "USD"),
    handInStore(baseURL!, merchant, "AMAZON", "USD", { applicationType: "PRE_APPLY" }),
    handInStore(baseURL!, merchant, "DHGATE", "USD"),
    handInStore(baseURL!, merchant, "COD", "USD"),
  ]);
  await correct(page, "COUPANG", keyed);
  await Promise.all([keyed, early].map(({ id }) => openedAccount(baseURL!, merchant, id)));

  await page.goto(`/multipleStores/storeDetails?id=${keyed.id}`);
  const panel = page.getByRole("region", { name: "授权", exact: true });
  await panel.getByRole("button", { name: /^(填写|更换)密钥$/ }).click();
  const coupang = platformByCode("COUPANG")!;
  // The same account at the platform, new keys.
  const keys: Answers = {
    ...newStore("COUPANG").answers,
    vendorId: keyed.answers["vendorId"]!,
  };
  for (const name of keyFieldsOf(coupang))
    await panel.getByRole("textbox", { name: storeField(coupang, name).label }).fill(keys[name]!);
  const check = panel.getByRole("button", { name: "验证并授权" });
  await makesCall(page, stores.authoriseByKeys, () => check.click());
  await expect(check).toHaveCount(0);
  await expect(panel).toContainText("已授权");

  const { platform, answers } = newStore("AMAZON");
  const { url, sellerId, amazonAnnualSales } = answers;
  await page.goto(`/bindshop/${platform.routeKey}?id=${early.id}`);
  await expect(page.getByText("店铺开好了，补上地址和编号")).toBeVisible();
  await fillStep(page, platform, "shop", { url: url!, sellerId: sellerId!, amazonAnnualSales: amazonAnnualSales! });
  await toLastStep(page);
  await makesCall(page, stores.completeStore, () => hand(page, "提交并去授权"));
  await consent(page);
  expect(await storeOf(baseURL!, merchant, early.id)).toMatchObject({ url, state: "pending" });

  const dialog = page.getByRole("dialog");
  const renamed = `${dhgate.name} 新`;
  await page.goto("/shopManage");
  await fromMenu(page, dhgate.name, "改名");
  await dialog.getByLabel("店铺名称").fill(renamed);
  await makesCall(page, stores.renameDhgateStore, () => dialog.getByRole("button", { name: "保存" }).click());
  await expect(rowOf(page, renamed)).toBeVisible();
  const removals = [
    [renamed, stores.removeDhgateStore],
    [cod.name, stores.removeStore],
  ] as const;
  for (const [name, remove] of removals) {
    await expect(dialog).toHaveCount(0);
    await fromMenu(page, name, /移除店铺/);
    await makesCall(page, remove, () => dialog.getByRole("button", { name: "移除店铺" }).click());
    await expect(rowOf(page, name)).toHaveCount(0);
  }
});
