import { connectionEndpoints, orderDeskEndpoints as desk, orderEndpoints } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { agreeFor } from "../apps/server/src/modules/stores/connections/consent-fixture.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { payIn } from "./income-steps.ts";
import { enterPortal } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test } from "./test.ts";

const day = () => new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const number = () => `114-${String(Date.now() % 10_000_000).padStart(7, "0")}-${String(4_000_000 + ++made)}`;

test("a connected store brings its orders by itself, and they pass", async ({ context, page, baseURL }) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const store = await boundStore(baseURL!, merchant, "EBAY", "USD");
  const call = createCall(baseURL!);
  const answer = await agreeFor({ server: { call, url: baseURL! } }, merchant, store.id);
  await call(connectionEndpoints.finishAuthorisation, answer, merchant);
  await enterPortal(context, merchant);
  await page.goto("/uploadApi");
  await page.getByRole("listitem").filter({ hasText: store.name }).getByRole("button", { name: "立即同步" }).click();
  await expect
    .poll(async () => (await call(orderEndpoints.uploadRecords, {}, merchant)).records[0]?.state, { timeout: 20_000 })
    .toBe("passed");
  const [record] = (await call(orderEndpoints.uploadRecords, {}, merchant)).records;
  await page.goto(`/uploadPreBranch?id=${record!.id}`);
  await expect(page.getByText("已通过", { exact: true }).first()).toBeVisible();
  await page.goto("/uploadPreIndex");
  await expect(page.getByText(/SBX-/).first()).toBeVisible();
});

test("home names the income that lacks orders and leads to it; with its orders passed it is settled", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { id: storeId, account } = await boundStore(baseURL!, merchant, "AMAZON", "USD");
  await payIn(baseURL!, account.accountNumber!, parseMoney("150.00", "USD"));
  await enterPortal(context, merchant);
  await expect(async () => {
    await page.goto("/home");
    await expect(page.getByText(/的收款还缺订单/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 25_000 });
  await page
    .getByRole("link", { name: "补充订单" })
    .or(page.getByRole("button", { name: "补充订单" }))
    .first()
    .click();
  await page.waitForURL(/uploadPre\?/);
  await expect(page.getByText(/还缺 .*150/).first()).toBeVisible();

  const call = createCall(baseURL!);
  const rows = [{ orderNumber: number(), orderedAt: day(), currency: "USD", amount: "150.00", goods: "手机壳" }];
  const { id } = await call(
    orderEndpoints.typeOrders,
    { platformCode: "AMAZON", merchantsId: storeId, rows },
    merchant,
  );
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const ref = { merchantId: merchant.userId, id };
  const open = await call(desk.orderCaseRows, ref, reviewer);
  await call(desk.decideOrders, { ...ref, orderIds: open.map((row) => row.id), decision: "pass" }, reviewer);
  await expect(async () => {
    await page.goto("/home");
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.getByText(/的收款还缺订单/)).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
});
