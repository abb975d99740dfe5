import { ALL_ENDPOINTS } from "@coralhub/contract";
import { moneyOf, singleLimit, type Money } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade, watchErrors } from "./page-health.ts";
import { enterPortal, type Signed } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

const { income } = ALL_ENDPOINTS;
const PAYER = "LUMEN HOME GOODS LLC";
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Paid to a number that is nobody's; two people find out whose it is. */
async function assignLost(baseURL: string, { userId: merchantId }: Signed, accountId: string, amount: Money) {
  const reference = await payIn(baseURL, "900000417722", amount, { payer: PAYER });
  const call = createCall(baseURL);
  const [reviewer, finance] = await Promise.all([
    operatorToken(baseURL, "reviewer"),
    operatorToken(baseURL, "finance"),
  ]);
  const lost = await call(income.unclaimedIncomes, { filters: { reference } }, { token: reviewer });
  const { id } = lost.records[0]!;
  const whose = { proposal: "assign" as const, merchantId, accountId, reason: "商户来函说明账号末位写错" };
  await call(income.proposeUnclaimed, { id, ...whose }, { token: reviewer });
  await call(income.decideUnclaimed, { id, decision: "approve" }, { token: finance });
  return reference;
}

/** From the message to the payment it speaks of. */
async function follow(page: Page, title: string | RegExp, link: string) {
  await page.goto("/message");
  await page.getByRole("listitem").filter({ hasText: title }).getByRole("link", { name: link }).click();
  await page.waitForURL(/\/bigIncome\/in\?open=/);
  return page.getByRole("dialog");
}

async function wellMadeOnBoth(page: Page): Promise<void> {
  await expectWellMade(page);
  await page.setViewportSize(PHONE);
  await expectWellMade(page);
  await page.setViewportSize(DESKTOP);
}

test("a payment that was nobody's is found: its owner is told, opens it from the message and reads how it came", async ({
  context,
  page,
  baseURL,
}) => {
  const errors = watchErrors(page);
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "COD", "USD");
  const amount = ownAmount("USD");
  const reference = await assignLost(baseURL!, merchant, account.id, amount);
  await enterPortal(context, merchant);

  const drawer = await follow(page, `USD ${shown(amount)} 已入账`, "查看这笔款");
  await expect(drawer.getByText("已入账", { exact: true })).toBeVisible();
  await expect(drawer.getByText("认领到收款账户")).toBeVisible();
  await expect(drawer.getByText(/经两位同事核对，归入您的账户/)).toContainText(account.accountNumber!);
  await expect(drawer.getByText(reference)).toBeVisible();
  await expect(drawer.getByText(PAYER, { exact: true })).toBeVisible();
  // What colleagues told each other stays with them.
  await expect(drawer.getByText("商户来函说明账号末位写错")).toHaveCount(0);
  await wellMadeOnBoth(page);
  await drawer.getByRole("button", { name: "关闭" }).click();
  await expect(page.getByRole("row").filter({ hasText: shown(amount) })).toContainText("已入账");
  expect(errors).toEqual([]);
});

test("a found payment the rules hold says so: the message leads to what is missing and to the way to explain it", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const { account } = await boundStore(baseURL!, merchant, "SF", "HKD");
  const amount = moneyOf("HKD", singleLimit("mainland", "HKD").minor + ownAmount("HKD").minor);
  await assignLost(baseURL!, merchant, account.id, amount);
  await enterPortal(context, merchant);

  const drawer = await follow(page, `HKD ${shown(amount)} 暂扣，单笔超过收款限额`, "去说明");
  await expect(drawer.getByText("待补充", { exact: true })).toBeVisible();
  await expect(drawer.getByText("认领到收款账户")).toBeVisible();
  await expect(drawer.getByText(/与金额相符的订单或合同/).first()).toBeVisible();
  await expect(drawer.getByRole("button", { name: "补充材料" })).toBeVisible();
  await wellMadeOnBoth(page);
});
