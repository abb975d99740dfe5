import { ALL_ENDPOINTS, orderDeskEndpoints as desk, OWN_ORDER_CALLS, type OwnOrders } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall, tellBrowserDatabase } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { downloadBy, payIn } from "./income-steps.ts";
import { certifiedAs, enterPortal, makesCall, type Signed } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test } from "./test.ts";

const { orderFiles, orders } = ALL_ENDPOINTS;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, "0");

/** Order numbers as each platform writes them. */
const NUMBERS: Record<OwnOrders, () => string> = {
  BIGCOMMERCE: () => `1${digits(7)}`,
  THREECART: () => `1${digits(7)}`,
  DHGATE: () => `43${digits(8)}`,
  SHOPIFY: () => `1${digits(7)}`,
  EBAY: () => `12-${digits(5)}-${digits(5)}`,
};

/** Money of one platform's shop, and two orders of one settlement that have passed. */
async function settled(baseURL: string, merchant: Signed, platform: OwnOrders) {
  const call = createCall(baseURL);
  const { id: merchantsId, account } = await boundStore(baseURL, merchant, platform, "USD");
  await payIn(baseURL, account.accountNumber!, parseMoney("900.00", "USD"));
  const serial = `PO-${platform}-${digits(6)}`;
  const row = { orderedAt: `${daysAgo(2)} 09:30:00`, currency: "USD", goods: "杯子", country: "US", serial };
  const rows = ["100.00", "150.00"].map((amount) => ({ ...row, amount, orderNumber: NUMBERS[platform]() }));
  const { id } = await call(orders.typeOrders, { platformCode: platform, merchantsId, rows, papers: [] }, merchant);
  const ref = { merchantId: merchant.userId, id };
  const reviewer = { token: await operatorToken(baseURL, "reviewer") };
  await expect.poll(async () => (await call(desk.orderCaseRows, ref, reviewer)).length, { timeout: 20_000 }).toBe(2);
  const orderIds = (await call(desk.orderCaseRows, ref, reviewer)).map((one) => one.id);
  await call(desk.decideOrders, { ...ref, orderIds, decision: "pass" }, reviewer);
  const fund = async () =>
    (await call(orders.orderFunds, {}, merchant)).records.find((record) => record.platform === platform)?.id;
  await expect.poll(fund, { timeout: 20_000 }).toBeTruthy();
  return { platform, serial, incomeId: (await fund())! };
}

test("a settlement's number brings all of its orders, at five platforms", async ({ context, page, baseURL }) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  const platforms = Object.keys(OWN_ORDER_CALLS) as OwnOrders[];
  const funds = await Promise.all(platforms.map((platform) => settled(baseURL!, merchant, platform)));
  for (const { platform, serial, incomeId } of funds) {
    await page.goto(`/uploadPre?id=${incomeId}`);
    await page.getByRole("textbox", { name: "结算单号" }).fill(serial);
    const bind = orders[OWN_ORDER_CALLS[platform].bind];
    await makesCall(page, bind, () => page.getByRole("button", { name: "按结算单关联" }).click());
    await expect(page.getByText(`结算单号 ${serial}`)).toBeVisible();
  }
});

test("of a delivery one has the file back and what did not pass; it is read as another report, or no further", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedAs(baseURL!, "林一舟");
  await enterPortal(context, merchant);
  const call = createCall(baseURL!);
  const text = [
    "订单号,下单时间,币种,订单金额,商品名称,收货国家",
    `114-${digits(7)}-${digits(7)},${daysAgo(4)},USD,120.00,phone case,US`,
    `,${daysAgo(4)},USD,30.00,cup,US`,
  ].join("\n");
  const upload = async (excelType: "amazonOrders" | "template") => {
    const request = { platformCode: "AMAZON", excelType, file: new File([text], "orders.csv", { type: "text/csv" }) };
    return (await call(orders.uploadOrders, request, merchant)).id;
  };
  const reached = (id: string, state: string) =>
    expect.poll(async () => (await call(orders.uploadRecord, { id }, merchant)).state, { timeout: 20_000 }).toBe(state);

  const mistaken = await upload("amazonOrders");
  await reached(mistaken, "failed");
  await page.goto(`/uploadPreBranch?id=${mistaken}`);
  await page.getByRole("combobox", { name: "按其他报表重新分析" }).click();
  const template = page.locator(".ant-select-item-option:visible").filter({ hasText: "通用模板" });
  await makesCall(page, orderFiles.applyAnalysis, () => template.click());
  await page.waitForURL((url) => !url.search.includes(mistaken));

  const id = new URL(page.url()).searchParams.get("id")!;
  const original = await downloadBy(page, () =>
    makesCall(page, orderFiles.analysisDocument, () => page.getByRole("button", { name: "下载原文件" }).click()),
  );
  expect(original.bytes.toString()).toBe(text);
  const refused = await downloadBy(page, () =>
    makesCall(page, orders.rejectedRows, () => page.getByRole("button", { name: "下载未通过的订单" }).click()),
  );
  expect(refused.name).toContain("未通过");

  // As if the file were so long that it is still being read.
  await reached(id, "waiting");
  await tellBrowserDatabase("update order_upload set state = 'analysing', seen_at = now() where id = $1", [id]);
  await page.reload();
  await makesCall(page, orderFiles.cancelAnalysis, () => page.getByRole("button", { name: "取消分析" }).click());
  await expect(page.getByText("已取消").first()).toBeVisible();

  await page.goto("/uploadOffline");
  const contract = { name: "合同.png", mimeType: "image/png", buffer: BLANK };
  await page.locator('input[type="file"]').first().setInputFiles(contract);
  const paper = await downloadBy(page, () =>
    makesCall(page, orderFiles.downloadMetadata, () => page.getByRole("button", { name: "下载核对" }).click()),
  );
  expect(paper.name).toBe(contract.name);
});
