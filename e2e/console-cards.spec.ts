import { cardDeskEndpoints, cardEndpoints, cardIssuerEndpoints as issuer } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { enterConsole, operatorToken } from "./console-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { demoMerchant, makesCall } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const COMPANY = "13800000004";
const usd = (text: string) => parseMoney(text, "USD");

/** A purchase of the company that its shop defends: filed, and answered. */
async function defendedDispute(baseURL: string, shopName: string) {
  const call = createCall(baseURL);
  const merchant = await demoMerchant(baseURL, COMPANY);
  const admin = { token: await operatorToken(baseURL, "admin") };
  const finance = { token: await operatorToken(baseURL, "finance") };
  await call(issuer.setIssuerSettings, { plan: "normal", openingSeconds: 0, settleAfterSeconds: null }, admin);
  const cardholder = (await call(cardEndpoints.cardKycNames, {}, merchant))[0]!.name;
  const limits = { perTransaction: null, day: null, month: null, life: null };
  const words = { cardName: "抗辩试用", purpose: "advertising", bin: "493193", label: null, owner: null } as const;
  const request = { ...words, cardholder, firstLoad: usd("50.00"), controls: { limits } };
  const { ids } = await call(cardEndpoints.applyForCards, { userCardDTO: [request] }, merchant);
  const id = ids[0]!;
  const look = () => call(cardEndpoints.card, { id }, merchant);
  await expect.poll(async () => (await look()).cardStatus, { timeout: 60_000 }).toBe("active");
  const { lastFour } = await look();
  const { token } = (await call(issuer.issuerCards, {}, admin)).find((card) => card.lastFour === lastFour)!;
  const { paymentReference } = await call(issuer.swipe, { token, amount: usd("30.00"), shopName }, admin);
  await call(issuer.actOnPayment, { reference: paymentReference, action: "settle" }, admin);
  const { records } = await call(cardEndpoints.cardTransactions, {}, merchant);
  const claim = { reason: "notReceived", statement: "商品一直没有收到，商户不再回复邮件" } as const;
  const paid = records.find(({ cardId }) => cardId === id)!;
  const dispute = await call(cardEndpoints.disputePayment, { id: paid.id, ...claim, amount: usd("30.00") }, merchant);
  const key = { merchantId: merchant.userId, id: dispute.id };
  await call(cardDeskEndpoints.moveCardDispute, { ...key, action: "file", reason: "证据充分" }, finance);
  const represent = { disputeId: dispute.id, answer: "represent", note: "对方出示了签收单" } as const;
  await expect
    .poll(async () => (await call(issuer.answerChargeback, represent, admin)).outcome, { timeout: 60_000 })
    .toBe("taken");
}

test("the shop's answer is accepted at the desk, which shows each stage's own day", async ({ page, baseURL }) => {
  const shopName = "DEFENDED SHOP";
  await defendedDispute(baseURL!, shopName);
  await enterConsole(page, baseURL!, "finance");
  await page.goto(`/ops/cards/disputes?shopName=${encodeURIComponent(shopName)}&state=representment`);
  const row = page.getByRole("row", { name: new RegExp(shopName) }).first();
  await expect(row).toContainText("答复抗辩截止");
  await row.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("答复抗辩截止");
  await expect(dialog.getByRole("button", { name: "进入预仲裁" })).toBeVisible();
  await expectWellMade(page);
  await dialog.getByLabel("原因", { exact: true }).fill("签收单属实，不再追索");
  await makesCall(page, cardDeskEndpoints.moveCardDispute, () =>
    dialog.getByRole("button", { name: "接受抗辩" }).click(),
  );
  await page.goto(`/ops/cards/disputes?shopName=${encodeURIComponent(shopName)}&state=lost`);
  await expect(page.getByRole("row", { name: new RegExp(shopName) }).first()).toContainText("败诉");
});

test("a whole card number is looked for nowhere: it is refused before it leaves the field", async ({
  page,
  baseURL,
}) => {
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/cards");
  const field = page.getByLabel("尾号", { exact: true });
  await field.fill("4931930000001239");
  await field.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "请填写 4 位尾号，不要填写完整卡号" })).toBeVisible();
  expect(page.url()).not.toContain("493193");
  await field.fill("1239");
  await field.press("Enter");
  await expect(page).toHaveURL(/lastFour=1239/);
});

test("a shop that was blocked for everybody is let go with a reason, after a question", async ({ page, baseURL }) => {
  const shopName = `LET GO ${crypto.randomUUID().slice(0, 4).replaceAll(/\d/g, "X").toUpperCase()}`;
  const finance = { token: await operatorToken(baseURL!, "finance") };
  await createCall(baseURL!)(cardDeskEndpoints.blockShop, { shopName, reason: "投诉集中" }, finance);
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/cards/programme");
  await page.getByRole("button", { name: `解除屏蔽 ${shopName}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("所有商户的珊瑚卡立即可以在这家消费商户付款");
  const confirm = dialog.getByRole("button", { name: "解除屏蔽", exact: true });
  await confirm.click();
  await expect(dialog).toContainText("请写明原因");
  await expectWellMade(page);
  await dialog.getByLabel("原因", { exact: true }).fill("商户已整改");
  await makesCall(page, cardDeskEndpoints.unblockShop, () => confirm.click());
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `解除屏蔽 ${shopName}` })).toBeHidden();
});
