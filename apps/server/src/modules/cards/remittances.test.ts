import {
  activityEndpoints,
  approvalEndpoints,
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  couponEndpoints as coupons,
  identityEndpoints,
  operationsEndpoints as operations,
  payoutFamilies,
  receivingBankEndpoints as bank,
} from "@coralhub/contract";
import { CARD_FUNDING_ACCOUNT, formatMoney, parseMoney, type Money } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { railIs } from "../outflow/outflow-fixture.ts";
import { bankWill, bindAccount, fundedAccount, rested } from "../payouts/payouts-fixture.ts";
import {
  cardMerchant,
  fundCards,
  fundingCode,
  HOLDER,
  plantWallet,
  requireNoProblems,
  startCards,
  until,
  usd,
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

const announced = async (merchant: { token: string }, payer: string) => {
  const { serialNumber } = await desk.call(calls.serialNumber, { type: 1 }, merchant);
  await desk.call(calls.announceOfflineFunding, { serialNumber, amount: usd("480.00"), payer }, merchant);
  return serialNumber;
};
type Remitted = { remittance: string; reference: string; payer: string; times?: number; amount?: Money };
const remit = async (remitted: Remitted) => {
  const { number: accountNumber } = CARD_FUNDING_ACCOUNT;
  return (await desk.call(bank.payIn, { accountNumber, amount: usd("480.00"), ...remitted }, desk.admin)).outcomes;
};
const waitingUnder = async (wanted: string) => {
  const filters = { reference: wanted };
  const { records } = await desk.call(desk_.cardTransferDesk, { filters }, desk.finance);
  return records.find(({ reference }) => reference === wanted)!;
};

test("the merchant's own transfer with its serial number arrives once; one without waits for two of finance", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const first = await announced(merchant, HOLDER);
  const own = { remittance: `card ${first} thanks`, reference: "FHB-CARD-1", payer: HOLDER, times: 2 };
  expect(await remit(own)).toEqual(["arrived", "repeated"]);
  expect(await walletOf(merchant)).toEqual(["480.00", "0.00"]);
  expect(await remit({ ...own, remittance: "no serial", reference: "FHB-CARD-2" })).toEqual(["unclaimed", "repeated"]);
  const serialNumber = await announced(merchant, HOLDER);
  const { id } = await waitingUnder("FHB-CARD-2");
  const match = { id, serialNumber, reason: "汇款人一致" };
  const { approvalId } = await desk.call(desk_.matchCardTransfer, match, desk.finance);
  expect(await walletOf(merchant)).toEqual(["480.00", "0.00"]);
  const agree = { id: approvalId, decision: "approve", note: "同意" } as const;
  await expect(desk.call(approvalEndpoints.decideApproval, agree, desk.finance)).rejects.toEqual(
    refused("approval.two_people"),
  );
  await desk.call(approvalEndpoints.decideApproval, agree, desk.admin);
  expect(await walletOf(merchant)).toEqual(["960.00", "0.00"]);
  await expect(desk.call(desk_.matchCardTransfer, match, desk.finance)).rejects.toEqual(refused("card.transfer_taken"));
});

test("anybody else's remittance is not credited by itself, whatever number it carries and whoever announced it", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const serial = await announced(merchant, "SOMEBODY ELSE LTD");
  const strange = { remittance: serial, reference: "FHB-CARD-3", payer: "SOMEBODY ELSE LTD" };
  expect(await remit(strange)).toEqual(["unclaimed"]);
  // It came, and is looked at until it went back: then the merchant's own is waited for again.
  const recharge = async () =>
    (
      await desk.database.query<{ id: string; state: string }>(
        "select id, state from card_recharge where serial = $1",
        [serial],
      )
    )[0]!;
  const { id, state } = await recharge();
  expect(state).toBe("processing");
  await expect(desk.call(calls.cancelOfflineFunding, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  const waits = await waitingUnder("FHB-CARD-3");
  const back = { id: waits.id, reason: "付款方与实名不一致" };
  const { approvalId } = await desk.call(desk_.returnCardTransfer, back, desk.finance);
  await desk.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve", note: "同意" }, desk.admin);
  expect((await recharge()).state).toBe("pending");
  const { timeline } = await desk.call(calls.cardRechargeDetail, { id }, merchant);
  expect(timeline.map(({ label }) => label)).toEqual(["已登记汇款", "款项已到，核对中", "继续等待汇款"]);
  const uncertified = await cardMerchant(desk, "0.00");
  const other = await announced(uncertified, HOLDER);
  await desk.database.query("update certification set state = 'frozen' where merchant_id = $1", [uncertified.userId]);
  expect(await remit({ remittance: other, reference: "FHB-CARD-4", payer: HOLDER })).toEqual(["unclaimed"]);
  expect(await walletOf(merchant)).toEqual(["0.00", "0.00"]);
});

test("fault 7: a remittance that is nobody's, or in another currency, goes back when two of finance want it", async () => {
  const waiting = async () => (await desk.call(operations.waiting, {}, desk.finance)).cards;
  const merchant = await cardMerchant(desk, "0.00");
  const serial = await announced(merchant, HOLDER);
  const { number: accountNumber } = CARD_FUNDING_ACCOUNT;
  const euro = { remittance: serial, reference: "FHB-CARD-6", payer: HOLDER, amount: parseMoney("480.00", "EUR") };
  await desk.call(bank.payIn, { accountNumber, ...euro }, desk.admin);
  const before = await waiting();
  const { id, state } = await waitingUnder("FHB-CARD-6");
  expect(state).toBe("waiting");
  // As one announced in the first months: its money was not told as being looked at.
  await desk.database.query("update card_recharge set state = 'pending' where serial = $1", [serial]);
  const { approvalId } = await desk.call(desk_.returnCardTransfer, { id, reason: "卡钱包没有欧元" }, desk.finance);
  await expect(desk.call(desk_.returnCardTransfer, { id, reason: "再说一次" }, desk.admin)).rejects.toEqual(
    refused("approval.waiting"),
  );
  const agree = { id: approvalId, decision: "approve", note: "同意" } as const;
  await expect(desk.call(approvalEndpoints.decideApproval, agree, desk.finance)).rejects.toEqual(
    refused("approval.two_people"),
  );
  await desk.call(approvalEndpoints.decideApproval, agree, desk.admin);
  expect((await waitingUnder("FHB-CARD-6")).state).toBe("returned");
  expect(await waiting()).toBe(before - 1);
  const sent = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (
      await desk.database.query<{ amount: string }>("select amount from sandbox_statement_line where reference = $1", [
        "FHB-CARD-6-R",
      ])
    )[0];
  });
  expect(sent.amount).toBe("-48000");
  const told = await desk.database.query("select note from business_event where merchant_id = $1 and action = $2", [
    merchant.userId,
    "transferGone",
  ]);
  expect(told).toHaveLength(1);
  // Its owner reads it.
  const [announcement] = await desk.database.query<{ id: string }>("select id from card_recharge where serial = $1", [
    serial,
  ]);
  const { timeline } = await desk.call(calls.cardRechargeDetail, { id: announcement!.id }, merchant);
  expect(timeline.map(({ label }) => label)).toEqual(["已登记汇款", "款项已到，核对中", "汇款没有入账"]);
  // Its own money comes after all.
  expect(await remit({ remittance: serial, reference: "FHB-CARD-6-OWN", payer: HOLDER })).toEqual(["arrived"]);
  await expect(desk.call(desk_.returnCardTransfer, { id, reason: "再退一次" }, desk.finance)).rejects.toEqual(
    refused("card.transfer_taken"),
  );
  await requireNoProblems(desk);
});

test("money that comes after its announcement was cancelled or given up is credited when two of finance want it", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const serialNumber = await announced(merchant, HOLDER);
  const [announcement] = await desk.database.query<{ id: string }>("select id from card_recharge where serial = $1", [
    serialNumber,
  ]);
  await desk.call(calls.cancelOfflineFunding, { id: announcement!.id }, merchant);
  expect(await remit({ remittance: serialNumber, reference: "FHB-CARD-LATE", payer: HOLDER })).toEqual(["unclaimed"]);
  const { id } = await waitingUnder("FHB-CARD-LATE");
  const match = { id, serialNumber, reason: "登记取消后仍汇来" };
  const { approvalId } = await desk.call(desk_.matchCardTransfer, match, desk.finance);
  const { records } = await desk.call(approvalEndpoints.approvals, { filters: { state: ["pending"] } }, desk.finance);
  const { facts } = records.find((row) => row.id === approvalId)!;
  expect(facts).toContainEqual({ label: "登记状态", value: "已取消" });
  await desk.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve", note: "同意" }, desk.admin);
  expect(await walletOf(merchant)).toEqual(["480.00", "0.00"]);
  const { rechargeProgress, reason, timeline } = await desk.call(
    calls.cardRechargeDetail,
    { id: announcement!.id },
    merchant,
  );
  expect([rechargeProgress, reason]).toEqual(["succeeded", null]);
  expect(timeline.map(({ label }) => label)).toEqual(["已登记汇款", "取消", "已入账"]);
  // Once: what was credited for it is not credited again.
  expect(await remit({ remittance: serialNumber, reference: "FHB-CARD-LATE-2", payer: HOLDER })).toEqual(["unclaimed"]);
  const again = { ...match, id: (await waitingUnder("FHB-CARD-LATE-2")).id };
  await expect(desk.call(desk_.matchCardTransfer, again, desk.finance)).rejects.toEqual(
    refused("card.serial_credited"),
  );
});

test("two remittances that wait under one number: one is credited, the other is neither lost nor credited with it", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const serialNumber = await announced(merchant, HOLDER);
  const [{ id }] = (await desk.database.query<{ id: string }>("select id from card_recharge where serial = $1", [
    serialNumber,
  ])) as [{ id: string }];
  const decide = async ({ approvalId }: { approvalId: string }) =>
    desk.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve", note: "同意" }, desk.admin);
  const send = async (reference: string) => {
    expect(await remit({ remittance: `/${serialNumber}/`, reference, payer: "SISTER LTD" })).toEqual(["unclaimed"]);
    return (await waitingUnder(reference)).id;
  };
  const giveBack = async (transferId: string) =>
    decide(await desk.call(desk_.returnCardTransfer, { id: transferId, reason: "不是本人" }, desk.finance));
  const [first, second, third] = [await send("FHB-TWO-1"), await send("FHB-TWO-2"), await send("FHB-TWO-3")];
  const progress = async () => {
    const { rechargeProgress, timeline } = await desk.call(calls.cardRechargeDetail, { id }, merchant);
    return [rechargeProgress, timeline.at(-1)!.label];
  };
  expect(await progress()).toEqual(["processing", "又有一笔汇款写着这个流水号"]);
  // One of them goes back: the others are still looked at, so the announcement is too.
  await giveBack(third);
  expect(await progress()).toEqual(["processing", "汇款没有入账"]);
  // Proposed for both, decided at once: one of them is credited, the other one waits on.
  const match = (transferId: string, serial = serialNumber) =>
    desk.call(
      desk_.matchCardTransfer,
      { id: transferId, serialNumber: serial, reason: "关联企业，已核对" },
      desk.finance,
    );
  const proposed = [await match(first), await match(second)];
  const decided = await Promise.allSettled(proposed.map(decide));
  const failed = decided.filter(({ status }) => status === "rejected");
  expect(failed).toMatchObject([{ reason: { reason: "card.serial_credited" } }]);
  expect(await walletOf(merchant)).toEqual(["480.00", "0.00"]);
  const states = async () => [(await waitingUnder("FHB-TWO-1")).state, (await waitingUnder("FHB-TWO-2")).state];
  expect((await states()).toSorted()).toEqual(["matched", "waiting"]);
  const left = (await states())[0] === "waiting" ? 0 : 1;
  // Announced anew it is credited after all.
  const { approvalId: stale } = proposed[left]!;
  await desk.call(approvalEndpoints.decideApproval, { id: stale, decision: "reject", note: "另登记" }, desk.admin);
  await decide(await match([first, second][left]!, await announced(merchant, HOLDER)));
  expect(await walletOf(merchant)).toEqual(["960.00", "0.00"]);
  // Credited under another number than it names: the one it names is looked at for it no longer.
  const named = await announced(merchant, HOLDER);
  await remit({ remittance: named, reference: "FHB-TWO-OTHER", payer: "SISTER LTD" });
  await decide(await match((await waitingUnder("FHB-TWO-OTHER")).id, await announced(merchant, HOLDER)));
  const [waits] = await desk.database.query<{ state: string }>("select state from card_recharge where serial = $1", [
    named,
  ]);
  expect([waits!.state, ...(await walletOf(merchant))]).toEqual(["pending", "1440.00", "0.00"]);
  // What comes after that under the first number waits, its merchant reads so, and it can go back.
  await giveBack(await send("FHB-TWO-4"));
  expect(await progress()).toEqual(["succeeded", "汇款没有入账"]);
  await expect(match(first, "CW000000000000")).rejects.toEqual(refused("card.transfer_taken"));
  await expect(match(await send("FHB-TWO-5"), "CW000000000000")).rejects.toEqual(refused("card.serial_unknown"));
  expect(await walletOf(merchant)).toEqual(["1440.00", "0.00"]);
  await requireNoProblems(desk);
});

test("money that came before its announcement is looked at with it: nobody takes that back or gives it up", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const { serialNumber } = await desk.call(calls.serialNumber, { type: 1 }, merchant);
  expect(await remit({ remittance: serialNumber, reference: "FHB-EARLY-1", payer: HOLDER })).toEqual(["unclaimed"]);
  const announcement = { serialNumber, amount: usd("480.00"), payer: HOLDER };
  const { id, state } = await desk.call(calls.announceOfflineFunding, announcement, merchant);
  expect(state).toBe("processing");
  await expect(desk.call(calls.cancelOfflineFunding, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  const { timeline } = await desk.call(calls.cardRechargeDetail, { id }, merchant);
  expect(timeline.map(({ label }) => label)).toEqual(["已登记汇款", "款项已到，核对中"]);
  const { id: transferId } = await waitingUnder("FHB-EARLY-1");
  const match = { id: transferId, serialNumber, reason: "先汇款后登记" };
  const { approvalId } = await desk.call(desk_.matchCardTransfer, match, desk.finance);
  await desk.call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve", note: "同意" }, desk.admin);
  expect(await walletOf(merchant)).toEqual(["480.00", "0.00"]);
  await requireNoProblems(desk);
});

test("two that wait go back one after the other: with the last of them the announcement waits again", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const serial = await announced(merchant, HOLDER);
  for (const reference of ["FHB-PAIR-1", "FHB-PAIR-2"])
    await remit({ remittance: serial, reference, payer: "SISTER LTD" });
  const state = async () =>
    (await desk.database.query<{ state: string }>("select state from card_recharge where serial = $1", [serial]))[0]!
      .state;
  const seen: string[] = [await state()];
  for (const reference of ["FHB-PAIR-1", "FHB-PAIR-2"]) {
    const { id } = await waitingUnder(reference);
    const { approvalId } = await desk.call(desk_.returnCardTransfer, { id, reason: "不是本人" }, desk.finance);
    const agree = { id: approvalId, decision: "approve", note: "同意" } as const;
    await desk.call(approvalEndpoints.decideApproval, agree, desk.admin);
    seen.push(await state());
  }
  expect(seen).toEqual(["processing", "processing", "pending"]);
  expect(await remit({ remittance: serial, reference: "FHB-PAIR-OWN", payer: HOLDER })).toEqual(["arrived"]);
  expect(await walletOf(merchant)).toEqual(["480.00", "0.00"]);
  await requireNoProblems(desk);
});

test("a merchant's own remittance waits where its name is on a list, and where the lists do not answer", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const serial = await announced(merchant, HOLDER);
  await railIs(desk, "screening", "down");
  const silent = await remit({ remittance: serial, reference: "FHB-CARD-7", payer: HOLDER });
  await railIs(desk, "screening", "normal");
  const namesake = await cardMerchant(desk, "0.00");
  const name = "Beihai Yuanhang Trading Co., Ltd.";
  await desk.database.query("update certification set subject_name = $2 where merchant_id = $1", [
    namesake.userId,
    name,
  ]);
  const other = await announced(namesake, name);
  const listed = await remit({ remittance: other, reference: "FHB-CARD-8", payer: name });
  expect([silent, listed]).toEqual([["unclaimed"], ["unclaimed"]]);
  expect([await walletOf(merchant), await walletOf(namesake)]).toEqual(Array(2).fill(["0.00", "0.00"]));
  // Both who decide read it.
  const { id } = await waitingUnder("FHB-CARD-8");
  const match = { id, serialNumber: other, reason: "核对" };
  const { approvalId } = await desk.call(desk_.matchCardTransfer, match, desk.finance);
  const { records } = await desk.call(approvalEndpoints.approvals, { filters: { state: ["pending"] } }, desk.finance);
  const proposal = records.find((row) => row.id === approvalId)!;
  expect(proposal.facts).toContainEqual({ label: "名单", value: "命中或没有查到，请先核实" });
});

test("who waits for card money does not close; whoever has closed is credited nothing more", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const serial = await announced(merchant, HOLDER);
  const { blockers } = await desk.call(identityEndpoints.closing, {}, merchant);
  expect(blockers.map(({ reason }) => reason)).toContain("还有 1 笔卡钱包汇款或转出没有结束");
  await desk.database.query("update merchant set closed_at = $2 where merchant_id = $1", [
    merchant.userId,
    desk.clock.now(),
  ]);
  expect(await remit({ remittance: serial, reference: "FHB-CARD-5", payer: HOLDER })).toEqual(["unclaimed"]);
});

test("filled from a receiving account: the code's message, the record and both papers name it by its last four", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const { id: accountId, number } = await fundedAccount(desk, merchant, "200.00");
  const end = number.slice(-4);
  const { id } = await fundCards(desk, merchant, { accountId, amount: usd("150.00") });
  const told = (await desk.mailbox(merchant.mobile)).map(({ text }) => text).join("\n");
  expect(told).toContain(`用于充值卡钱包：从收款账户尾号 ${end}，USD 150.00，`);
  const { kind, source } = await desk.call(calls.cardRechargeDetail, { id }, merchant);
  expect([kind, source]).toEqual([
    "walletCollection",
    expect.stringMatching(new RegExp(` USD 尾号 ${end}$`)) as string,
  ]);
  const paper = async (language: "zh" | "en") => {
    const { blob } = await desk.call(calls.cardRechargeReceipt, { id, language }, merchant);
    return pdfText(new Uint8Array(await blob.arrayBuffer()));
  };
  expect(await paper("zh")).toContain(`尾号 ${end}`);
  expect(await paper("en")).toContain(`ending ${end}`);
  for (const text of [await paper("zh"), await paper("en")]) expect(text).not.toContain(number);
});

test("out of the card wallet to the own bank account: refused it is all back, paid it has left once", async () => {
  const merchant = await cardMerchant(desk, "500.00");
  await desk.proveTrade(merchant.userId, usd("500.00"));
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  const { withdrawal } = payoutFamilies;
  const request = { accountId: "card_wallet:USD", amount: usd("200.00") };
  const leave = async (plan: "refuse" | "pay") => {
    await bankWill(desk, plan, 0, "clearing");
    desk.clock.advance({ seconds: 61 });
    const { id } = await desk.call(withdrawal.apply, request, merchant);
    await desk.call(withdrawal.sendCode, { id }, merchant);
    const verifyCode = await desk.codeSentTo(merchant.mobile);
    const { quoteId } = await desk.call(withdrawal.trial, request, merchant);
    await desk.call(withdrawal.confirm, { id, quoteId, verifyCode }, merchant);
    return until(async () => {
      await desk.app.platform.outbox.deliverDue();
      const payout = await desk.call(withdrawal.detail, { id }, merchant);
      return payout.state === (plan === "pay" ? "completed" : "failed") ? payout : undefined;
    });
  };
  await leave("refuse");
  expect(await walletOf(merchant)).toEqual(["500.00", "0.00"]);
  const paid = await leave("pay");
  expect(paid.sources).toMatchObject([{ accountId: "card_wallet:USD", label: "卡钱包 USD", amount: usd("200.00") }]);
  expect(await walletOf(merchant)).toEqual(["300.00", "0.00"]);
  await requireNoProblems(desk);
});

// Last, and in this order: prices are everybody's.
test("the fee never takes more than what is funded: too little is refused, what has come all the same is kept", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  await plantWallet(desk, merchant, "100.00");
  await desk.setPrice({
    business: "card_funding",
    currency: "USD",
    corridor: "*",
    terms: { basisPoints: "0", min: "50.00", bearer: "merchant" },
  });
  const tooLittle = refused("card.below_minimum");
  for (const amount of [usd("1.00"), usd("50.00")]) {
    await expect(desk.call(calls.quoteCardFunding, { amount }, merchant)).rejects.toEqual(tooLittle);
    const guessed = { amount, verifyCode: "000000" };
    await expect(desk.call(calls.fundCardWallet, guessed, merchant)).rejects.toEqual(tooLittle);
  }
  expect(await walletOf(merchant)).toEqual(["0.00", "0.00"]);
  await fundCards(desk, merchant, { amount: usd("60.00") });
  expect(await walletOf(merchant)).toEqual(["10.00", "0.00"]);
  const remittance = await announced(merchant, HOLDER);
  const little = { remittance, reference: "FHB-CARD-LITTLE", payer: HOLDER, amount: usd("3.00") };
  expect(await remit(little)).toEqual(["arrived"]);
  expect(await walletOf(merchant)).toEqual(["10.00", "0.00"]);
  // The fee taken, not the one announced.
  const { records } = await desk.call(activityEndpoints.moneyEvents, {}, merchant);
  const told = records.find(({ kind }) => kind === "cardFundingIn")!;
  expect([told.amount, told.net].map(formatMoney)).toEqual(["3.00", "0.00"]);
  await requireNoProblems(desk);
});

test("the trial of a funding shows the coupon, its price is promised, and the coupon is used with it", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  await plantWallet(desk, merchant, "100.00");
  const plan = {
    name: "充值立减",
    kind: "amount" as const,
    currency: "USD" as const,
    amount: "45.00",
    businesses: ["card_funding" as const],
    stackable: false,
    validDays: 30,
    way: "code" as const,
    claim: "CARDFUND",
    audience: "all" as const,
    listed: [],
    stock: 5,
  };
  const { id } = await desk.call(coupons.proposeCouponPlan, plan, desk.finance);
  await desk.call(coupons.decideCouponPlan, { id, decision: "approve" }, desk.admin);
  await desk.call(coupons.redeemCoupon, { code: "CARDFUND" }, merchant);
  const amount = usd("20.00");
  const { quoteId, fee, feeLines, arrives } = await desk.call(calls.quoteCardFunding, { amount }, merchant);
  expect([fee, arrives].map(formatMoney)).toEqual(["5.00", "15.00"]);
  expect(feeLines.map(({ label, amount: { minor } }) => `${label} ${minor}`)).toContain("优惠券「充值立减」 -4500");
  const verifyCode = await fundingCode(desk, merchant, { amount });
  const fund = (more: object) => desk.call(calls.fundCardWallet, { amount, quoteId, verifyCode, ...more }, merchant);
  await expect(fund({ amount: usd("30.00") })).rejects.toEqual(refused("quote.unknown"));
  const counts = async () => (await desk.call(coupons.coupons, { status: 0 }, merchant)).counts;
  expect(await counts()).toMatchObject({ unused: 1, used: 0 });
  await fund({});
  expect(await walletOf(merchant)).toEqual(["15.00", "0.00"]);
  expect(await counts()).toMatchObject({ unused: 0, used: 1 });
  await expect(fund({})).rejects.toEqual(refused("quote.used"));
  await requireNoProblems(desk);
});
