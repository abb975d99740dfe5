import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { ownAmount, payIn, shown } from "./income-steps.ts";
import { enterPortal, makesCall } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test } from "./test.ts";

const { coupons, income } = ALL_ENDPOINTS;
const paper = { name: "回单.png", mimeType: "image/png", buffer: BLANK };

test("what is offered is claimed; a transfer made at a counter is announced with its proof; papers the desk asks for are handed in", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  await page.goto("/nav/coupon");
  const claim = page.getByRole("button", { name: /^领\s?取$/ });
  await makesCall(page, coupons.receiveMillion, () => claim.click());
  await expect(claim).toHaveCount(0);

  // The logistics platform pays under its own name: whoever else does so is asked about.
  const { account } = await boundStore(baseURL!, merchant, "SF", "HKD");
  await page.goto("/bigIncome/offline");
  const announced = ownAmount("HKD");
  await page.getByLabel("金额（HKD）").fill(shown(announced));
  await page.getByLabel("付款人户名").fill("HARBORSIDE TRADING LLC");
  const proof = page.locator('input[type="file"]').first();
  await makesCall(page, income.uploadOfflineProof, () => proof.setInputFiles(paper));
  const announce = page.getByRole("button", { name: "登记汇款" });
  await makesCall(page, income.submitOffline, () => announce.click());
  await expect(page.getByRole("row").filter({ hasText: shown(announced) })).toBeVisible();

  const asked = ownAmount("HKD");
  await payIn(baseURL!, account.accountNumber!, asked, { payer: "HARBORSIDE TRADING LLC" });
  const call = createCall(baseURL!);
  const held = async () => (await call(income.abnormalIncomes, {}, merchant)).records[0]?.id;
  await expect.poll(held, { intervals: [100, 250] }).toBeTruthy();
  const id = (await held())!;
  const reviewer = { token: await operatorToken(baseURL!, "reviewer") };
  const question = { merchantId: merchant.userId, id, text: "请补充与付款方的合同" };
  await call(income.askIncomeEvidence, question, reviewer);
  await page.goto(`/bigIncome/in?open=${id}`);
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "补充材料" }).click();
  await drawer.getByLabel("合同、结算单或订单").setInputFiles(paper);
  await expect(drawer.getByLabel("更多材料 1")).toBeAttached();
  const hand = drawer.getByRole("button", { name: "提交材料" });
  await makesCall(page, income.supplementIncome, () => hand.click());
  await expect(page.getByRole("row").filter({ hasText: shown(asked) })).toContainText("审核中");
});
