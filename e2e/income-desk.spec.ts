import { ALL_ENDPOINTS } from "@coralhub/contract";
import { pressTwice } from "./broken-line-steps.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { takePicture } from "./certification-steps.ts";
import { choose, enterConsole, expectToast } from "./console-steps.ts";
import { ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { enterPortal } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const STRANGER = "HARBORSIDE TRADING LLC";
/** The logistics platform pays under its own name; cash on delivery comes from anybody. */
const [PARTICULAR, ANYBODY] = ["SF", "COD"] as const;

const incomeRow = (page: Page, amount: string) => page.getByRole("row").filter({ hasText: amount });

/** The desk's drawer of this payment, opened by whoever `page` belongs to. */
async function openAtDesk(page: Page, amount: string) {
  await page.goto(`/ops/collections?payerName=${encodeURIComponent(STRANGER)}`);
  await incomeRow(page, amount).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("平台付款方")).toBeVisible();
  return drawer;
}

test("held money: said to be for a store, or with a contract, it is credited by the desk; what is not wanted is asked to go back", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const [store, other] = await Promise.all([
    boundStore(baseURL!, merchant, PARTICULAR, "HKD"),
    boundStore(baseURL!, merchant, ANYBODY, "USD"),
  ]);
  expect(other.account.accountNumber).not.toBe(store.account.accountNumber);
  const [claimed, explained, unwanted] = [ownAmount("HKD"), ownAmount("HKD"), ownAmount("HKD")];
  for (const amount of [claimed, explained, unwanted]) {
    await payIn(baseURL!, store.account.accountNumber!, amount, { payer: STRANGER });
  }
  await enterPortal(context, merchant);
  await page.goto("/bigIncome/in?state=abnormal");
  await incomeRow(page, shown(claimed)).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "指明店铺" }).click();
  await drawer.getByRole("button", { name: "确认认领" }).click();
  await expect(drawer.getByText("请选择店铺")).toBeVisible();
  await choose(drawer.getByRole("combobox", { name: "这笔款是哪家店铺的" }), store.name);
  await drawer.getByRole("button", { name: "确认认领" }).click();
  await expectToast(page, "已认领，审核人员会核实付款方");

  await page.goto("/bigIncome/in?state=abnormal,reviewing,credited");
  await incomeRow(page, shown(unwanted)).click();
  await drawer.getByRole("button", { name: "申请退回" }).click();
  await drawer.getByLabel("为什么退回").fill("不是我们的客户");
  const back = drawer.getByRole("region", { name: "申请退回" });
  await pressTwice(page, ALL_ENDPOINTS.income.askReturn, back.getByRole("button", { name: "申请退回" }));
  await expect(back).toBeHidden();
  await expect(drawer.getByText("您已申请退回付款方")).toBeVisible();
  await expect(drawer.getByText("申请退回付款方", { exact: true })).toHaveCount(1);
  await drawer.getByRole("button", { name: "关闭" }).click();
  await incomeRow(page, shown(explained)).click();
  await drawer.getByRole("button", { name: "补充材料" }).click();
  await drawer.getByLabel("合同、结算单或订单").setInputFiles(await takePicture(page, "合同"));
  await expect(drawer.getByLabel("更多材料 1")).toBeAttached();
  await drawer.getByLabel(/说明/).fill("Harborside 是我们的代理商");
  await drawer.getByRole("button", { name: "提交材料" }).click();
  await expect(incomeRow(page, shown(explained))).toContainText("审核中");

  const desk = await browser.newPage();
  await enterConsole(desk, baseURL!, "reviewer");
  const atDesk = await openAtDesk(desk, shown(explained));
  await expect(atDesk.getByText("商户的材料，1 份")).toBeVisible();
  await expect(atDesk.getByText("Harborside 是我们的代理商", { exact: true })).toBeVisible();
  await atDesk.getByLabel("处理说明").fill("合同与付款方一致");
  await atDesk.getByRole("button", { name: "核实无误，入账" }).click();
  await expectToast(desk, "已入账，商户会收到通知");
  await expect(incomeRow(page, shown(explained))).toContainText("已入账");
});

test("money goes back when one colleague has proposed it and another agrees; nobody decides on an own proposal", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, PARTICULAR, "HKD");
  const amount = ownAmount("HKD");
  await payIn(baseURL!, account.accountNumber!, amount, { payer: STRANGER });
  await enterPortal(context, merchant);

  const maker = await browser.newPage();
  await enterConsole(maker, baseURL!, "admin");
  const mine = await openAtDesk(maker, shown(amount));
  await mine.getByRole("button", { name: "提出退回" }).click();
  await expect(mine.getByRole("alert")).toContainText("请写明为什么退回");
  await mine.getByLabel("处理说明").fill("付款方与店铺没有交易关系");
  await mine.getByRole("button", { name: "提出退回" }).click();
  await expect(mine.getByText("这是您提出的，须由另一位财务复核")).toBeVisible();
  await expect(mine.getByRole("button", { name: /复核通过|驳回|入账/ })).toHaveCount(0);
  await expect(incomeRow(maker, shown(amount))).toContainText("您提出退回，待复核");
  await expectWellMade(maker);

  const checker = await browser.newPage();
  await enterConsole(checker, baseURL!, "finance");
  const theirs = await openAtDesk(checker, shown(amount));
  await expect(theirs.getByText("付款方与店铺没有交易关系")).toBeVisible();
  await theirs.getByRole("button", { name: "驳回" }).click();
  await expect(theirs.getByRole("alert")).toContainText("请写明驳回的原因");
  await theirs.getByRole("button", { name: "复核通过，退回" }).click();
  await expectToast(checker, "已复核，款项退回付款方");
  await expect(incomeRow(checker, shown(amount))).toContainText("已退回");

  await page.goto("/bigIncome/in");
  await expect(incomeRow(page, shown(amount))).toContainText("已退回");
  await page.goto("/message");
  await expect(page.getByText(`HKD ${shown(amount)} 已退回 ${STRANGER}`)).toBeVisible();
});

test("an account is frozen and unfrozen: nothing leaves it meanwhile, money waits, and its owner is told why", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, ANYBODY, "USD");
  await enterPortal(context, merchant);
  const desk = await browser.newPage();
  await enterConsole(desk, baseURL!, "reviewer");
  await desk.goto(`/ops/collections/accounts?accountNumber=${account.accountNumber!}`);
  await desk.getByRole("row").filter({ hasText: account.accountNumber! }).click();
  const atDesk = desk.getByRole("dialog");
  await atDesk.getByRole("button", { name: "冻结账户" }).click();
  await expect(atDesk.getByRole("alert")).toContainText("请写明原因，商户会看到");
  await atDesk.getByLabel("原因").fill("例行核查，请准备近三个月的订单");
  await atDesk.getByRole("button", { name: "冻结账户" }).click();
  await expectToast(desk, "已冻结，商户会收到通知");

  await page.goto("/message");
  await expect(page.getByText(/账户已冻结/)).toBeVisible();
  await page.goto(`/bigAccount/details?id=${account.id}`);
  await waitUntilShown(page);
  await expect(page.getByText("例行核查，请准备近三个月的订单").first()).toBeVisible();
  await expect(page.getByText(/期间到账的款项会暂扣/)).toBeVisible();
  await expect(page.getByRole("button", { name: "账户证明" })).toHaveCount(0);
  await expectWellMade(page);

  const amount = ownAmount("USD");
  await payIn(baseURL!, account.accountNumber!, amount);
  await page.goto("/bigIncome/in");
  const row = incomeRow(page, shown(amount));
  await expect(row).toContainText("收款账户已冻结");

  await atDesk.getByLabel("原因").fill("核查完成");
  await atDesk.getByRole("button", { name: "解冻账户" }).click();
  await expectToast(desk, "已解冻，停住的来款会重新核验");
  await expect(row).toContainText("已入账");
});

test("an account is closed only when no store and no money is on it, and its owner is told to use another", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const [store, other] = await Promise.all([
    boundStore(baseURL!, merchant, ANYBODY, "USD"),
    boundStore(baseURL!, merchant, ANYBODY, "USD"),
  ]);
  await enterPortal(context, merchant);
  const desk = await browser.newPage();
  await enterConsole(desk, baseURL!, "reviewer");
  await desk.goto(`/ops/collections/accounts?accountNumber=${store.account.accountNumber!}`);
  await desk.getByRole("row").filter({ hasText: store.account.accountNumber! }).click();
  const atDesk = desk.getByRole("dialog");
  const close = atDesk.getByRole("button", { name: "关闭账户" });
  await atDesk.getByLabel("原因").fill("商户要求停用");
  await close.click();
  await expect(atDesk.getByRole("alert")).toContainText("还有店铺在用这个收款账户");

  await page.goto("/shopManage");
  const row = page.getByRole("row").filter({ hasText: store.name });
  await row.getByRole("button", { name: `${store.name} 的更多操作` }).click();
  await row.getByRole("button", { name: "更换收款账户" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(other.account.accountNumber!.slice(-4)) }).check();
  await dialog.getByRole("button", { name: "更换", exact: true }).click();
  await expect(row).toContainText(other.account.accountNumber!.slice(-4));

  await close.click();
  await expectToast(desk, "已关闭，商户会收到通知");
  await expect(close).toHaveCount(0);
  await page.goto(`/bigAccount/details?id=${store.account.id}`);
  await expect(page.getByText("商户要求停用").first()).toBeVisible();
  await expect(page.getByText(/请在平台后台换成别的收款账户/)).toBeVisible();
  await expectWellMade(page);
});
