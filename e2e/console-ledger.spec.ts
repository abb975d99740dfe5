import { createClient, ledgerEndpoints } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { expect, test } from "./test.ts";
import { choose, enterConsole, expectToast, operatorToken, type Operator } from "./console-steps.ts";
import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";
import { sandbox } from "./portal-steps.ts";

const books = async (baseURL: string, who: Operator) => {
  const token = await operatorToken(baseURL, who);
  return createClient(ledgerEndpoints, {
    fetch,
    origin: () => baseURL,
    token: () => token,
    systemType: "E2E",
    newKey: () => crypto.randomUUID(),
  });
};

/** A merchant with 100 US dollars in the wallet, put there by two colleagues. */
async function fundedMerchant(baseURL: string) {
  const { userId: merchantId, mobile } = await sandbox(baseURL).registerMerchant();
  const [maker, checker] = [await books(baseURL, "finance"), await books(baseURL, "finance2")];
  const amount = parseMoney("100.00", "USD");
  const { id } = await maker.proposeAdjustment({
    merchantId,
    from: "house.suspense:USD",
    to: "wallet:USD",
    amount,
    memo: "期初",
  });
  const { postingId } = await checker.decideAdjustment({ merchantId, id, decision: "approve" });
  return { merchantId, mobile, adjustmentId: id, postingId: postingId! };
}

test("a correction is proposed by one colleague, refused to the same one, and posted by another", async ({
  browser,
  baseURL,
}) => {
  // Two people, one after the other.
  test.slow();
  const { merchantId, mobile } = await fundedMerchant(baseURL!);
  const [maker, checker] = [await browser.newPage(), await browser.newPage()];
  await enterConsole(maker, baseURL!, "finance");
  await enterConsole(checker, baseURL!, "finance2");
  const memo = `退还手续费 ${mobile}`;

  await maker.goto(`${baseURL}/ops/ledger/accounts/${merchantId}/wallet%3AUSD`);
  await expect(maker.getByRole("heading", { name: mobile })).toBeVisible();
  await maker.getByRole("button", { name: "提出调账" }).click();
  const form = maker.getByRole("dialog");
  await form.getByRole("button", { name: "提交复核" }).click();
  await expect(form.getByText("请选择转入账户")).toBeVisible();
  await expect(form.getByText("请填写金额")).toBeVisible();
  await choose(form.getByLabel("转入账户"), "暂收暂付", "暂收");
  await form.getByLabel("金额").fill("12.345");
  await form.getByLabel("调账原因").fill(memo);
  await expect(form.getByText("请填写大于零的金额，最多两位小数")).toBeVisible();
  await form.getByLabel("金额").fill("99,999,999,999,999.00");
  await form.getByLabel("调账原因").focus();
  await expect(form.getByText("金额太大，请分几笔")).toBeVisible();
  await form.getByLabel("金额").fill("12.34");
  await form.getByRole("button", { name: "提交复核" }).click();
  await expectToast(maker, "已提交，等另一位财务复核");

  const proposals = `${baseURL}/ops/ledger/adjustments?state=pending&merchantId=${merchantId}`;
  await maker.goto(proposals);
  await maker.getByRole("row").filter({ hasText: memo }).getByRole("button", { name: "详情" }).click();
  await expect(maker.getByRole("dialog")).toContainText("这是您提出的，须由另一位财务复核");
  await expect(maker.getByRole("button", { name: "复核通过" })).toHaveCount(0);

  await checker.goto(proposals);
  await checker.getByRole("row").filter({ hasText: memo }).getByRole("button", { name: "详情" }).click();
  const decision = checker.getByRole("dialog");
  await expect(decision).toContainText("许衡");
  await decision.getByRole("button", { name: "驳回" }).click();
  await expect(decision.getByText("请写明驳回的原因")).toBeVisible();
  await decision.getByRole("button", { name: "复核通过" }).click();
  await expectToast(checker, "已复核，账已记");

  await checker.goto(`${baseURL}/ops/ledger/accounts/${merchantId}/wallet%3AUSD`);
  await expect(checker.getByRole("region", { name: "余额" })).toContainText("87.66");
  const entry = checker.getByRole("row").filter({ hasText: "−12.34" });
  await expect(entry).toContainText("87.66");
  await entry.getByRole("link", { name: "人工调账" }).click();
  await expect(checker.getByRole("table", { name: "转账" })).toContainText("house.suspense:USD");
});

test("a posting is taken back by two people, once, and says by what", async ({ browser, baseURL }) => {
  test.slow();
  const { merchantId, postingId } = await fundedMerchant(baseURL!);
  const [maker, checker] = [await browser.newPage(), await browser.newPage()];
  await enterConsole(maker, baseURL!, "finance");
  await enterConsole(checker, baseURL!, "finance2");
  const memo = `记错商户 ${postingId.slice(-6)}`;

  await maker.goto(`${baseURL}/ops/ledger/postings/${merchantId}/${postingId}`);
  await expect(maker.getByRole("heading", { name: "人工调账" })).toBeVisible();
  await expectWellMade(maker);
  await maker.getByRole("button", { name: "提出红冲" }).click();
  const form = maker.getByRole("dialog");
  await expect(form).toContainText("一笔记账只能红冲一次");
  await expect(form.getByLabel("金额")).toHaveValue("100.00");
  await expectWellMade(maker);
  await form.getByLabel("金额").fill("100.01");
  await form.getByLabel("红冲原因").fill(memo);
  await form.getByRole("button", { name: "提交复核" }).click();
  await expect(form.getByText("红冲不能多于原记账，最多 100.00 USD，请减少金额")).toBeVisible();
  await form.getByLabel("金额").fill("40");
  await form.getByRole("button", { name: "提交复核" }).click();
  await expectToast(maker, "已提交，等另一位财务复核");

  await checker.goto(`${baseURL}/ops/ledger/adjustments?state=pending&merchantId=${merchantId}`);
  await checker.getByRole("row").filter({ hasText: memo }).getByRole("button", { name: "详情" }).click();
  const decision = checker.getByRole("dialog", { name: "红冲" });
  await expect(decision.getByRole("link", { name: "打开原记账" })).toBeVisible();
  await expectWellMade(checker);
  await decision.getByRole("button", { name: "复核通过" }).click();
  await expectToast(checker, "已复核，账已记");
  await checker.goto(`${baseURL}/ops/ledger/postings/${merchantId}/${postingId}`);
  await expect(checker.getByText("已红冲", { exact: true })).toBeVisible();
  await expect(checker.getByText("红冲它的记账")).toBeVisible();
  await expect(checker.getByRole("button", { name: "提出红冲" })).toHaveCount(0);
});

test("a reference leads to its posting, and accounts, entries and the trial balance can be taken along", async ({
  page,
  baseURL,
}) => {
  const { merchantId, adjustmentId, mobile } = await fundedMerchant(baseURL!);
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/ledger?currency=USD");
  await expect(page.getByRole("link", { name: /USD.*借贷相等/ })).toBeVisible();
  await page.getByLabel("按参考号或业务编号查记账").fill(adjustmentId);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: mobile })).toContainText("人工调账");
  await page.locator("#content").getByRole("link", { name: "人工调账" }).click();
  await expect(page.getByRole("heading", { name: "人工调账" })).toBeVisible();
  await page.goto("/ops/ledger/search?reference=nothing-like-this");
  await expect(page.getByText("没有这个参考号的记账")).toBeVisible();

  const saved = async (button: string | RegExp) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    return (await download).suggestedFilename();
  };
  await page.goto(`/ops/ledger/accounts?merchantId=${merchantId}`);
  expect(await saved(/导出 2 户/)).toMatch(/^账户-.*\.csv$/);
  await page.goto(`/ops/ledger/accounts/${merchantId}/wallet%3AUSD`);
  expect(await saved(/导出 1 笔/)).toMatch(/^分录-.*\.csv$/);
  await page.goto("/ops/ledger/trial");
  await expect(page.getByRole("table", { name: "USD 试算表" })).toContainText("钱包");
  expect(await saved("导出试算表")).toMatch(/^试算平衡表-\d{4}-\d{2}-\d{2}\.csv$/);
});

test("a price for one case is set and the list says from when", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/ledger/fees");
  await page.getByRole("button", { name: "新增规则" }).click();
  const drawer = page.getByRole("dialog");
  await choose(drawer.getByLabel("业务"), "服务商付款");
  await choose(drawer.getByLabel("币种"), "瑞士法郎", "CHF");
  await drawer.getByLabel("费率").fill("很多");
  await expect(drawer.getByText("请填写基点数，如 30 或 12.5")).toBeVisible();
  await drawer.getByLabel("费率").fill("120");
  await expect(drawer.getByText("即 1.2%")).toBeVisible();
  await drawer.getByLabel("最低（选填）").fill("9");
  await drawer.getByLabel("最高（选填）").fill("3");
  await drawer.getByLabel("调整原因").fill("与渠道成本一致");
  await drawer.getByRole("button", { name: "提交复核" }).click();
  await expect(drawer.getByRole("alert").filter({ hasText: "最低收费高于最高收费" })).toBeVisible();
  await drawer.getByLabel("最高（选填）").fill("30");
  await drawer.getByRole("button", { name: "提交复核" }).click();
  await expectToast(page, "已提交，待另一位财务复核");

  await enterConsole(page, baseURL!, "admin");
  await page.goto("/ops/approvals");
  await page.waitForURL((url) => url.searchParams.get("state") === "pending");
  // Everything is asked for by its own tab, and a reload still shows it.
  const everything = page.getByRole("group", { name: "按状态看" }).getByRole("button", { name: /^全部/ });
  await everything.click();
  await page.waitForURL((url) => url.searchParams.get("all") === "1");
  await page.reload();
  await expect(everything).toHaveAttribute("aria-pressed", "true");
  await page.goto("/ops/approvals");
  const waiting = page.getByRole("row").filter({ hasText: /1\.2%，最低 CHF/ });
  await waiting.getByRole("button", { name: "详情" }).click();
  await expect(drawer).toContainText("与渠道成本一致");
  await drawer.getByRole("button", { name: "复核通过" }).click();
  await expectToast(page, "已复核，变更生效");
  await page.goto("/ops/ledger/fees");
  const row = page.getByRole("row").filter({ hasText: "CHF，全部去向" });
  await expect(row).toContainText(/1\.2%，最低 CHF\s9\.00，最高 CHF\s30\.00/);
  await expect(row).not.toContainText("标准价");
});

test("the books do not exist for other roles", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto("/ops/ledger");
  await expect(page.getByRole("heading", { name: "这个页面不存在" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "主导航" })).not.toContainText("账务");
});

test("a breach stops payouts and says so before anything else", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!, "finance");
  // The database does not let the books be wrong: the answer of a broken ledger has to be made up.
  const cleared: string[] = [];
  const at = "2026-11-15 11:58:00";
  const id = "0192a000-0000-7000-8000-00000000b001";
  const alarm = () => ({
    id,
    rule: "sum",
    subject: `${id} USD`,
    detail: '{"sum":"100"}',
    raisedAt: at,
    lastSeenAt: at,
  });
  const answer = (data: unknown) => ({ json: { code: 200, msg: "", data } });
  await page.route("**/ops/api/ledger/invariants", (route) =>
    route.fulfill(
      answer({
        healthy: false,
        payoutsStopped: cleared.length === 0,
        openAlarms: 1 - cleared.length,
        sealedUntil: null,
        checks: [{ name: "sum", rule: "sum", ranAt: at, tookMs: 2, breaches: 1 - cleared.length }],
      }),
    ),
  );
  await page.route("**/ops/api/ledger/alarms/list", (route) => {
    const [note = null] = cleared;
    const row = { ...alarm(), state: note ? "cleared" : "open", clearedAt: note ? at : null, note };
    return route.fulfill(answer({ records: [row], total: 1, pageNo: 1, pageSize: 10 }));
  });
  await page.route("**/ops/api/ledger/alarms/*/clear", (route) => {
    cleared.push((route.request().postDataJSON() as { note: string }).note);
    return route.fulfill(answer({ approvalId: id }));
  });
  await page.goto("/ops/ledger");
  await expect(page.getByRole("alert")).toContainText("付款已暂停：1 条账务告警没有解除");
  await page.getByRole("link", { name: "处理告警" }).click();
  await page.getByRole("button", { name: "详情" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("合计应为零，实际");
  await drawer.getByRole("button", { name: "提出解除" }).click();
  await expect(drawer.getByText("请写明原因和处理结果")).toBeVisible();
  await drawer.getByLabel("处理说明").fill("测试数据，已更正");
  await drawer.getByRole("button", { name: "提出解除" }).click();
  await expectToast(page, "已提交，待另一位财务复核");
  await page.reload();
  await expect(page.getByText("付款正常")).toBeVisible();
  expect(cleared).toEqual(["测试数据，已更正"]);
});

test("an account, a posting and the form of a correction are accessible and fit their window @phone", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const { merchantId, postingId } = await fundedMerchant(baseURL!);
  await enterConsole(page, baseURL!, "finance");
  const errors = watchErrors(page);
  const account = `/accounts/${merchantId}/wallet%3AUSD`;
  for (const path of ["/adjustments?propose=1", account, `/postings/${merchantId}/${postingId}`]) {
    await page.goto(`/ops/ledger${path}`);
    await waitUntilShown(page);
    await expectWellMade(page);
  }
  expect(errors).toEqual([]);
});
