import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createServer, type Server } from "node:http";
import { expectToast } from "./console-steps.ts";
import { downloadBy } from "./income-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { certifiedAs, codeAfter, demoMerchant, enterPortal, makesCall, sandbox, sendCode } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const { developer } = ALL_ENDPOINTS;

/** A program of the merchant's own, on this machine, that is told. */
async function listener(): Promise<{ address: string; came: string[]; server: Server }> {
  const came: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      came.push(body);
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as { port: number }).port}/hooks`, came, server };
}

test("a visitor sees the landing; before certification there is the warning, and nothing else happens", async ({
  context,
  page,
  baseURL,
}) => {
  const way = page.getByRole("link", { name: "登录开发者中心" });
  await page.goto("/developer");
  await expect(way).toBeVisible();
  await expect(page.getByText("认证通过后可使用")).toHaveCount(0);

  await enterPortal(context, await demoMerchant(baseURL!, "13800000003"));
  await page.goto("/developer");
  await expect(page.getByText("认证通过后可使用")).toBeVisible();
  await expect(page).toHaveURL(/\/developer$/);
  await expect(way).toHaveCount(0);
  // Neither do the menu and the finder lead there.
  await page.goto("/nav/myNumber");
  const centre = page.getByRole("navigation", { name: "个人中心" });
  await expect(centre.getByRole("link", { name: "卖家" })).toBeVisible();
  await expect(centre.getByRole("link", { name: "开发者" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^搜索页面/ }).fill("开发者");
  await expect(page.getByText("没有找到，请换一个名称")).toBeVisible();
  await expect(page.getByRole("option", { name: /开发者/ })).toHaveCount(0);
});

test("an app, its token, the first call, a notice that arrives, and all of it in the log", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  // Not through the desk: that papers have passed is an event as well, and could be told here, too.
  const merchant = await certifiedAs(baseURL!, "深圳市南屿科技有限公司", "mainland");
  const told = await listener();
  await enterPortal(context, merchant);
  await page.goto("/developer/apps");
  await page.getByRole("button", { name: "创建应用" }).click();
  const dialog = page.getByRole("dialog", { name: "创建应用" });
  await dialog.getByLabel("应用名称").fill("ERP 自动付款");
  await dialog.getByText("填写付款（由人在门户验证）").click();
  await dialog.getByRole("button", { name: "创建应用" }).click();
  await expect(page.getByRole("heading", { name: "ERP 自动付款" })).toBeVisible();
  const appId = (await page
    .getByText(/^APP-[A-Z0-9]+$/)
    .first()
    .textContent())!;

  await page.getByRole("button", { name: "取沙箱令牌" }).click();
  const code = await codeAfter(sandbox(baseURL), `+86${merchant.mobile}`, () => sendCode(page, "本人验证码"));
  await page.getByLabel("本人验证码").fill(code);
  await page.getByRole("button", { name: "确认", exact: true }).click();
  const token = (await page.getByText(/^coral_test_[\w-]+$/).textContent())!;

  await page.getByRole("button", { name: "添加地址" }).click();
  const hook = page.getByRole("dialog", { name: "添加通知地址" });
  await hook.getByLabel("通知地址").fill("https://10.0.0.8/hook");
  await hook.getByRole("button", { name: "添加", exact: true }).click();
  await expect(hook.getByText(/公网|内网/)).toBeVisible();
  await hook.getByLabel("通知地址").fill(told.address);
  await hook.getByRole("button", { name: "添加", exact: true }).click();
  await expect(hook.getByText(/^whsec_/)).toBeVisible();
  await hook.getByRole("button", { name: "完成" }).click();

  // The program's first calls: one that is answered, one it may not make, and a test that is told.
  const headers = { "x-app-id": appId, authorization: `Bearer ${token}` };
  const ask = (path: string, body?: object) =>
    fetch(`${baseURL!}/open/v1${path}`, {
      headers: { ...headers, ...(body && { "content-type": "application/json", "x-request-id": `journey-${appId}` }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  expect((await ask("/certification")).status).toBe(200);
  expect((await ask("/events/test", { topic: "payout.completed" })).status).toBe(200);
  expect((await ask("/cards", { userCardDTO: [] })).status).toBe(403);
  await expect.poll(() => told.came.length, { timeout: 20_000 }).toBe(1);
  expect(JSON.parse(told.came[0]!)).toMatchObject({ type: "payout.completed", sequence: 1 });

  await page.reload();
  await page.getByRole("button", { name: "记录", exact: true }).click();
  const deliveries = page.getByRole("dialog", { name: /投递记录/ });
  await expect(deliveries.getByText("已送达")).toBeVisible();
  await deliveries.getByRole("button", { name: "重投", exact: true }).click();
  await expectToast(page, "1 条会马上重投");
  await expect.poll(() => told.came.length, { timeout: 20_000 }).toBe(2);
  await deliveries
    .getByRole("button", { name: "Close", exact: false })
    .or(deliveries.getByLabel("关闭"))
    .first()
    .click();

  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  await expect(row("/open/v1/cards").first()).toContainText("403");
  await row("/open/v1/cards").first().click();
  await expect(page.getByText("被拒绝：26002")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectWellMade(page);
  await page.getByText("事件", { exact: true }).click();
  await expect(row("付款完成").first()).toBeVisible();
  await row("付款完成").first().click();
  await expect(page.getByText("测试通知，没有业务")).toBeVisible();
  told.server.close();

  await page.goto(`/developer/apps?app=${appId}`);
  await page.getByRole("button", { name: "申请证书" }).click();
  const certificate = page.getByRole("dialog", { name: "申请证书" });
  await certificate.getByLabel("证书名称").fill("nanyu-erp");
  await certificate.getByLabel("证书密码", { exact: true }).fill("Coral-2026-key");
  const apply = certificate.getByRole("button", { name: "申请并下载" });
  const pfx = await downloadBy(page, () => makesCall(page, developer.applyCert, () => apply.click()));
  expect(pfx.name).toMatch(/\.pfx$/);
  await certificate.getByRole("button", { name: /^完\s?成$/ }).click();
  await expect(certificate).toBeHidden();
  await makesCall(page, developer.editApp, () => page.getByRole("button", { name: "停用应用" }).click());
  await expect(page.getByRole("button", { name: "启用应用" })).toBeVisible();
});
