import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { choose, enterConsole, expectToast, operatorToken } from "./console-steps.ts";
import { openAccounts, ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { enterPortal, makesCall, type Signed } from "./portal-steps.ts";
import { approveStore, boundStore, handInStore, receiptOf, rowOf } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { connections, receivingBank } = ALL_ENDPOINTS;

async function openPanel(page: Page, baseURL: string): Promise<void> {
  await enterConsole(page, baseURL, "admin");
  await page.goto("/ops/sandbox");
  await waitUntilShown(page);
}

test("the bank tells of a payment once more at the panel, and nothing is posted twice", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "COD", "USD");
  const amount = ownAmount("USD");
  const reference = await payIn(baseURL!, account.accountNumber!, amount);
  const panel = await browser.newPage();
  await openPanel(panel, baseURL!);
  await choose(panel.getByRole("combobox", { name: "已通知过的打款" }), `${reference}，`, reference);
  await panel.getByRole("button", { name: "再通知一次" }).click();
  await expect(panel.getByText("认出重复，没有再入账")).toBeVisible();
  await expect(panel.getByTitle(new RegExp(`${reference}.*已通知 2 次`))).toBeVisible();
  await expectWellMade(panel);

  await enterPortal(context, merchant);
  await page.goto("/bigIncome/in");
  await expect(rowOf(page, `+${shown(amount)}`)).toHaveCount(1);
  const available = async () => (await openAccounts(baseURL!, merchant))[0]!.available.minor;
  await expect.poll(available).toBe(amount.minor);
});

test("a platform takes its authorisation back: the store says so and leads to the platform again", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { name } = await boundStore(baseURL!, merchant, "TIKTOK", "USD");
  await enterPortal(context, merchant);
  const agree = async (word: string, call: Endpoint) => {
    await makesCall(page, call, () => rowOf(page, name).getByRole("button", { name: word }).click());
    await page.waitForURL(/\/sandbox-consent\//);
    await page.getByRole("link", { name: "同意授权" }).click();
    await receiptOf(page);
    await page.goto("/shopManage");
    await expect(rowOf(page, name)).toContainText("已授权");
  };
  await page.goto("/shopManage");
  await agree("去授权", connections.tiktokState);

  const panel = await browser.newPage();
  await openPanel(panel, baseURL!);
  await choose(panel.getByRole("combobox", { name: "要收回授权的店铺" }), name, name);
  await panel.getByRole("button", { name: "收回授权" }).click();
  await expectToast(panel, "已扮演平台收回授权");

  await expect(rowOf(page, name)).toContainText("已失效");
  await page.goto("/message");
  await expect(page.getByText(`${name} 的授权已失效`)).toBeVisible();
  await page.goto("/shopManage");
  await agree("重新授权", connections.reauthoriseTiktok);
});

/** Handed in and approved; what the bank makes of it is the journey's question. */
async function applyForAccount(baseURL: string, merchant: Signed): Promise<void> {
  const { id } = await handInStore(baseURL, merchant, "COD", "USD");
  await approveStore(baseURL, merchant, id);
}

// How the bank behaves is the same for everybody: nobody else may be opening accounts meanwhile.
test("a slow bank keeps its applicant waiting, a refusing one says why, and the next application goes through @alone", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  const panel = await browser.newPage();
  await openPanel(panel, baseURL!);
  const set = async (change: () => Promise<void>) => {
    await change();
    await expectToast(panel, "已设定");
    await panel.reload();
    await waitUntilShown(panel);
  };
  const delay = (seconds: string) => async () => {
    await panel.getByRole("spinbutton", { name: "开户延时秒数" }).fill(seconds);
    await panel.getByRole("spinbutton", { name: "开户延时秒数" }).blur();
  };
  const refuse = () => panel.getByRole("switch", { name: "银行拒绝开户" }).click();
  try {
    await set(delay("3600"));
    await applyForAccount(baseURL!, merchant);
    await page.goto("/bigAccount/account");
    await expect(page.getByText("申请中")).toBeVisible();
    await expect(page.getByText("开通后显示账号")).toBeVisible();
    await expectWellMade(page);

    await set(delay("0"));
    await set(refuse);
    await applyForAccount(baseURL!, merchant);
    await expect(page.getByText("开户未通过")).toBeVisible();
    await page.getByRole("link", { name: /^重新申请/ }).click();
    await expect(page.getByText(/修改户名后可以重新申请/)).toBeVisible();
    await expectWellMade(page);

    await set(refuse);
    await page.getByRole("button", { name: "重新申请" }).click();
    await expect(page.getByText("已开通")).toBeVisible();
    await expect(page.getByRole("button", { name: "复制全部" })).toBeVisible();
  } finally {
    const token = await operatorToken(baseURL!, "admin");
    await createCall(baseURL!)(receivingBank.setBankSettings, { openingDelaySeconds: 0, refuse: false }, { token });
  }
});
