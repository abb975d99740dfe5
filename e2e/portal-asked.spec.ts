import { ALL_ENDPOINTS } from "@coralhub/contract";
import { BUSINESS_ITEMS } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { BLANK } from "./certification-steps.ts";
import { choose, enterConsole, expectToast } from "./console-steps.ts";
import { certifiedAs, enterPortal, makesCall, visit, type Signed } from "./portal-steps.ts";
import { handInStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { certification, connections } = ALL_ENDPOINTS;

test("a missing address is asked for after sign-in, regions come with the risk countries; what is dealt in is supplemented", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedAs(baseURL!, "林雅楠");
  await enterPortal(context, merchant);
  await page.goto("/home");
  const notice = page.getByText("请补充联系地址");
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "去填写" }).click();
  const together = Promise.all(
    ["/user/getRegionList", "/user/getRiskCountry"].map((path) =>
      page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(path)),
    ),
  );
  await page.getByRole("button", { name: "编辑联系地址" }).click();
  await together;
  await choose(page.getByRole("combobox", { name: "省份" }), "海外", "海外");
  await page.getByLabel("国家和城市").fill("新加坡");
  await page.getByLabel("详细地址").fill("8 Marina Boulevard");
  await page.getByRole("button", { name: /^保\s*存$/ }).click();
  await expectToast(page, "已保存");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);

  // What the merchant deals in is asked for on the same page, and said there.
  await makesCall(page, certification.businessItem, () => page.goto("/nav/myNumber"));
  await page.getByRole("button", { name: "编辑经营类目" }).click();
  const { code, name } = BUSINESS_ITEMS[0]!;
  await page.getByRole("combobox", { name: "经营类目" }).fill(name);
  const item = page.locator(".ant-select-item-option:visible").getByText(name, { exact: true });
  await makesCall(page, certification.nameBusinessItem, () => item.click());
  await expectToast(page, "经营类目已保存");
  const kept = await createCall(baseURL!)(certification.businessItem, {}, merchant);
  expect(kept).toMatchObject({ itemCode: code, itemName: name });
});

test("an IBAN is worked out while the numbers of an older paper are typed", async ({ context, page, baseURL }) => {
  await enterPortal(context, await certifiedAs(baseURL!, "林雅楠"));
  await page.goto("/addSupplier");
  await choose(page.getByRole("combobox", { name: "国家和地区" }), "德国 DE", "德国");
  await choose(page.getByRole("combobox", { name: "收款币种" }), "EUR", "EUR");
  const boxes = page.getByRole("region", { name: "推算 IBAN" }).getByRole("textbox");
  await boxes.first().fill("37040044");
  await boxes.last().fill("532013000");
  await expect(page.getByText("已填入 DE89 3704 0044 0532 0130 00")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^IBAN/ })).toHaveValue(/^DE89\s?3704/);
  // Half a number is somebody else's account: what it gave is taken out again.
  await boxes.last().fill("53201");
  await expect(page.getByText("已填入 DE89 3704 0044 0532 0130 00")).toHaveCount(0);
});

/** Agrees on the platform's page with this very account. */
async function agreeAs(page: Page, baseURL: string, merchant: Signed, merchantsId: string, account: string) {
  const { url } = await createCall(baseURL)(connections.startAuthorisation, { merchantsId }, merchant);
  await page.goto(url.replace(/account=[^&]+/, `account=${account}`));
  await page.getByRole("link", { name: "同意授权" }).click();
}

test("an account under two merchants: the second is refused, proves it, and a reviewer gives it over", async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const account = String(Date.now()).slice(-10);
  const [first, second] = [await certifiedAs(baseURL!, "王小北"), await certifiedAs(baseURL!, "林雅楠")];
  const theirs = await handInStore(baseURL!, first, "EBAY", "USD");
  const ours = await handInStore(baseURL!, second, "EBAY", "USD");
  const other = await visit(browser);
  await enterPortal(other.context(), first);
  await agreeAs(other, baseURL!, first, theirs.id, account);
  await other.waitForURL(/\/bindshop\/\w*success/);
  await expect(other.getByRole("heading", { name: "店铺已提交，正在审核" })).toBeVisible();

  await enterPortal(context, second);
  await agreeAs(page, baseURL!, second, ours.id, account);
  await expect(page.getByText(/已在另一位商户名下/).first()).toBeVisible();
  await page.goto(`/multipleStores/storeDetails?id=${ours.id}`);
  const form = page.getByRole("region", { name: "提交归属证明" });
  await form.getByRole("button", { name: "提交证明" }).click();
  await expect(form.getByText(/至少 10 个字/)).toBeVisible();
  await form.getByLabel("账号怎么登记、由谁使用").fill("账号由我 2024 年注册，附后台主体信息");
  await form
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "后台.png", mimeType: "image/png", buffer: BLANK });
  await expect(form.getByRole("img").first()).toBeVisible();
  await expect(form.getByText(/已上传 \d+%|正在检查/)).toHaveCount(0);
  await form.getByRole("button", { name: "提交证明" }).click();
  await expectToast(page, "证明已提交，我们核实后通知您");

  const desk = await visit(browser);
  await enterConsole(desk, baseURL!, "reviewer");
  await desk.goto(`/ops/stores/claims?account=${account}`);
  // The store's cell: others of the row lead to the merchant, or copy.
  await desk.getByRole("cell", { name: ours.name }).click();
  const drawer = desk.getByRole("dialog");
  await expect(drawer.getByText("王小北")).toBeVisible();
  await drawer.getByRole("button", { name: "转给申请人" }).click();
  await expectToast(desk, "已转给申请人，双方会收到通知");
  await page.reload();
  await expect(page.getByText(/账号已转到您名下/)).toBeVisible();
});
