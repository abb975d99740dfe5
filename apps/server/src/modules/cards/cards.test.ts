import {
  activityEndpoints,
  approvalEndpoints,
  beneficiaryEndpoints as payees,
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  homeEndpoints,
  identityEndpoints,
  messageEndpoints,
} from "@coralhub/contract";
import {
  CARD_BINS,
  CARD_FUNDING_ACCOUNT,
  cardWalletCode,
  formatMoney,
  looksLikeCardNumber,
  parseMoney,
} from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveBack } from "../identity/recovery-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { openAccount } from "../income/income-fixture.ts";
import { accountCode, bindAccount } from "../payouts/payouts-fixture.ts";
import {
  act,
  cardMerchant,
  fundCards,
  fundingCode,
  HOLDER,
  issuerWill,
  opened,
  openCard,
  payments,
  plantWallet,
  requireNoProblems,
  startCards,
  swipe,
  until,
  usd,
  request,
  type Desk,
} from "./cards-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const walletOf = async (merchant: { token: string }) => {
  const { available, owed } = await desk.call(calls.cardWallet, {}, merchant);
  return [formatMoney(available), formatMoney(owed)];
};

test("several cards at once: the fee taken, first loads done, one that is refused gives everything back", async () => {
  const merchant = await cardMerchant(desk, "200.00");
  const { ids, fee } = await desk.call(
    calls.applyForCards,
    { userCardDTO: [request({ cardName: "一", firstLoad: usd("50.00") }), request({ cardName: "二", label: "北美" })] },
    merchant,
  );
  expect(formatMoney(fee)).toBe("2.00");
  for (const id of ids) await opened(desk, merchant, id);
  expect(await walletOf(merchant)).toEqual(["148.00", "0.00"]);
  const changes = (await desk.call(calls.fundChanges, {}, merchant)).records;
  const fees = changes.filter(({ reason }) => reason === "fee.charged").map(({ reference }) => reference);
  expect(fees).toEqual(Array(2).fill(expect.stringMatching(/^CK[\dA-F]{12}$/)));
  // Those of the first months are kept by their row's key.
  const old = await cardMerchant(desk, "0.00");
  for (const kept of ["card", "card-owed"]) {
    const reference = `${kept}-01a1e7e2-0015-72fe-8fb1-6c7688de48d2`;
    await plantWallet(desk, old, "1.00", { to: cardWalletCode("USD"), reference });
  }
  const shown = (await desk.call(calls.fundChanges, {}, old)).records.map(({ reference }) => reference);
  expect(new Set(shown)).toEqual(new Set(["CD6C7688DE48D2", "CK6C7688DE48D2"]));
  await issuerWill(desk, "refuseCards");
  const { ids: failing } = await desk.call(calls.applyForCards, { userCardDTO: [request()] }, merchant);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await desk.call(calls.card, { id: failing[0]! }, merchant)).cardStatus === "failed" ? true : undefined;
  });
  await issuerWill(desk, "normal");
  expect(await walletOf(merchant)).toEqual(["148.00", "0.00"]);
  // Each fee is told once among everything that happened to the merchant's money; what was given back is not.
  const told = await desk.call(activityEndpoints.moneyEvents, { filters: { kind: ["cardFee"] } }, merchant);
  expect(new Set(told.records.map(({ reference }) => reference))).toEqual(new Set(fees));
  expect(told.records.map(({ state, net }) => [state, net.minor])).toEqual(Array(2).fill(["done", -100n]));
  const poor = await cardMerchant(desk, "0.00");
  await expect(desk.call(calls.applyForCards, { userCardDTO: [request()] }, poor)).rejects.toEqual(
    refused("card.wallet_short"),
  );
  const stranger = request({ cardholder: "别人" });
  await expect(desk.call(calls.applyForCards, { userCardDTO: [stranger] }, merchant)).rejects.toEqual(
    refused("card.holder_unknown"),
  );
  const { groups, labels } = await desk.call(calls.cardCounts, {}, merchant);
  expect([groups, labels]).toEqual([{ used: 2, applying: 1, closed: 0 }, ["北美"]]);
});

test("fault 7: the limits of all cards change when two of finance want it", async () => {
  const { changedAt: _at, ...now } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  const request = { ...now, cardsPerMerchant: now.cardsPerMerchant + 1, reason: "旺季" };
  const { approvalId: id } = await desk.call(desk_.setCardProgramme, request, desk.finance);
  expect(await desk.call(desk_.cardProgramme, {}, desk.finance)).toMatchObject(now);
  const agree = { id, decision: "approve", note: "同意" } as const;
  await expect(desk.call(approvalEndpoints.decideApproval, agree, desk.finance)).rejects.toEqual(
    refused("approval.two_people"),
  );
  await desk.call(approvalEndpoints.decideApproval, agree, desk.admin);
  const { cardsPerMerchant } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  expect(cardsPerMerchant).toBe(now.cardsPerMerchant + 1);
});

test("money goes back to the wallet after a code for this target and amount", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id } = await desk.call(calls.withdrawFromCards, { target: "wallet", money: usd("60.00") }, merchant);
  await desk.call(calls.sendCardWithdrawalCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  expect(await desk.call(calls.confirmCardWithdrawal, { id, verifyCode }, merchant)).toEqual({
    id,
    state: "completed",
  });
  expect(await walletOf(merchant)).toEqual(["40.00", "0.00"]);
  const { records } = await desk.call(calls.fundChanges, {}, merchant);
  expect(records.map(({ reason, change }) => [reason, formatMoney(change)])).toEqual([
    ["card.withdrawn", "-60.00"],
    ["card.funded", "100.00"],
  ]);
});

test("card money does not get onto an account that one platform has to itself", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id: bankAccountId } = await openAccount(desk, merchant);
  const wished = { target: "collection", bankAccountId, money: usd("60.00") } as const;
  const platformIs = (code: string) =>
    desk.database.query("update receiving_account set platform = $2 where id = $1", [bankAccountId, code]);
  await platformIs("EBAY");
  const { id } = await desk.call(calls.withdrawFromCards, wished, merchant);
  await desk.call(calls.sendCardWithdrawalCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  await platformIs("AMAZON");
  await expect(desk.call(calls.withdrawFromCards, wished, merchant)).rejects.toEqual(refused("card.target_reserved"));
  await expect(desk.call(calls.confirmCardWithdrawal, { id, verifyCode }, merchant)).rejects.toEqual(
    refused("card.target_reserved"),
  );
});

test("what a merchant reads before it moves card money is what then happens, and its own alone", async () => {
  const [merchant, stranger] = [await cardMerchant(desk, "100.00"), await cardMerchant(desk, "0.00")];
  const user = await desk.call(calls.cardUser, {}, merchant);
  expect(user).toMatchObject({ certified: true, open: true, openingFee: usd("1.00"), cards: 0 });
  expect(user.bins.map(({ bin }) => bin).toSorted()).toEqual(Object.keys(CARD_BINS).toSorted());
  const fees = await desk.call(calls.cardFees, {}, merchant);
  const feeOf = (business: string) => fees.find((fee) => fee.business === business)?.text;
  expect([feeOf("card_opening"), feeOf("card_foreign")]).toEqual(["每张 USD 1.00", user.foreignFee]);
  const card = await openCard(desk, merchant);
  expect(await walletOf(merchant)).toEqual(["99.00", "0.00"]);
  expect((await desk.call(calls.cardUser, {}, merchant)).cards).toBe(1);
  expect((await desk.call(calls.cardUser, {}, stranger)).cards).toBe(0);

  await plantWallet(desk, merchant, "500.00");
  const { id: accountId } = await openAccount(desk, merchant);
  await openAccount(desk, merchant, { currency: "EUR", country: "DE" });
  const sources = await desk.call(calls.cardFundSources, {}, merchant);
  expect(sources).toMatchObject([
    { kind: "collection", accountId, currency: "USD", available: usd("0.00"), problem: null },
    { kind: "wallet", accountId: null, currency: "USD", available: usd("500.00"), problem: null },
  ]);
  expect(await desk.call(calls.cardFundSources, {}, stranger)).toMatchObject([
    { kind: "wallet", available: usd("0.00") },
  ]);
  const quote = await desk.call(calls.quoteCardFunding, { amount: usd("500.00") }, merchant);
  expect(quote.arrives.minor).toBe(quote.amount.minor - quote.fee.minor);
  const funding = { amount: usd("500.00") };
  await expect(desk.call(calls.fundCardWallet, { ...funding, verifyCode: "" }, merchant)).rejects.toMatchObject({
    reason: "input.invalid",
    fields: { verifyCode: "请填写 6 位数字验证码" },
  });
  const code = await fundingCode(desk, merchant, funding);
  await expect(desk.call(calls.fundCardWallet, { amount: usd("499.99"), verifyCode: code }, merchant)).rejects.toEqual(
    refused("identity.code_wrong"),
  );
  const funded = await desk.call(calls.fundCardWallet, { ...funding, verifyCode: code }, merchant);
  await expect(fundCards(desk, merchant, funding)).rejects.toEqual(refused("ledger.insufficient_funds"));
  const paper = async (language: "zh" | "en", id = funded.id) => {
    const { blob } = await desk.call(calls.cardRechargeReceipt, { id, language }, merchant);
    return pdfText(new Uint8Array(await blob.arrayBuffer()));
  };
  const recorded = await desk.call(calls.cardRechargeDetail, { id: funded.id }, merchant);
  expect([recorded.source, recorded.timeline.map(({ label }) => label)]).toEqual(["多币种钱包", ["已转入卡钱包"]]);
  expect(await paper("zh")).toContain("卡钱包充值回单");
  expect(await paper("zh")).toContain("多币种钱包");
  expect(await paper("en")).toContain("USD 500.00");
  const move = { cardId: card.id, rechargeAmount: usd("1.00") };
  const onto = await desk.call(calls.rechargeCard, move, merchant);
  const back = await desk.call(calls.unloadCard, move, merchant);
  expect(await paper("zh", onto.id)).toMatch(/卡充值回单[^]*尾号 \d{4}/);
  expect(await paper("en", back.id)).toContain("Card Unload Advice");
  await expect(desk.call(calls.cardRechargeReceipt, { id: funded.id, language: "zh" }, stranger)).rejects.toEqual(
    refused("not_found"),
  );
  expect(await walletOf(merchant)).toEqual([
    formatMoney({ ...quote.arrives, minor: quote.arrives.minor + 9_900n }),
    "0.00",
  ]);
  const euros = { amount: parseMoney("5.00", "EUR") };
  await expect(desk.call(calls.quoteCardFunding, euros, merchant)).rejects.toEqual(refused("card.wrong_currency"));
  const offline = await desk.call(calls.offlineFundingInfo, {}, merchant);
  expect(offline).toMatchObject({ accountNumber: CARD_FUNDING_ACCOUNT.number, open: true });
  expect(offline.fields.map(({ value }) => value)).toContain(CARD_FUNDING_ACCOUNT.number);

  const { id } = await desk.call(calls.withdrawFromCards, { target: "wallet", money: usd("60.00") }, merchant);
  const verifyCode = await desk.codeAfter(merchant.mobile, () =>
    desk.call(calls.sendCardWithdrawalCode, { id }, merchant),
  );
  const confirm = (who: { token: string }) => desk.call(calls.confirmCardWithdraw, { id, verifyCode }, who);
  await expect(confirm(stranger)).rejects.toEqual(refused("not_found"));
  expect(await confirm(merchant)).toEqual({ id, state: "completed" });
  const withdrawn = async (who: { token: string }) => (await desk.call(calls.cardWithdrawals, {}, who)).records;
  expect(await withdrawn(merchant)).toMatchObject([{ id, state: "completed", target: "wallet", money: usd("60.00") }]);
  expect(await withdrawn(stranger)).toEqual([]);
  await requireNoProblems(desk);
});

test("whom a low card is told to, and the account in yuan among the merchant's own", async () => {
  const [merchant, stranger] = [await cardMerchant(desk, "0.00"), await cardMerchant(desk, "0.00")];
  const { id } = await desk.call(calls.saveWarnContact, { name: "周敏", address: "Zhou@Nanyu.test" }, merchant);
  expect(await desk.call(calls.warnContacts, {}, merchant)).toEqual([
    { id, name: "周敏", address: "zhou@nanyu.test", kind: "email" },
  ]);
  expect(await desk.call(calls.warnContacts, {}, stranger)).toEqual([]);
  await expect(desk.call(calls.removeWarnContact, { id }, stranger)).rejects.toEqual(refused("not_found"));
  await desk.call(calls.removeWarnContact, { id }, merchant);
  expect(await desk.call(calls.warnContacts, {}, merchant)).toEqual([]);

  const inYuan = (who: { token: string }) => desk.call(calls.ownCnyAccount, {}, who);
  // Dollars abroad, bound first, are not it.
  const dollars = {
    currency: "USD",
    bankCountryCode: "US",
    clearCode: "021000021",
    bankNo: "4830000077",
    bankAccountType: "checking",
    nameOfAccountHolder: "SHENZHEN NANYU TECHNOLOGY CO LTD",
    verificationCode: await accountCode(desk, merchant),
  } as const;
  await desk.call(payees.addOwnAccount, dollars, merchant);
  expect(await inYuan(merchant)).toBeNull();
  desk.clock.advance({ seconds: 61 });
  const account = await bindAccount(desk, merchant);
  expect(await inYuan(merchant)).toEqual({
    id: account.id,
    holderName: HOLDER,
    bankName: "中信银行",
    lastFour: "3456",
  });
  expect(await inYuan(stranger)).toBeNull();
});

test("a card with money and a hold closes when the shop has settled; the rest is back in the wallet", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id, token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "30.00");
  // What a card has set aside is under way, at home as on the wallet's page.
  const { balances } = await desk.call(homeEndpoints.home, {}, merchant);
  expect(balances.map(({ processing }) => formatMoney(processing))).toEqual(["30.00"]);
  const moving = async () => {
    const { records } = await desk.call(activityEndpoints.moneyEvents, { filters: { state: ["moving"] } }, merchant);
    return records.map(({ kind, step, amount }) => [kind, step, formatMoney(amount)]);
  };
  expect(await moving()).toEqual([["cardPurchase", "authorised", "30.00"]]);
  expect(await desk.call(calls.closeCard, { id }, merchant)).toEqual({ id, cardStatus: "closing" });
  expect(await walletOf(merchant)).toEqual(["70.00", "0.00"]);
  expect((await swipe(desk, token, "1.00")).approved).toBe(false);
  await act(desk, paymentReference, "settle", { amount: usd("25.00") });
  expect(await moving()).toEqual([]);
  expect((await desk.call(calls.card, { id }, merchant)).cardStatus).toBe("closed");
  expect(await walletOf(merchant)).toEqual(["75.00", "0.00"]);
  await act(desk, paymentReference, "refund");
  expect(await walletOf(merchant)).toEqual(["100.00", "0.00"]);
  await desk.call(calls.deleteCard, { id }, merchant);
  await expect(desk.call(calls.card, { id }, merchant)).rejects.toEqual(refused("not_found"));
  const other = await openCard(desk, merchant, "20.00");
  const { id: successor } = await desk.call(calls.replaceCard, { id: other.id }, merchant);
  await opened(desk, merchant, successor);
  expect(formatMoney((await desk.call(calls.cardBalance, { id: successor }, merchant)).balance)).toBe("20.00");
  await requireNoProblems(desk);
});

test("a dispute goes through the desk and the network; the credit is held until the end", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "40.00");
  await act(desk, paymentReference, "settle");
  const [row] = await payments(desk, merchant);
  const claim = {
    id: row!.id,
    reason: "notReceived" as const,
    statement: "订单约定上周交付，一直没有收到",
    amount: usd("40.00"),
  };
  const dispute = await desk.call(calls.disputePayment, claim, merchant);
  await expect(desk.call(calls.disputePayment, claim, merchant)).rejects.toEqual(refused("card.not_disputable"));
  const key = { merchantId: merchant.userId, id: dispute.id };
  const early = { disputeId: dispute.id, answer: "lose" as const };
  expect(await desk.call(issuer.answerChargeback, early, desk.admin)).toEqual({ outcome: "unknown" });
  await desk.call(desk_.moveCardDispute, { ...key, action: "file", reason: "证据充分" }, desk.finance);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return formatMoney((await desk.call(calls.cardWallet, {}, merchant)).held) === "40.00" ? true : undefined;
  });
  const told = async () =>
    (await desk.call(activityEndpoints.moneyEvents, { filters: { kind: ["cardDispute"] } }, merchant)).records.map(
      ({ id, state, net }) => [id, state, net.minor],
    );
  expect(await told()).toEqual([[dispute.id, "held", 0n]]);
  const answer = { disputeId: dispute.id, answer: "win" as const, note: "卡组织支持" };
  expect(await desk.call(issuer.answerChargeback, answer, desk.admin)).toEqual({ outcome: "taken" });
  expect(await desk.call(issuer.answerChargeback, answer, desk.admin)).toEqual({ outcome: "repeated" });
  expect(await walletOf(merchant)).toEqual(["40.00", "0.00"]);
  expect(await told()).toEqual([[dispute.id, "done", 4_000n]]);
  expect((await desk.call(messageEndpoints.messages, {}, merchant)).records[0]!.title).toContain("胜诉");
});

test("what the shop has given back is not disputed, before the claim or while it lies on the desk", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "40.00");
  await act(desk, paymentReference, "settle");
  const paid = (await payments(desk, merchant)).find(({ kind }) => kind === "purchase")!;
  const refund = (amount: string) => act(desk, paymentReference, "refund", { amount: usd(amount) });
  const claim = (amount: string) =>
    desk.call(
      calls.disputePayment,
      { id: paid.id, reason: "notReceived", statement: "订单约定上周交付，一直没有收到", amount: usd(amount) },
      merchant,
    );
  await refund("15.00");
  await expect(claim("40.00")).rejects.toMatchObject({ reason: "input.invalid", fields: { amount: "最多 USD 25.00" } });
  const { id } = await claim("25.00");
  await refund("10.00");
  const move = { merchantId: merchant.userId, id, reason: "商户已退一部分" };
  await expect(desk.call(desk_.moveCardDispute, { ...move, action: "file" }, desk.finance)).rejects.toEqual(
    refused("card.not_filable"),
  );
  await desk.call(desk_.moveCardDispute, { ...move, action: "decline" }, desk.finance);
  await refund("15.00");
  await expect(claim("1.00")).rejects.toEqual(refused("card.not_disputable"));
  expect((await desk.call(calls.cardTransaction, { id: paid.id }, merchant)).may.dispute).toBe(false);
});

test("what the network says before our own instruction is confirmed finds the credit in the books", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "40.00");
  await act(desk, paymentReference, "settle");
  const [row] = await payments(desk, merchant);
  const { id: disputeId } = await desk.call(
    calls.disputePayment,
    { id: row!.id, reason: "notReceived", statement: "订单约定上周交付，一直没有收到", amount: usd("40.00") },
    merchant,
  );
  // Filed, and the network has it; its answer to us was lost.
  await desk.database.query("update card_dispute set state = 'chargeback' where id = $1", [disputeId]);
  await desk.database.query(
    `insert into sandbox_statement_line (rail, reference, currency, amount, booked_at)
     values ('sandbox-issuer', $1, 'USD', 4000, $2)`,
    [`CB${disputeId}-CB`, desk.clock.now()],
  );
  expect(await desk.call(issuer.answerChargeback, { disputeId, answer: "represent" }, desk.admin)).toEqual({
    outcome: "taken",
  });
  expect(formatMoney((await desk.call(calls.cardWallet, {}, merchant)).held)).toBe("40.00");
  await requireNoProblems(desk);
});

test("a number is shown once after a fresh code, in a page of its own, and lies nowhere else in clear", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id } = await openCard(desk, merchant, "10.00");
  await desk.call(identityEndpoints.sendCardCode, {}, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { path, seconds } = await desk.call(calls.revealCard, { id, verifyCode }, merchant);
  expect(seconds).toBe(60);
  await expect(desk.call(calls.revealCard, { id, verifyCode }, merchant)).rejects.toThrow("验证码");
  const page = await fetch(desk.url + path);
  expect(page.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  // The page around it hears that something was copied, and not what.
  expect(html.match(/postMessage\([^)]*\)/g)).toEqual(['postMessage("copied","*")']);
  const number = /data-value="(\d{16})"/.exec(html)![1]!;
  const cvv = /id="cvv" data-value="(\d{3})"/.exec(html)![1]!;
  expect(looksLikeCardNumber(number)).toBe(true);
  expect((await fetch(desk.url + path)).status).toBe(404);
  const tables = await desk.database.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'card_vault', 'jobs')`,
  );
  for (const { name } of tables) {
    const found = await desk.database.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${number}%`]);
    expect(found, name).toEqual([]);
  }
  expect(await desk.database.query("select 1 from card_message t where t::text like $1", [`%cvv%${cvv}%`])).toEqual([]);
  const { db } = desk.app.platform;
  const { sql } = await import("kysely");
  await expect(sql`select * from card_vault.card_number`.execute(db)).rejects.toThrow("permission denied");
  const exported = await desk.call(calls.cards, {}, merchant);
  expect(
    JSON.stringify(exported, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain(number);
  expect((await desk.call(messageEndpoints.messages, {}, merchant)).records[0]!.title).toContain("卡号被查看");
});

test("what we stop the merchant cannot start, and a blocked shop is paid by nobody", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id, token } = await openCard(desk, merchant, "50.00");
  const key = { merchantId: merchant.userId, id };
  await desk.call(desk_.blockCard, { ...key, reason: "疑似盗刷" }, desk.finance);
  await expect(desk.call(calls.unsuspendCard, { id }, merchant)).rejects.toEqual(refused("card.blocked_by_us"));
  await desk.call(desk_.unblockCard, { ...key, reason: "已核实" }, desk.finance);
  await desk.call(desk_.blockShop, { shopName: "Bad Shop 123", reason: "投诉集中" }, desk.finance);
  expect((await swipe(desk, token, "5.00", { shopName: "BAD SHOP 999" })).approved).toBe(false);
  await desk.call(desk_.unblockShop, { key: "BAD SHOP", reason: "已整改" }, desk.finance);
  expect((await swipe(desk, token, "5.00", { shopName: "BAD SHOP 999" })).approved).toBe(true);
  const { records } = await desk.call(desk_.cardDesk, { filters: { token } }, desk.reviewer);
  expect(records).toHaveLength(1);
  await plantWallet(desk, merchant, "1.00");
});

test("cards of an account that came back to its owner stand still until the owner lets them go on", async () => {
  const merchant = await cardMerchant(desk, "101.00");
  const { id, token } = await openCard(desk, merchant, "50.00");
  const owner = await giveBack(desk, merchant, "13512340078");
  expect((await desk.call(calls.card, { id }, owner)).cardStatus).toBe("frozen");
  expect((await swipe(desk, token, "5.00")).approved).toBe(false);
  const audited = await desk.database.query(
    "select detail from audit_entry where subject = $1 and action = 'card.withheld'",
    [`merchant:${merchant.userId}`],
  );
  expect(audited).toEqual([{ detail: { cards: [id] } }]);
  await desk.call(calls.unsuspendCard, { id }, owner);
  expect((await desk.call(calls.card, { id }, owner)).cardStatus).toBe("active");
});
