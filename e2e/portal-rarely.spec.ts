import { ALL_ENDPOINTS, lenderEndpoints, OWN_ORDER_CALLS } from "@coralhub/contract";
import { parseMoney, type LoanState } from "@coralhub/domain";
import { createCall, tellBrowserDatabase, type TestMerchant } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { downloadBy } from "./income-steps.ts";
import { waitUntilShown } from "./page-health.ts";
import { certifiedAs, codeAfter, demoMerchant, enterPortal, makesCall, sandbox, visit } from "./portal-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { cards, deposits, lending, orderFiles, orders, payouts, stores } = ALL_ENDPOINTS;
/** Has a loan of ICBC's, shops and orders. */
const RICH = "13800000001";
const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name }).last();

test("ICBC is joined, told who one is and what one sold, and proves it with papers; of a loan it says what it decided and what is owed", async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const admin = { token: await sandbox(baseURL).operatorToken("admin") };
  const settings = { applications: "accept", payOuts: "accept", uploads: "accept", delaySeconds: 0 } as const;
  await createCall(baseURL!)(lenderEndpoints.setLenderSettings, settings, admin);
  await enterPortal(context, await certifiedMerchant(baseURL!));
  await page.goto("/loan/icbc");
  await makesCall(page, lending.updateFinanceStatus, () => page.getByRole("button", { name: /^开\s*通$/ }).click());
  await makesCall(page, lending.icbcUserUpload, () => button(page, "报送认证资料").click());
  await makesCall(page, lending.insertFinanceCard, () => button(page, "开立融资卡").click());
  await makesCall(page, lending.icbcPageJump, () => page.getByRole("button", { name: "去办理" }).click());

  const rich = await visit(browser);
  await enterPortal(rich.context(), await demoMerchant(baseURL!, RICH));
  await makesCall(rich, lending.icbcResult, () => rich.goto("/loan/icbc"));
  await expect(rich.getByRole("heading", { name: "最近一笔的审批结果" })).toBeVisible();
  await makesCall(rich, lending.icbcOrderUpload, () => button(rich, "报送收款和订单").click());
  for (const name of ["收款证明", "订单证明", "账户证明"]) {
    await expect(rich.locator(".ant-btn-loading")).toHaveCount(0);
    const proof = await downloadBy(rich, () => button(rich, name).click());
    expect(proof.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }

  const owing = await visit(browser);
  await enterPortal(owing.context(), await borrower(baseURL!));
  await makesCall(owing, lending.icbcLinkRepay, () => owing.goto("/loan/icbc"));
  await expect(owing.getByText("今天结清需要")).toBeVisible();
  await expect(owing.getByRole("link", { name: "去还款" })).toBeVisible();
});

/** Who sold for so much in each of the last months that ICBC lends, and has signed and been paid. */
async function borrower(baseURL: string): Promise<TestMerchant> {
  const merchant = await certifiedAs(baseURL, "林知夏");
  await tellBrowserDatabase(
    `insert into ledger_day_credit (merchant_id, day, kind, reason, currency, amount)
     select $1, date_trunc('month', now() at time zone 'Asia/Shanghai')::date - make_interval(months => ago) + interval '9 days',
       'collection', 'income.credited', 'USD', 1200000 from generate_series(1, 6) ago`,
    [merchant.userId],
  );
  const call = createCall(baseURL);
  await call(lending.updateFinanceStatus, { joined: true }, merchant);
  const papers: string[] = [];
  for (const paper of ["statement", "contract"] as const) {
    const file = new File([BLANK], "材料.png", { type: "image/png" });
    papers.push((await call(lending.uploadLoanPaper, { file, paper }, merchant)).fileId);
  }
  const plan = { product: "icbc", termMonths: 3, way: "interestOnly", purpose: "stock" } as const;
  const request = { ...plan, amount: parseMoney("8000.00", "USD"), incomeShare: 0, papers, agreed: true } as const;
  const { id } = await call(lending.applyForLoan, request, merchant);
  const becomes = (state: LoanState) =>
    expect.poll(async () => (await call(lending.loan, { id }, merchant)).state, { timeout: 30_000 }).toBe(state);
  const decision = { merchantId: merchant.userId, id, decision: "pass", note: "" } as const;
  await call(lending.reviewLoan, decision, { token: await sandbox(baseURL).operatorToken("reviewer") });
  await becomes("approved");
  const ask = () => call(lending.sendLoanCode, { id }, merchant);
  const verifyCode = await codeAfter(sandbox(baseURL), merchant.mobile, ask);
  await call(lending.signLoan, { id, verifyCode }, merchant);
  await becomes("active");
  return merchant;
}

test("lists narrowed to one platform or one kind come from calls of their own, and files can be had", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const rich = await demoMerchant(baseURL!, RICH);
  await enterPortal(context, rich);
  for (const [platform, { list }] of Object.entries(OWN_ORDER_CALLS)) {
    await makesCall(page, orders[list], () => page.goto(`/uploadPreIndex?platform=${platform}`));
    await waitUntilShown(page);
  }
  await makesCall(page, stores.shopManage, () => page.goto("/shopManage?platformCode=ETSY"));
  await makesCall(page, stores.shopManageRegional, () => page.goto("/shopManage?platformCode=LAZADA"));
  await page.goto("/vcc/record");
  await makesCall(page, cards.cardAuthorisations, () => page.getByText("授权记录", { exact: true }).click());
  await page.goto("/personalFinance");
  await makesCall(page, deposits.depositHistory, () => page.getByText("已结束", { exact: true }).click());
  await page.goto("/bigIncome/out?kind=supplier");
  await waitUntilShown(page);
  await makesCall(page, payouts.exportTransfers, () => page.getByRole("button", { name: /^导\s*出$/ }).click());
  await page.goto("/uploadE?platform=AMAZON");
  await makesCall(page, orderFiles.analysisTemplate, () => page.getByRole("button", { name: "下载通用模板" }).click());
});
