import { depositEndpoints, depositPartnerEndpoints } from "@coralhub/contract";
import { createCall, tellBrowserDatabase } from "@coralhub/testkit";
import { expect, test, type Page } from "./test.ts";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { enterConsole, openFlagFor } from "./console-steps.ts";
import { fillWallet } from "./money-steps.ts";
import { certifiedAs, codeAfter, enterPortal, forgetUsedCodes, makesCall, runJobNow, sandbox } from "./portal-steps.ts";

async function pick(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name }).click();
  await page.locator(".ant-select-item-option:visible").getByText(option, { exact: true }).click();
}

const paper = { name: "结算单.png", mimeType: "image/png", buffer: BLANK };
const idOf = (page: Page): string => new URL(page.url()).searchParams.get("id")!;

/** So much of a deposit's time has passed, without anybody else's clock being moved: all of it, or this many days. */
async function timePasses(id: string, days: number | null): Promise<void> {
  await tellBrowserDatabase(
    `with quiet as (select set_config('session_replication_role', 'replica', true)),
       back as (
         select id, coalesce($2::int, matures_on - (now() at time zone 'Asia/Shanghai')::date) as days
         from deposit_placement, quiet where id = $1
       )
     update deposit_placement held
     set value_date = value_date - days, matures_on = matures_on - days, accrued_through = accrued_through - days
     from back where back.id = held.id`,
    [id, days],
  );
  await runJobNow("deposits.end-matured");
}

/** The hour's work is done when the queue comes to it. */
const becomes = (page: Page, state: string): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(state, { exact: true }).first()).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 60_000 });

test("personal finance: opened with a question of the bank on the way, placed, instructed, renewed, matured, taken out early", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  // A certified person, who can have it; nobody else asks for it.
  const name = `周静好${Date.now() % 1_000_000}`;
  const merchant = await certifiedAs(baseURL!, name);
  await openFlagFor(baseURL!, "personalFinance", merchant);
  const partner = { token: await sandbox(baseURL).operatorToken("admin") };
  const call = createCall(baseURL!);
  const settings = { openings: "ask", placements: "accept", delaySeconds: 0 } as const;
  await call(depositPartnerEndpoints.setDepositPartnerSettings, settings, partner);
  await fillWallet(baseURL!, merchant.userId, "20000.00");
  await enterPortal(context, merchant);

  await page.goto("/personalFinance");
  await expect(page.getByRole("heading", { level: 1, name: "个人理财" })).toBeVisible();
  await page.getByRole("button", { name: "申请开通" }).click();
  await page.getByRole("button", { name: "下一步" }).click();
  await expect(page.getByText("请至少选择一个币种")).toBeVisible();
  await page.getByRole("checkbox", { name: "美元" }).check();
  await page.getByRole("checkbox", { name: /同意把我的认证资料/ }).check();
  await page.getByRole("button", { name: "下一步" }).click();

  await page.getByRole("button", { name: "提交开户资料" }).click();
  await expect(page.getByText(/财务资料还没有填完/)).toBeVisible();
  await pick(page, "资金来源", "应用与广告收入");
  await pick(page, "存款目的", "闲置资金增值");
  await pick(page, "预计存款规模（折合美元）", "10 万以下");
  await pick(page, "年营业额（折合美元）", "50 万以下");
  await pick(page, "税收居民所在地", "中国内地");
  await page.getByLabel("纳税人识别号").fill("110101199003070134");
  await pick(page, "经办人或受益人是否担任重要公职", "否");
  await page.getByRole("button", { name: "提交开户资料" }).click();
  await expect(page.getByText("请回答合作银行的问题")).toBeVisible({ timeout: 15_000 });
  await page.getByRole("textbox", { name: "回答" }).fill("主要为应用商店的分成收入");
  await page.locator('input[type="file"]').first().setInputFiles(paper);
  await expect(page.getByText("结算单.png")).toBeVisible();
  // A further place comes once the first was taken.
  await expect(page.locator('input[type="file"]')).toHaveCount(2);
  await page.getByRole("button", { name: "提交回答" }).click();
  await expect(page.getByText("理财账户已开通").first()).toBeVisible({ timeout: 15_000 });
  await page.goto("/openAccount");
  await expect(page.getByText(/^合作银行 .* 收到$/)).toBeVisible();

  // The ladder spreads what there is over four terms; its first part is taken to the counter.
  await page.goto("/personalFinance");
  await page.getByLabel("总共").fill("20,000.00");
  await expect(page.getByRole("button", { name: "存这一份" })).toHaveCount(4);
  await page.getByRole("button", { name: "存这一份" }).first().click();
  await expect(page.getByRole("heading", { name: "确认存入" })).toBeVisible();
  await expect(page.getByRole("button", { name: "确认存入 USD 5,000.00" })).toBeVisible();

  await page.goto("/personalFinance");
  await page.getByRole("button", { name: "存一笔" }).click();
  await page.getByLabel("金额").fill("500");
  await page.getByRole("button", { name: /^存入/ }).click();
  await expect(page.getByText(/最少存入/)).toBeVisible();
  const place = async () => {
    await page.getByLabel("金额").fill("5,000.00");
    await page.getByRole("radio", { name: /^3 个月/ }).check();
    await page.getByRole("button", { name: /^存入/ }).click();
    await expect(page.getByRole("heading", { name: "确认存入" })).toBeVisible();
    const ask = () =>
      pressTwice(page, depositEndpoints.sendPlacementCode, page.getByRole("button", { name: /验证码/ }));
    await page.getByLabel("短信验证码").fill(await codeAfter(sandbox(baseURL), merchant.mobile, ask));
    await pressTwice(page, depositEndpoints.confirmPlacement, page.getByRole("button", { name: /^确认存入/ }));
    await expect(page.getByRole("heading", { name: "3 个月定期" })).toBeVisible();
    await expect(page.getByText("持有中").first()).toBeVisible({ timeout: 15_000 });
  };
  const instruct = async (request: RegExp, said: string) => {
    await page.getByRole("button", { name: "修改到期安排" }).click();
    await page.getByRole("radio", { name: request }).check();
    const save = page.getByRole("button", { name: /保\s*存/ });
    await pressTwice(page, depositEndpoints.modifyMaturityInstruction, save);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText(said)).toBeVisible();
  };
  await place();
  await instruct(/本息续存/, "本息续存，利息一起再存");

  // Its day has come: it goes on as another one, which is then wanted back.
  const first = idOf(page);
  await timePasses(first, null);
  await becomes(page, "已续存");
  await expect(page.getByText("实付利息")).toBeVisible();
  await page.getByRole("link", { name: "下一笔" }).click();
  await expect(page.getByRole("link", { name: "上一笔" })).toBeVisible();
  await expect(page.getByText("持有中").first()).toBeVisible();
  expect(idOf(page)).not.toBe(first);
  await instruct(/到期还本付息/, "到期还本付息，本金和利息都转入钱包");
  await timePasses(idOf(page), null);
  await becomes(page, "已到期");
  await expect(page.getByText("到期，本金和利息已转入钱包")).toBeVisible();
  const ended = await call(depositEndpoints.placement, { id: idOf(page) }, merchant);
  expect(ended.paidInterest).toEqual(ended.interest);

  // A third is taken out after thirty days.
  await forgetUsedCodes(merchant.userId);
  await page.goto("/buyOperation");
  await place();
  await timePasses(idOf(page), 30);
  await page.reload();
  await page.getByRole("button", { name: "提前支取" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("合计转入钱包")).toBeVisible();
  await expect(dialog.getByText("比原来的利率少拿")).toBeVisible();
  await dialog.getByRole("button", { name: /关闭|Close/ }).click();
  await page.goto("/personalFinance");
  await expect(page.getByText("持有本金，1 笔")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "提前支取" }).click();
  await forgetUsedCodes(merchant.userId);
  await breakCode(page, baseURL, merchant.mobile, depositEndpoints.sendBreakCode);
  await pressTwice(page, depositEndpoints.breakPlacement, dialog.locator("button[type=submit]"));
  await expect(dialog).toBeHidden();
  await expect(page.getByText("提前支取，本金和利息已转入钱包", { exact: true })).toBeVisible();
  await expect(page.getByText("实付利息")).toBeVisible();
  await page.goto("/personalFinance");
  await expect(page.getByText("持有本金", { exact: true })).toBeVisible();

  // A year is over: the consent is given again.
  await tellBrowserDatabase("update deposit_account set state = 'expired' where merchant_id = $1", [merchant.userId]);
  await page.goto("/openAccount");
  await page.getByRole("checkbox", { name: /同意继续授权/ }).check();
  const agree = page.getByRole("button", { name: "重新授权" });
  await makesCall(page, depositEndpoints.reauthorise, () => agree.click());
  await expect(page.getByText("已重新授权，等待合作银行确认")).toBeVisible();
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto("/ops/deposits/openings");
  await page.getByRole("row").filter({ hasText: name }).first().click();
  await expect(page.getByRole("dialog")).toContainText("应用与广告收入");
});

const COMPANY_ANSWERS = {
  fundSource: "sales",
  purpose: "idle",
  expectedAmount: "small",
  annualTurnover: "middle",
  taxResidence: "CN",
  taxNumber: "91440300MA5F1A2B3C",
  exposedPerson: "no",
};

test("a company's operator is named, put right and sent the code anew over a line that breaks, and proves the address with the newest", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedAs(baseURL!, "深圳市越海贸易有限公司", "mainland");
  await openFlagFor(baseURL!, "personalFinance", merchant);
  const call = createCall(baseURL!);
  const [typo, email] = ["typo", "maker"].map((name) => `${name}-${Date.now()}@yuehai.example`) as [string, string];
  await call(depositEndpoints.applyForModule, { currencies: ["USD"], agreed: true }, merchant);
  await call(depositEndpoints.saveFinancialForm, { answers: COMPANY_ANSWERS }, merchant);
  await enterPortal(context, merchant);
  await page.goto("/openAccount");
  await page.getByRole("combobox", { name: "姓名" }).fill("林雅楠");
  await page.getByLabel("邮箱").fill(typo);
  await pressTwice(page, depositEndpoints.saveOperator, page.getByRole("button", { name: "添加经办人" }));
  await expect(page.getByText("经办，ty***@yuehai.example")).toHaveCount(1);
  await page.getByRole("button", { name: "提交开户资料" }).click();
  // Its address is put right over the same line: the code goes to the new one, once.
  await page.getByRole("button", { name: "更正邮箱" }).click();
  await page.getByLabel("林雅楠 的新邮箱").fill(email);
  await pressTwice(page, depositEndpoints.saveOperator, page.getByRole("button", { name: "保存并发送验证码" }));
  await expect(page.getByText("ma***@yuehai.example")).toBeVisible();
  // The first code, so that it is not taken for the one sent anew.
  await sandbox(baseURL).codeSentTo(email);
  expect(await sandbox(baseURL).mailbox(email)).toHaveLength(1);
  const again = page.getByRole("button", { name: "重新发送" });
  const code = await codeAfter(sandbox(baseURL), email, () =>
    pressTwice(page, depositEndpoints.resendOperatorCode, again),
  );
  await expect(page.getByText("验证码已重新发给 林雅楠")).toBeVisible();
  await page.getByLabel("林雅楠 的验证码").fill(code);
  await page.getByRole("button", { name: /^验\s*证$/ }).click();
  await expect(again).toBeHidden();
});
