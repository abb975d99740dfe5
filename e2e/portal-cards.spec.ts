import {
  cardEndpoints,
  cardIssuerEndpoints as issuer,
  identityEndpoints,
  receivingBankEndpoints as bank,
} from "@coralhub/contract";
import { CARD_FUNDING_ACCOUNT, parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { takePicture } from "./certification-steps.ts";
import { enterConsole } from "./console-steps.ts";
import { fillWallet } from "./money-steps.ts";
import { expectWellMade } from "./page-health.ts";
import {
  demoMerchant,
  enterPortal,
  fillCode,
  forgetUsedCodes,
  makesCall,
  sandbox,
  type Signed,
} from "./portal-steps.ts";
import { expect, test, type Page } from "./test.ts";

/** A company whose card wallet holds a few thousand; nobody else's journeys use its cards. */
const COMPANY = "13800000004";
const usd = (text: string) => parseMoney(text, "USD");

/** The merchant, and what the issuer does when told to. */
async function prepare(baseURL: string) {
  const call = createCall(baseURL);
  const merchant = await demoMerchant(baseURL, COMPANY);
  const admin = { token: await sandbox(baseURL).operatorToken("admin") };
  const settings = { plan: "normal", openingSeconds: 0, settleAfterSeconds: null } as const;
  await call(issuer.setIssuerSettings, settings, admin);
  const open = async (cardName: string, firstLoad: string, perTransaction: string | null = null) => {
    const cardholder = (await call(cardEndpoints.cardKycNames, {}, merchant))[0]!.name;
    const limits = {
      perTransaction: perTransaction === null ? null : usd(perTransaction),
      day: null,
      month: null,
      life: null,
    };
    const request = {
      cardName,
      purpose: "advertising",
      bin: "493193",
      label: null,
      owner: null,
      cardholder,
      firstLoad: usd(firstLoad),
      controls: { limits },
    } as const;
    const { ids } = await call(cardEndpoints.applyForCards, { userCardDTO: [request] }, merchant);
    await expect
      .poll(async () => (await call(cardEndpoints.card, { id: ids[0]! }, merchant)).cardStatus, { timeout: 20_000 })
      .toBe("active");
    return { id: ids[0]!, token: await tokenOf(merchant, ids[0]!) };
  };
  const tokenOf = async (who: Signed, id: string) => {
    const { lastFour } = await call(cardEndpoints.card, { id }, who);
    const cards = await call(issuer.issuerCards, {}, admin);
    return cards.find((card) => card.lastFour === lastFour)!.token;
  };
  const swipe = (token: string, amount: string, shopName = "FACEBK ADS") =>
    call(issuer.swipe, { token, amount: usd(amount), shopName }, admin);
  /** The one purchase of this card: the company has others. */
  const paymentOf = async (cardId: string) => {
    const { records } = await call(cardEndpoints.cardTransactions, {}, merchant);
    return records.find((payment) => payment.cardId === cardId)!;
  };
  const act = (reference: string, action: "settle" | "refund") =>
    call(issuer.actOnPayment, { reference, action }, admin);
  return { call, merchant, admin, open, swipe, act, paymentOf };
}

const figure = (page: Page, name: string) => page.getByRole("region", { name }).first();

test("cards in bulk: three applied for on one page, opened, each with its own money and limit", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const { merchant } = await prepare(baseURL!);
  await enterPortal(context, merchant);
  await page.goto("/vcc/apply");
  await page.getByLabel("卡名").fill("批量一号");
  await page.getByLabel("首次充值").fill("20.00");
  await page.getByLabel("每月上限").fill("500");
  await page.getByRole("combobox", { name: "第 1 张允许的币种" }).fill("EUR");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByLabel("EUR 单笔上限").fill("20");
  await page.getByRole("button", { name: "复制上一张" }).click();
  await page.getByLabel("卡名").nth(1).fill("批量二号");
  await page.getByRole("button", { name: "再加一张" }).click();
  await page.getByRole("button", { name: "提交申请" }).click();
  await expect(page.getByText(/请检查第 3 张/)).toBeVisible();
  await page.getByLabel("卡名").nth(2).fill("批量三号");
  await expect(page.getByText(/共需/)).toContainText("43.00");
  await page.getByRole("button", { name: "提交申请" }).click();
  await page.waitForURL(/\/vcc\/applyinfo/);
  await page.goto("/vcc");
  for (const name of ["批量一号", "批量二号", "批量三号"])
    await expect(page.getByRole("article", { name })).toContainText("正常", { timeout: 20_000 });
  await expect(page.getByRole("article", { name: "批量二号" })).toContainText("20.00");
  await expectWellMade(page);
  await page.getByRole("article", { name: "批量二号" }).getByRole("link").click();
  await expect(page.getByText("只允许 EUR 20.00 以内")).toBeVisible();
});

test("the card wallet is filled three ways: a receiving account, the wallet, a transfer by its serial number", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const { call, merchant, admin } = await prepare(baseURL!);
  await fillWallet(baseURL!, merchant.userId, "300.00");
  await enterPortal(context, merchant);
  const fund = async (source: RegExp, amount: string) => {
    await page.goto("/vcc/wallet/recharge");
    await page.getByRole("radio", { name: source }).first().check();
    const field = page.getByRole("textbox", { name: "金额" });
    await field.fill(amount);
    await forgetUsedCodes(merchant.userId);
    await fillCode(page, sandbox(baseURL), "短信验证码", COMPANY);
    // Sent for this amount the code opens no other, and the page says so; for this one it stays good.
    const pay = page.getByRole("button", { name: "充值", exact: true });
    await field.fill("99.00");
    await pay.click();
    await expect(page.getByLabel("短信验证码")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("来源或金额已改，需要新的验证码")).toBeVisible();
    await field.fill(amount);
    await pay.click();
    await page.waitForURL(/\/vcc\/wallet\/tables/);
    const record = page.getByRole("dialog");
    await expect(record).toContainText(amount);
    await expect(record).toContainText("来源");
    await expect(record.getByText("已转入卡钱包", { exact: true })).toBeVisible();
  };
  await fund(/收款账户/, "120.00");
  await fund(/多币种钱包/, "130.00");

  await page.goto("/vcc/wallet/recharge");
  await page.getByText("线下汇款", { exact: true }).click();
  const serial = (await page
    .getByText(/^CW\d{12}$/)
    .first()
    .textContent())!.trim();
  await page.getByLabel("汇款金额").fill("140.00");
  await page.getByLabel("汇款人").fill("海岚国际贸易有限公司");
  await page.getByRole("button", { name: "登记汇款" }).click();
  await page.waitForURL(/view=recharges/);
  await expect(page.getByRole("row", { name: new RegExp(serial) })).toContainText("待处理");
  await call(
    bank.payIn,
    {
      accountNumber: CARD_FUNDING_ACCOUNT.number,
      amount: usd("140.00"),
      remittance: serial,
      reference: `E2E-${serial}`,
      // The merchant itself; anybody else's remittance waits for two of finance.
      payer: (await call(cardEndpoints.cardKycNames, {}, merchant))[0]!.name,
    },
    admin,
  );
  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(serial) })).toContainText("成功");
  await page.getByRole("row", { name: new RegExp(serial) }).click();
  const receipt = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "下载回单" }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);
});

test("frozen, a card pays nothing; unfrozen, it does", async ({ context, page, baseURL }) => {
  const { merchant, open, swipe } = await prepare(baseURL!);
  const { id, token } = await open("冻结试用", "50.00");
  await enterPortal(context, merchant);
  await page.goto(`/vcc?card=${id}`);
  await page.getByRole("button", { name: "冻结" }).click();
  await expect(page.getByText("已冻结").first()).toBeVisible();
  expect(await swipe(token, "5.00")).toMatchObject({ approved: false, code: "78" });
  await page.getByRole("button", { name: "解冻", exact: true }).click();
  await expect(page.getByRole("button", { name: "冻结", exact: true })).toBeVisible();
  expect(await swipe(token, "5.00")).toMatchObject({ approved: true });
  await page.reload();
  await expect(figure(page, "卡片概况")).toContainText("45.00");
});

test("a decline says why, its button makes the next try pass, and a trial tells who stands in before it does", async ({
  context,
  page,
  baseURL,
}) => {
  const { call, merchant, open, swipe, paymentOf } = await prepare(baseURL!);
  const { id, token } = await open("拒付试用", "30.00", "25.00");
  expect(await swipe(token, "40.00")).toMatchObject({ approved: false });
  const declined = await paymentOf(id);
  await enterPortal(context, merchant);
  await page.goto(`/vcc/record?open=${declined.id}`);
  await expect(page.getByText(/单笔上限 USD 25\.00，这笔要 USD 40\.00/).first()).toBeVisible();
  await page.getByRole("button", { name: "上限改为 USD 40.00，充值 USD 10.00" }).click();
  await expect(page.getByText("已处理，商户再扣一次就会通过")).toBeVisible();
  expect(await swipe(token, "40.00")).toMatchObject({ approved: true });

  // Nothing is left on the card: another one stands in, as the trial says.
  const backup = await open("垫付试用", "50.00");
  await call(cardEndpoints.updateCard, { id, backupCardId: backup.id }, merchant);
  await page.goto(`/vcc?card=${id}`);
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "试一笔", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const ask = dialog.getByRole("button", { name: "试一笔", exact: true });
  await dialog.getByLabel("金额").fill("50.00");
  await ask.click();
  await expect(dialog.getByText(/单笔上限 USD 40\.00，这笔要 USD 50\.00/).first()).toBeVisible();
  await dialog.getByLabel("金额").fill("20.00");
  await ask.click();
  await expect(dialog.getByText("会通过")).toBeVisible();
  await expect(dialog.getByText(/从备用卡「垫付试用 ···· \d{4}」补足 USD 20\.00/)).toBeVisible();
  await expectWellMade(page);
  expect(await swipe(token, "20.00")).toMatchObject({ approved: true });
  await page.goto(`/vcc?card=${backup.id}`);
  const given = figure(page, "替其他卡补足");
  await expect(given).toContainText("20.00");
  await given.getByRole("link", { name: /FACEBK ADS/ }).click();
  await expect(page.getByRole("dialog")).toContainText("20.00");
});

test("only named currencies, each with its own limit: set in the rules, shown there, and kept to", async ({
  context,
  page,
  baseURL,
}) => {
  const { call, admin, merchant, open } = await prepare(baseURL!);
  const { id, token } = await open("币种试用", "200.00");
  await enterPortal(context, merchant);
  await page.goto(`/vcc?card=${id}`);
  await page.getByRole("button", { name: "修改", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "允许的币种" }).fill("EUR");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("EUR 单笔上限").fill("20");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("只允许 EUR 20.00 以内")).toBeVisible();
  const pay = (amount: string, currency: "EUR" | "GBP") =>
    call(issuer.swipe, { token, amount: parseMoney(amount, currency), shopName: "HETZNER" }, admin);
  expect(await pay("25.00", "EUR")).toMatchObject({ approved: false, code: "57" });
  expect(await pay("5.00", "GBP")).toMatchObject({ approved: false, code: "57" });
  expect(await pay("15.00", "EUR")).toMatchObject({ approved: true });
});

test("a card group: made with a shared limit, a card joins it, what is beyond it is refused; the help page names who is told", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const { call, merchant, open, swipe } = await prepare(baseURL!);
  const { id, token } = await open("卡组试用", "60.00");
  const group = `北美投放 ${token.slice(-6)}`;
  await enterPortal(context, merchant);
  await page.goto("/vcc/cardbooks");
  await page.getByRole("button", { name: "新建卡组" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: /^保\s?存$/ });
  await dialog.getByLabel("卡组名称").fill(group);
  await dialog.getByLabel("今天共用上限").fill("三十");
  await expect(save).toBeDisabled();
  await dialog.getByLabel("今天共用上限").fill("30");
  await makesCall(page, cardEndpoints.saveCardBook, () => save.click());
  await expect(dialog).toBeHidden();
  await expect(figure(page, group)).toContainText("0 张卡片");
  await expectWellMade(page);

  await page.goto(`/vcc?card=${id}`);
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "修改资料", exact: true }).click();
  await dialog.getByRole("combobox", { name: "卡组" }).click();
  await page.getByTitle(group).click();
  await makesCall(page, cardEndpoints.updateCard, () => save.click());
  await expect(dialog).toBeHidden();
  expect(await swipe(token, "25.00")).toMatchObject({ approved: true });
  expect(await swipe(token, "10.00")).toMatchObject({ approved: false, code: "61" });

  await page.goto("/vcc/cardbooks");
  await expect(figure(page, group)).toContainText("1 张卡片");
  await expect(figure(page, group)).toContainText("25.00");
  await expect(figure(page, group).getByRole("button", { name: /^删\s?除$/ })).toBeDisabled();
  const { records } = await call(cardEndpoints.cardTransactions, {}, merchant);
  const refused = records.find(({ cardId, state }) => cardId === id && state === "declined")!;
  await page.goto(`/vcc/record?open=${refused.id}`);
  await expect(
    page.getByText(`卡组「${group}」今天共用上限 USD 30.00，还可花 USD 5.00，这笔要 USD 10.00`).first(),
  ).toBeVisible();

  await page.goto("/vcc/help");
  await expect(page.getByText("卡组当日上限")).toBeVisible();
  const contacts = figure(page, "余额提醒联系人");
  const name = `财务 ${token.slice(-6)}`;
  await contacts.getByLabel("姓名").fill(name);
  await contacts.getByLabel("手机号或邮箱").fill("finance@example.com");
  await makesCall(page, cardEndpoints.saveWarnContact, () =>
    contacts.getByRole("button", { name: "添加联系人" }).click(),
  );
  await expect(contacts.getByText(`${name}，finance@example.com`)).toBeVisible();
  await expectWellMade(page);
  await contacts.getByRole("button", { name: `删除 ${name}` }).click();
  await expect(contacts.getByText(name)).toBeHidden();
});

test("a settled purchase is disputed, with evidence, and withdrawn", async ({ context, page, baseURL }) => {
  const { merchant, open, swipe, act, paymentOf } = await prepare(baseURL!);
  const { id, token } = await open("争议试用", "60.00");
  const { paymentReference } = await swipe(token, "42.00", "STRANGE SHOP");
  await act(paymentReference, "settle");
  const settled = await paymentOf(id);
  await enterPortal(context, merchant);
  await page.goto(`/vcc/record?open=${settled.id}`);
  await page.getByRole("button", { name: "提出争议" }).click();
  await page.getByRole("textbox", { name: "发生了什么" }).fill("商品一直没有收到，商户不再回复邮件，请协助拒付");
  await page.getByRole("button", { name: "提交争议" }).click();
  const dispute = page.getByRole("region", { name: "争议" });
  await expect(dispute).toContainText("待受理");
  await dispute.locator("input[type=file]").setInputFiles(await takePicture(page, "物流查询"));
  await expect(dispute.getByRole("listitem").getByRole("button", { name: /物流查询/ })).toBeVisible();
  await expectWellMade(page);
  await dispute.getByRole("button", { name: "撤回争议" }).click();
  await expect(dispute).toContainText("已撤回");
});

test("a card with money is closed: the rest is back in the card wallet, what is held follows", async ({
  context,
  page,
  baseURL,
}) => {
  const { call, merchant, open, swipe, act } = await prepare(baseURL!);
  const { id, token } = await open("注销试用", "80.00");
  const { lastFour } = await call(cardEndpoints.card, { id }, merchant);
  const { paymentReference } = await swipe(token, "15.00");
  await enterPortal(context, merchant);
  await page.goto(`/vcc?card=${id}`);
  const more = async (name: string) => {
    await page.getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("button", { name, exact: true }).click();
  };
  await more("修改资料");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("标签").fill("不再投放");
  await makesCall(page, cardEndpoints.updateCard, () => dialog.getByRole("button", { name: /^保\s?存$/ }).click());
  await expect(dialog).toBeHidden();
  await expect(figure(page, "卡片概况")).toContainText("不再投放");
  await more("注销");
  const close = dialog.getByRole("button", { name: /^注\s?销$/ });
  await pressTwice(page, cardEndpoints.closeCard, close);
  await expect(page.getByText("注销中").first()).toBeVisible();
  await expect(figure(page, "卡片概况")).toContainText("15.00");
  await act(paymentReference, "settle");
  await page.reload();
  await expect(page.getByText("已注销").first()).toBeVisible();
  await makesCall(page, cardEndpoints.deleteCard, () => more("从列表移除"));
  await page.waitForURL(/\/vcc$/);
  await page.goto("/vcc/wallet/tables");
  await expect(page.getByRole("row", { name: /卡余额转回/ }).first()).toContainText("65.00");

  // Out of its owner's sight, it is found at the desk with what it paid.
  await enterConsole(page, baseURL!, "finance");
  await page.goto(`/ops/cards?lastFour=${lastFour}`);
  const row = page.getByRole("row", { name: /注销试用/ });
  await expect(row).toContainText("商户已移除");
  await row.click();
  await expect(dialog).toContainText(/商户已于 .+ 从列表移除/);
  await expect(dialog.getByRole("region", { name: "最近交易" })).toContainText("FACEBK ADS");
  await expect(dialog).toContainText(token);
  await expectWellMade(page);
});

/** Number, expiry and CVV stand whole in their frame, on a phone, too. */
async function expectNothingCut(page: Page): Promise<void> {
  const wide = page.viewportSize()!;
  const shown = page.frameLocator("iframe.card-vault").locator("html");
  await expect(shown.getByRole("button", { name: "复制安全码" })).toBeVisible();
  for (const width of [390, wide.width]) {
    await page.setViewportSize({ ...wide, width });
    const cut = () => shown.evaluate((h) => [h.scrollHeight - h.clientHeight, h.scrollWidth - h.clientWidth]);
    await expect.poll(cut).toEqual([0, 0]);
  }
}

test("the line breaks: a card is loaded and unloaded, its number looked at, replaced, the card wallet emptied", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const { merchant, open } = await prepare(baseURL!);
  const { id } = await open("断线试用", "20.00");
  await enterPortal(context, merchant);
  await page.goto(`/vcc?card=${id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "充值", exact: true }).last().click();
  await dialog.getByLabel("充值金额").fill("12.00");
  await pressTwice(page, cardEndpoints.rechargeCard, dialog.getByRole("button", { name: "充值", exact: true }));
  await expect(figure(page, "卡片概况")).toContainText("32.00");
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "转出余额" }).click();
  await dialog.getByLabel("转出金额").fill("7.00");
  await pressTwice(page, cardEndpoints.unloadCard, dialog.getByRole("button", { name: "转出", exact: true }));
  await expect(figure(page, "卡片概况")).toContainText("25.00");

  await page.getByRole("button", { name: "查看卡号" }).click();
  await breakCode(page, baseURL, COMPANY, identityEndpoints.sendCardCode);
  await dialog.getByRole("button", { name: "查看卡号" }).click();
  await expect(dialog.getByLabel("短信验证码")).toBeHidden();
  await expectNothingCut(page);
  await page.goto(`/vcc?card=${id}`);
  await page.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "换卡", exact: true }).click();
  await pressTwice(page, cardEndpoints.replaceCard, dialog.getByRole("button", { name: /^换\s?卡$/ }));
  const { records } = await createCall(baseURL!)(cardEndpoints.cards, {}, merchant);
  expect(records.filter(({ cardName }) => cardName === "断线试用")).toHaveLength(2);

  await page.goto("/vcc/recharge");
  await expect(page.getByText(/卡内现有/)).toBeVisible();
  await page.goto("/vcc/wallet/withdraw");
  await page.getByLabel("金额", { exact: true }).fill("11.00");
  await pressTwice(page, cardEndpoints.withdrawFromCards, page.getByRole("button", { name: "下一步" }));
  await expect(page.getByRole("heading", { name: "确认转出" })).toBeVisible();
  await breakCode(page, baseURL, COMPANY, cardEndpoints.sendCardWithdrawalCode);
  await pressTwice(page, cardEndpoints.confirmCardWithdrawal, page.getByRole("button", { name: "确认转出" }));
  await expect(page.getByRole("heading", { name: "已转出" })).toBeVisible();
  await makesCall(page, cardEndpoints.cardWithdrawals, () => page.goto("/vcc/wallet/tables?view=withdrawals"));
  await expect(page.getByRole("row").filter({ hasText: "11.00" }).first()).toBeVisible();
});
