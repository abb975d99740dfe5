import { WHOLE_CHROMIUM } from "../tools/chromium.ts";
import { expect, test } from "./test.ts";
import { handIn, newMerchant, pathOf, takeCase } from "./certification-desk-steps.ts";
import { SCAN } from "./certification-steps.ts";
import { choose, enterConsole, expectToast } from "./console-steps.ts";
import { visit } from "./portal-steps.ts";

test.slow();
test.use({ launchOptions: WHOLE_CHROMIUM });

test("a large file on a slow line says how far it is", async ({ browser, baseURL }) => {
  const page = await newMerchant(browser, baseURL!);
  await page.goto("/certification/mainland");
  const control = page.locator("#answer-recordImage");
  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 };
  await line.send("Network.emulateNetworkConditions", slow);
  const buffer = Buffer.from(SCAN.toString().replace("\n", `\n%${" ".repeat(600_000)}\n`));
  await control.locator("input[type=file]").setInputFiles({ name: "章程.pdf", mimeType: "application/pdf", buffer });
  await expect(control.getByText(/已上传 [1-9]\d?%/)).toBeVisible();
  await expect(control.getByRole("progressbar")).toBeVisible();
  await line.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await expect(control.getByText(/正在检查|已上传/)).toBeHidden();
  await control.getByRole("button", { name: "查看" }).click();
  await expect(page.getByRole("dialog").locator("iframe")).toBeVisible();
});

test("a scan is read in its place, and the case goes to a colleague by name", async ({ page, browser, baseURL }) => {
  const scan = new File([SCAN], "章程.pdf", { type: "application/pdf" });
  const { ref } = await handIn(baseURL!, "mainland", { dirCountry: "VN" }, scan);
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await takeCase(page, baseURL!, pathOf(ref), "reviewer");
  const frame = page.getByTitle("营业执照", { exact: true });
  await expect(frame).toBeVisible();
  expect(await frame.getAttribute("src")).toMatch(/^blob:/);
  expect(complaints).toEqual([]);

  await page.getByRole("button", { name: "指派" }).click();
  const dialog = page.getByRole("dialog", { name: "交给同事审核" });
  const name = "林望";
  await choose(page.getByRole("combobox", { name: "同事" }), name);
  await dialog.getByLabel("留言").fill("这家您更熟悉");
  await dialog.getByRole("button", { name: /指\s?派/ }).click();
  await expectToast(page, "已交给同事");
  await expect(page.getByText(`${name} 正在审核这份申请`)).toBeVisible();
  await page.getByRole("tab", { name: "办理进度" }).click();
  await expect(page.getByText(`交给 ${name}`)).toBeVisible();
  await expect(page.getByText(/周宁，第 1 版，这家您更熟悉/)).toBeVisible();

  const other = await visit(browser);
  await enterConsole(other, baseURL!, "admin");
  await other.goto(`/ops${pathOf(ref)}`);
  await expect(other.getByRole("button", { name: "放回" })).toBeVisible();
});
