import { createCall, type TestMerchant } from "@coralhub/testkit";
import { escrowEndpoints } from "@coralhub/contract";
import type { Browser, Page } from "@playwright/test";
import { BLANK } from "./certification-steps.ts";
import { pressTwice } from "./broken-line-steps.ts";
import { enterConsole } from "./console-steps.ts";
import { fillWallet } from "./money-steps.ts";
import { certifiedAs, codeAfter, enterPortal, sandbox, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

async function sideOf(browser: Browser, merchant: TestMerchant): Promise<Page> {
  const page = await visit(browser);
  await enterPortal(page.context(), merchant);
  return page;
}

test("an escrow from the proposal through a dispute to what two of finance decide", async ({ browser, baseURL }) => {
  test.slow();
  const [buyer, seller] = [await certifiedAs(baseURL!, "买方贸易"), await certifiedAs(baseURL!, "卖方工厂")];
  await fillWallet(baseURL!, buyer.userId, "1200.00");
  const subject = `五百件雨衣 ${buyer.mobile}`;
  const bought = await sideOf(browser, buyer);
  await bought.goto("/escrow");
  await bought.getByLabel("对方手机号").fill(seller.mobile);
  await bought.getByLabel("对方认证名称").fill("卖方工厂");
  await bought.getByLabel("交易内容").fill(subject);
  await bought.getByLabel("放款条件").fill("到货验收后放款");
  await bought.getByLabel("金额", { exact: true }).fill("1000.00");
  await pressTwice(bought, escrowEndpoints.proposeEscrow, bought.getByRole("button", { name: /^提出/ }).last());
  await expect(bought.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  const id = new URL(bought.url()).searchParams.get("id")!;

  const sold = await sideOf(browser, seller);
  await sold.goto(`/escrow/detail?id=${id}`);
  await sold.getByRole("button", { name: "同意", exact: true }).click();
  await sold.getByRole("dialog").getByRole("button", { name: "确定" }).click();
  await expect(sold.getByText("已提交")).toBeVisible();

  await bought.reload();
  await bought.getByRole("button", { name: "付款到担保" }).click();
  const dialog = bought.getByRole("dialog");
  const ask = () => dialog.getByRole("button", { name: /验证码/ }).click();
  await dialog.getByLabel("短信验证码").fill(await codeAfter(sandbox(baseURL), buyer.mobile, ask));
  await dialog.getByRole("button", { name: /^付款/ }).click();
  await expect(dialog).toBeHidden();
  await expect(bought.getByText("担保中").first()).toBeVisible();

  // A part is let go; about the rest they do not agree.
  await bought.getByRole("button", { name: "放款给卖方" }).click();
  await dialog.getByLabel("放款金额").fill("300.00");
  await pressTwice(bought, escrowEndpoints.releaseEscrow, dialog.getByRole("button", { name: "确认放款" }));
  await expect(dialog).toBeHidden();
  await bought.getByRole("button", { name: "提出争议" }).click();
  await dialog.getByLabel("争议的理由").fill("两百件破损");
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(bought.getByText("争议处理中，资金由平台保管")).toBeVisible();
  const evidence = { name: "破损.png", mimeType: "image/png", buffer: BLANK };
  await bought.locator('input[type="file"]').first().setInputFiles(evidence);
  await expect(bought.getByText("破损.png").first()).toBeVisible();
  await expect(bought.getByText(/已上传 \d+%|正在检查/)).toHaveCount(0);

  const [first, second] = [await visit(browser), await visit(browser)];
  await enterConsole(first, baseURL!, "finance");
  await first.goto(`/ops/escrows`);
  await first.getByText(subject).first().click();
  await first.getByLabel("给卖方").fill("400.00");
  await first.getByLabel("依据").fill("照片与验收单相符");
  await first.getByRole("button", { name: "提出裁定" }).click();
  await expect(first.getByText("已提出，等待另一位财务复核")).toBeVisible();
  await enterConsole(second, baseURL!, "finance2");
  await second.goto(`/ops/escrows`);
  await second.getByText(subject).first().click();
  await second.getByRole("button", { name: "复核通过" }).click();
  await expect(second.getByText("已裁定，资金已划转")).toBeVisible();

  const call = createCall(baseURL!);
  const ended = await call(escrowEndpoints.escrow, { id }, buyer);
  expect([ended.held.minor, ended.released.minor, ended.refunded.minor]).toEqual([0n, 70_000n, 30_000n]);
  await bought.reload();
  await expect(bought.getByText("照片与验收单相符").first()).toBeVisible();
});
