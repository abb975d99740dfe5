import { taxRefundEndpoints } from "@coralhub/contract";
import { tellBrowserDatabase } from "@coralhub/testkit";
import { pressTwice } from "./broken-line-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { enterConsole } from "./console-steps.ts";
import { certifiedAs, enterPortal, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const COMPANY = "宁波海蓝雨具有限公司";
const paper = (name: string) => ({ name, mimeType: "image/png", buffer: BLANK });

/** A credited income, as the books would have left it three weeks ago. */
const received = (merchantId: string, reference: string, minor: number): Promise<unknown> =>
  tellBrowserDatabase(
    `with quiet as (select set_config('session_replication_role', 'replica', true))
     insert into income (merchant_id, id, receiving_account_id, payer_name, currency, amount_minor, rail, rail_reference,
       state, announced_at, arrived_at, credited_at, changed_at, hold_posting_id, final_posting_id)
     select $1, gen_random_uuid(), gen_random_uuid(), 'ACME RAINWEAR LLC', 'USD', $3::bigint, 'bank', $2, 'credited',
       now() - interval '21 days', now() - interval '21 days', now() - interval '21 days', now(), gen_random_uuid(),
       gen_random_uuid()
     from quiet`,
    [merchantId, reference, minor],
  );

test("a tax refund: two differences named and repaired, filed at the desk, paid by two people", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedAs(baseURL!, COMPANY, "mainland");
  await received(merchant.userId, `RAIN1 ${merchant.userId}`, 600_000);
  await received(merchant.userId, `RAIN2 ${merchant.userId}`, 390_000);
  const page = await visit(browser);
  await enterPortal(page.context(), merchant);
  await page.goto("/taxrefundservices");
  await page.getByRole("link", { name: "去申请" }).click();
  await expect(page.getByText("还没有退税申请")).toBeVisible();

  const number = merchant.mobile.padStart(18, "5");
  for (const [label, text] of [
    ["报关单号", number],
    ["经营单位", COMPANY],
    ["报关货物名称", "雨衣"],
    ["报关数量", "500"],
    ["报关金额", "10,000.00"],
    ["发票号码", "12345678"],
    ["购买方", COMPANY],
    ["发票货物名称", "雨衣"],
    ["发票数量", "480"],
    ["不含税金额", "50,000.00"],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole("checkbox", { name: /6,000\.00/ }).check();
  await page.getByRole("button", { name: "核对三单" }).click();
  await expect(page.getByText("有 2 处差异")).toBeVisible();
  await expect(page.getByText("报关单 500 件，发票 480 件")).toBeVisible();
  await expect(page.getByText("报关 USD 10,000.00，收款合计 USD 6,000.00")).toBeVisible();

  const files = page.locator('input[type="file"]');
  for (const [at, name] of ["报关单.png", "发票.png"].entries()) {
    await files.nth(at).setInputFiles(paper(name));
    await expect(page.getByText(name)).toBeVisible();
    await expect(page.getByText(/已上传 \d+%|正在检查/)).toHaveCount(0);
  }
  await pressTwice(page, taxRefundEndpoints.applyForTaxRefund, page.getByRole("button", { name: "提交申请" }));
  await expect(page.getByRole("heading", { level: 1, name: "雨衣" })).toBeVisible();
  await expect(page.getByText("三单有 2 处差异，请修改后再提交")).toBeVisible();

  await page.getByLabel("发票数量").fill("500");
  await page.getByRole("checkbox", { name: /3,900\.00/ }).check();
  await page.getByRole("button", { name: "核对三单" }).click();
  await expect(page.getByText("三单相符", { exact: true })).toBeVisible();
  await pressTwice(page, taxRefundEndpoints.correctTaxRefund, page.getByRole("button", { name: "提交修改" }));
  await expect(page.getByText("三单相符，进入审核")).toBeVisible();
  await expect(page.getByText("审核中").first()).toBeVisible();

  const desk = await visit(browser);
  const press = async (button: string) => {
    await desk.goto("/ops/taxrefunds");
    await desk.getByRole("row").filter({ hasText: number }).click();
    await desk.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
  };
  await enterConsole(desk, baseURL!, "reviewer");
  await press("已申报");
  await expect(desk.getByRole("row").filter({ hasText: number })).toContainText("已申报");
  await enterConsole(desk, baseURL!, "finance");
  await press("登记到账");
  await expect(desk.getByText("已登记，等待另一位财务复核")).toBeVisible();
  await enterConsole(desk, baseURL!, "finance2");
  await press("复核入账");
  await expect(desk.getByRole("row").filter({ hasText: number })).toContainText("已退税");

  await page.reload();
  await expect(page.getByText("已退税").first()).toBeVisible();
  await expect(page.getByText("退税款已到账")).toBeVisible();
});
