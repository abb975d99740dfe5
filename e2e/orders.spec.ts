import { orderDeskEndpoints, orderEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { choose, enterConsole } from "./console-steps.ts";
import { downloadBy } from "./income-steps.ts";
import { demoMerchant, enterPortal, sandbox } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const MERCHANT = "13800000001";
const day = () => new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
const number = (at: number) => `114-${String(Date.now() % 10_000_000).padStart(7, "0")}-${String(3_000_000 + at)}`;
const sheet = (rows: string[][]) =>
  Buffer.from(
    ["订单号,下单时间,币种,订单金额,商品名称,收货国家,物流公司,运单号", ...rows.map((row) => row.join(","))].join("\n"),
  );
/** The sandbox's carriers send this one the day after it was ordered, and know nothing of the other. */
const [SENT, UNKNOWN] = ["1Z999AA10123450006", "1Z999AA10123450000"];

test("a file is uploaded, one row is mended in the page, the desk passes them, and quota grows", async ({
  page,
  context,
  baseURL,
}) => {
  const merchant = await demoMerchant(baseURL!, MERCHANT);
  await enterPortal(context, merchant);
  await page.goto("/nav/orderManage");
  await expect(page.getByRole("heading", { level: 1, name: "订单管理" })).toBeVisible();
  await page.getByRole("button", { name: "上传订单" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "上传平台订单" })).toBeVisible();
  await choose(page.getByRole("combobox", { name: "报表类型" }), "通用模板");
  const [name, first] = [`e2e-${Date.now()}.csv`, number(1)];
  await page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: sheet([
      [first, day(), "", "120.00", "phone case", "US", "UPS", SENT],
      ["", day(), "", "30.00", "cup", "US", "UPS", UNKNOWN],
    ]),
  });
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("缺少订单号").first()).toBeVisible();
  await page.getByRole("button", { name: /更正 第/ }).click();
  await page.getByRole("textbox", { name: "订单号" }).fill(number(2));
  await page.getByRole("button", { name: /提\s*交/ }).click();
  await expect(page.getByText("缺少订单号")).toHaveCount(0);
  const call = createCall(baseURL!);
  const reviewer = { token: await sandbox(baseURL).operatorToken("reviewer") };
  const id = new URL(page.url()).searchParams.get("id")!;
  const rows = await call(orderDeskEndpoints.orderCaseRows, { merchantId: merchant.userId, id }, reviewer);
  expect(rows).toHaveLength(2);
  await enterConsole(context, baseURL!, "reviewer");
  await page.goto("/ops/orders");
  await page.getByText(name).first().click();
  const original = await downloadBy(page, () => page.getByRole("button", { name }).last().click());
  expect(original.bytes.toString()).toContain(first);
  // What the carrier says stands beside what the order says.
  const waiting = page.getByRole("region", { name: "等待审核的订单" });
  await waiting.getByRole("button", { name: SENT }).first().click();
  await expect(waiting.getByText(/UPS 运输中，\d{4}-\d{2}-\d{2} 发货，寄往美国/).first()).toBeVisible();
  await waiting.getByRole("button", { name: UNKNOWN }).first().click();
  await expect(waiting.getByText(/UPS 查不到/).first()).toBeVisible();
  // Of one of them only what its evidence covers.
  await page.getByRole("checkbox", { name: first }).check();
  await page.getByRole("textbox", { name: "通过金额" }).fill("100.00");
  await waiting.getByRole("button", { name: "部分通过" }).click();
  await expect(page.getByRole("checkbox", { name: first })).toHaveCount(0);
  await page.getByRole("checkbox", { name: /全选/ }).check();
  await page.getByRole("button", { name: /^通过 1 个/ }).click();
  await expect
    .poll(() => call(orderEndpoints.uploadRecord, { id }, { token: merchant.token }))
    .toMatchObject({ state: "passed", rowsPassed: 2, granted: [{ minor: 130_00n }] });
});

test("offline trade is typed with its papers; the order list and the matching view open", async ({
  page,
  context,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, MERCHANT));
  await page.goto("/uploadOffline");
  await page
    .getByRole("textbox", { name: "订单" })
    .fill(`PO-${Date.now()}\t${day()}\t1280.00\tLED 灯带\tUS\tDHL\t1234567890`);
  await page.getByRole("button", { name: "提交 1 个订单" }).click();
  await expect(page.getByText(/线下贸易请至少附上/)).toBeVisible();
  await page.goto("/uploadPreIndex");
  await expect(page.getByRole("heading", { level: 1, name: "订单管理" })).toBeVisible();
  await page.goto("/uploadPre");
  await expect(page.getByRole("heading", { level: 1, name: "订单管理" })).toBeVisible();
  await page.goto("/uploadApi");
  await expect(page.getByRole("heading", { level: 1, name: "店铺同步" })).toBeVisible();
});
