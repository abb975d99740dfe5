import { ALL_ENDPOINTS, mybankControlEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { downloadBy } from "./income-steps.ts";
import { fillWallet } from "./money-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { codeAfter, enterPortal, fillCode, sandbox, sendCode } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const { mybank, mybankPayouts, payBatches } = ALL_ENDPOINTS;
const CODE = "短信验证码";
const HEADER = ["收款户名", "户名类型", "国家或地区", "币种", "清算代码", "收款账号", "账户类型", "到账金额", "附言"];
const supplier = (at: number, amount: string, clearCode = "021000021"): string[] => [
  `SUPPLIER ${at} LLC`,
  "企业",
  "US",
  "USD",
  clearCode,
  String(4_830_000_000 + at),
  "checking",
  amount,
  "",
];

test("a sheet is uploaded, mended in its cell, paid in part with one code, and the rest stays; its result is a file", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await fillWallet(baseURL!, merchant.userId, "2000.00");
  await enterPortal(context, merchant);
  await page.goto("/batchPayment");
  const rows = [supplier(11, "120.00"), supplier(12, "130.00", "021000022"), supplier(13, "140.00")];
  await page.locator('input[type="file"]').setInputFiles({
    name: "十一月货款.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([HEADER, ...rows].map((row) => row.join(",")).join("\n")),
  });
  await page.waitForURL(/batchPayment\/details\?id=/);
  await expect(page.getByRole("tab", { name: "全部 3" })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: /修改第 3 行 清算代码/ }).click();
  await page.getByRole("textbox", { name: /第 3 行 清算代码/ }).fill("021000021");
  await page.keyboard.press("Enter");
  await expect(page.getByText("已改，可以付")).toBeVisible();
  await page.getByRole("checkbox", { name: "付第 4 行" }).click();
  await expect(page.getByText("先付 2 行")).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("combobox", { name: "USD 从哪个账户付" }).click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await page.getByRole("button", { name: "确认付 2 行" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("共扣").first()).toBeVisible();
  await breakCode(page, baseURL, merchant.mobile, payBatches.sendCode);
  await pressTwice(page, payBatches.confirm, dialog.getByRole("button", { name: "确认付款" }));
  await expect(page.getByRole("link", { name: "去看其余的行" })).toBeVisible({ timeout: 20_000 });
  const result = await downloadBy(page, () => page.getByRole("button", { name: "下载结果文件" }).click());
  expect(result.bytes.length).toBeGreaterThan(100);
  await page.getByRole("link", { name: "去看其余的行" }).click();
  await expect(page.getByRole("tab", { name: "全部 1" })).toBeVisible();
  await expect(page.getByText("SUPPLIER 13 LLC")).toBeVisible();
});

test("cells are pasted from a spreadsheet; the same row twice is asked about and left out", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await fillWallet(baseURL!, merchant.userId, "30000.00");
  await enterPortal(context, merchant);
  await page.goto("/batchPayment");
  // Together they are more than goes without finance: the last of them waits.
  const many = [22, 23, 24, 25, 26].map((at) => supplier(at, "4800.00"));
  const rows = [HEADER, supplier(21, "100.00"), supplier(21, "100.00"), ...many];
  const cells = rows.map((row) => row.join("\t")).join("\n");
  await page.getByRole("textbox", { name: "粘贴单元格" }).fill(cells);
  await page.getByRole("button", { name: "用粘贴的内容" }).click();
  await expect(page.getByText("与第 2 行相同").first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "这行不付" }).click();
  await expect(page.getByText("先付 6 行")).toBeVisible();
  await page.getByRole("combobox", { name: "USD 从哪个账户付" }).click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await page.getByRole("button", { name: "确认付 6 行" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("共扣").first()).toBeVisible();
  // So much is asked about first: it is the merchant, who then gets the code of the sheet.
  await sendCode(page, CODE);
  await fillCode(page, sandbox(baseURL), "本人验证码", merchant.mobile);
  // One dialog at a time: the sheet's stands back meanwhile.
  await expect(dialog).toHaveCount(1);
  const itself = page.getByRole("dialog", { name: "确认是您本人" }).getByRole("button", { name: "确认", exact: true });
  const code = await codeAfter(sandbox(baseURL), merchant.mobile, () => itself.click());
  await page.getByLabel(CODE).fill(code);
  await dialog.getByRole("button", { name: "确认付款" }).click();
  const waiting = page.getByRole("row").filter({ hasText: "取消这行" });
  await expect(waiting).toHaveCount(1, { timeout: 20_000 });
  await pressTwice(page, payBatches.cancelRow, waiting.getByRole("button", { name: "取消这行" }));
  await expect(waiting).toHaveCount(0);

  // What was left out is a sheet of its own, and is given up.
  await page.getByRole("link", { name: "去看其余的行" }).click();
  await page.getByRole("button", { name: "取消整批" }).click();
  await page.waitForURL(/batchPayment$/);
});

test("an account at Mybank is bound by its owner and the bank, and money may go there", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await fillWallet(baseURL!, merchant.userId, "500.00");
  await enterPortal(context, merchant);
  await page.goto("/internetCommercialBank/index");
  await page.getByRole("button", { name: "去绑定" }).click();
  const end = String(1000 + Math.floor(Math.random() * 9000));
  await page.getByLabel("网商银行账号").fill(`8888 8881 2345 ${end}`);
  await page.getByRole("checkbox", { name: /同意把户名和账号交给网商银行核对/ }).check();
  await fillCode(page, sandbox(baseURL), CODE, merchant.mobile);
  await expect(page.getByText(/秒后可重发/)).toBeVisible();
  await expectWellMade(page);
  await pressTwice(page, mybank.bindMybank, page.getByRole("button", { name: "提交绑定" }));
  await page.waitForURL(/internetCommercialBank\/index/);
  await expect(page.getByText(end)).toBeVisible();
  // Whatever the bank has been told to do with new ones, this one it takes.
  const call = createCall(baseURL!);
  const admin = { token: await operatorToken(baseURL!, "admin") };
  await expect
    .poll(async () => {
      const applications = await call(mybankControlEndpoints.mybankApplications, {}, admin);
      const own = applications.find(({ accountEnd }) => accountEnd === end);
      if (own) {
        const decision = { reference: own.reference, decision: "accept" } as const;
        await call(mybankControlEndpoints.decideMybank, decision, admin).catch(() => undefined);
      }
      return own !== undefined;
    })
    .toBe(true);
  await expect(page.getByRole("button", { name: "提现到网商银行" })).toBeEnabled({ timeout: 20_000 });
  await page.getByRole("button", { name: "提现到网商银行" }).click();
  await page.waitForURL(/internetCommercialBank\/crossBorder/);

  // Over a line that breaks: one is written down and left, the other is paid.
  const writeDown = async (amount: string): Promise<void> => {
    await page.getByRole("textbox", { name: "金额" }).fill(amount);
    await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
    await pressTwice(page, mybankPayouts.apply, page.getByRole("button", { name: "下一步" }));
    await page.waitForURL(/submitPayment\?id=/);
  };
  await writeDown("61.08");
  await pressTwice(page, mybankPayouts.cancel, page.getByRole("button", { name: "取消付款" }));
  await page.goto("/internetCommercialBank/crossBorder");
  await writeDown("62.09");
  await breakCode(page, baseURL, merchant.mobile, mybankPayouts.sendCode);
  await pressTwice(page, mybankPayouts.confirm, page.getByRole("button", { name: /^确认提现/ }));
  await expect(page.getByRole("heading", { name: /^(提现已提交|已完成)$/ })).toBeVisible();
});
