import {
  approvalEndpoints,
  cardDeskEndpoints as desk,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  receivingBankEndpoints as bank,
} from "@coralhub/contract";
import { cardTakes, moneyOf, subtractMoney, type Currency } from "@coralhub/domain";
import type { Chance } from "@coralhub/testkit/simulate/chance";
import {
  lawByQuery,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";
import { drawPaper } from "../income/paper-fixture.ts";
import { cardProblems } from "./cards-fixture.ts";

const SHOPS = ["FACEBK ADS", "GOOGLE ADS", "AWS EMEA", "SHOPIFY", "BLOCKED SHOP"] as const;
const usd = (minor: bigint) => moneyOf("USD", minor);

async function fund({ me, chance }: MerchantStep): Promise<void> {
  const sources = (await me.call(calls.cardFundSources, {})).filter(
    ({ available, problem, currency }) => problem === null && currency === "USD" && available.minor > 10_000n,
  );
  if (sources.length === 0) return;
  const { accountId, available } = chance.pick(sources);
  const amount = usd(available.minor / BigInt(chance.pick([2, 3, 5])));
  await me.call(calls.quoteCardFunding, { amount });
  const verifyCode = await me.code(() => me.call(calls.sendCardFundingCode, { accountId, amount }));
  await me.call(calls.fundCardWallet, { accountId, amount, verifyCode });
}
async function apply(step: MerchantStep): Promise<void> {
  const { me, chance } = step;
  const { records } = await me.call(calls.cards, {});
  if (records.length >= 3) return;
  const { available } = await me.call(calls.cardWallet, {});
  if (available.minor < 10_000n) return fund(step);
  const names = await me.call(calls.cardKycNames, {});
  if (names.length === 0) return;
  const firstLoad = available.minor > 20_000n && chance.may(0.8) ? usd(available.minor / 3n) : null;
  await me.call(calls.applyForCards, {
    userCardDTO: [
      {
        cardName: `投放 ${chance.below(1000)}`,
        purpose: chance.pick(["advertising", "cloud"] as const),
        bin: chance.pick(["493193", "556766"] as const),
        cardholder: chance.pick(names).name,
        label: null,
        owner: null,
        firstLoad,
        controls: {},
      },
    ],
  });
}
async function tend(step: MerchantStep): Promise<void> {
  const { me, chance } = step;
  const { records } = await me.call(calls.cards, {});
  if (records.length === 0) return apply(step);
  const { id, cardStatus } = chance.pick(records);
  const { balance } = await me.call(calls.cardBalance, { id });
  const { available } = await me.call(calls.cardWallet, {});
  await me.call(calls.card, { id });
  const move = chance.below(10);
  if (cardStatus === "frozen" && move < 6) await me.call(calls.unsuspendCard, { id });
  else if (cardStatus === "active" && move < 5 && available.minor > 2_000n)
    await me.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd(available.minor / 2n) });
  else if (move < 6 && balance.minor > 0n)
    await me.call(calls.unloadCard, { cardId: id, rechargeAmount: usd(balance.minor / 2n + 1n) });
  else if (cardStatus === "active" && move < 7) await me.call(calls.suspendCard, { id });
  else if (move < 8) await me.call(calls.closeCard, { id });
  else if (move < 9) await me.call(calls.replaceCard, { id });
  else await me.call(calls.simulateCard, { id, amount: usd(2_000n), shopName: "FACEBK ADS" });
}

async function withdraw({ me, chance }: MerchantStep): Promise<void> {
  const { available } = await me.call(calls.cardWallet, {});
  if (available.minor < 1_000n) return;
  const money = usd(available.minor / BigInt(chance.pick([1, 2, 4])));
  const { id } = await me.call(calls.withdrawFromCards, { target: "wallet", money });
  if (chance.may(0.15)) return;
  if (chance.may(0.15)) return void (await me.call(calls.cancelCardWithdrawal, { id }));
  const verifyCode = await me.code(() => me.call(calls.sendCardWithdrawalCode, { id }));
  await me.call(calls.confirmCardWithdrawal, { id, verifyCode });
  await me.call(calls.cardWithdrawals, {});
}
async function announce({ me, world, chance }: MerchantStep): Promise<void> {
  const { serialNumber } = await me.call(calls.serialNumber, { type: 1 });
  const amount = usd(BigInt(chance.between(10_000, 90_000)));
  const [own] = await me.call(calls.cardKycNames, {});
  // Mostly the merchant itself: anybody else's money waits for two of finance.
  const payer = own && chance.may(0.7) ? own.name : "HARBOUR CONSULTING LTD";
  const { id } = await me.call(calls.announceOfflineFunding, { serialNumber, amount, payer });
  if (chance.may(0.2)) return void (await me.call(calls.cancelOfflineFunding, { id }));
  const { accountNumber } = await me.call(calls.offlineFundingInfo, {});
  await remit(world, chance, { accountNumber, amount, serialNumber, payer });
}
type Remittance = { accountNumber: string; amount: ReturnType<typeof usd>; serialNumber: string; payer: string };
/** The money comes with the number, without it, or never. */
async function remit(world: World, chance: Chance, { serialNumber, ...payment }: Remittance): Promise<void> {
  if (chance.may(0.2)) return;
  const remittance = chance.may(0.7) ? serialNumber : "PAYMENT";
  await world.lever.attempt(bank.payIn, { ...payment, remittance });
}
/** Rules of one card or of several together; a card that is over leaves the list. */
async function rule({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.cards, {});
  if (records.length === 0) return;
  const { id, cardStatus } = chance.pick(records);
  if (cardStatus === "closed") return void (await me.call(calls.deleteCard, { id }));
  if (!cardTakes("rule", cardStatus)) return;
  const limits = { day: usd(BigInt(chance.pick([5_000, 50_000]))), month: null, life: null };
  if (chance.may(0.5))
    return void (await me.call(calls.setCardControls, {
      id,
      controls: { limits: { ...limits, perTransaction: chance.may(0.5) ? usd(10_000n) : null } },
    }));
  const { id: bookId } = await me.call(calls.saveCardBook, { name: `投放组 ${chance.below(100)}`, limits });
  const backup = records.find((other) => other.id !== id && other.cardStatus === "active");
  await me.call(calls.updateCard, { id, bookId, ...(backup && { backupCardId: backup.id }) });
}
async function dispute({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.cardTransactions, { filters: { state: ["settled"] } });
  if (records.length === 0) return;
  const bought = records.filter(({ kind }) => kind === "purchase");
  if (bought.length === 0) return;
  const { id } = chance.pick(bought);
  const payment = await me.call(calls.cardTransaction, { id });
  const open = payment.dispute;
  if (!open)
    return void (await me.call(calls.disputePayment, {
      id,
      reason: chance.pick(["fraud", "notReceived"] as const),
      statement: "没有收到服务，商户不答复",
      amount: subtractMoney(payment.settled, payment.fee),
    }));
  if (chance.may(0.3)) await me.attempt(calls.addDisputeEvidence, { id: open.id, file: drawPaper() });
  if (open.state === "asked" && chance.may(0.7))
    await me.call(calls.answerDispute, { id: open.id, note: "聊天记录已附" });
  else if (chance.may(0.3)) await me.call(calls.withdrawDispute, { id: open.id });
}

/** People shop: with and without money on the card, in other currencies, partly, twice. */
async function shop({ world, chance }: Step): Promise<void> {
  const cards = await world.lever.call(issuer.issuerCards, {});
  for (let times = Math.min(cards.length, 3); times > 0; times--) {
    const currency: Currency = chance.pick(["USD", "USD", "USD", "EUR"] as const);
    const request = {
      token: chance.pick(cards).token,
      amount: moneyOf(currency, BigInt(chance.may(0.08) ? 0 : chance.between(100, 30_000))),
      shopName: chance.pick(SHOPS),
    };
    if (chance.may(0.05) && request.amount.minor > 0n) await world.lever.attempt(issuer.forcePost, request);
    else
      await world.lever.attempt(issuer.swipe, {
        ...request,
        partial: chance.may(0.1),
        times: chance.may(0.1) ? 2 : 1,
      });
  }
}
async function follow({ world, chance }: Step): Promise<void> {
  const payments = await world.lever.call(issuer.issuerPayments, {});
  for (let times = Math.min(payments.length, 4); times > 0; times--) {
    const { reference, amount, settled } = chance.pick(payments);
    const action = chance.pick([
      "settle",
      "settle",
      "settle",
      "reverse",
      "increment",
      "refund",
      "expire",
      "repeat",
    ] as const);
    const part = chance.may(0.25) ? moneyOf(amount.currency, amount.minor / 2n) : undefined;
    await world.lever.attempt(issuer.actOnPayment, {
      reference,
      action,
      ...(part && part.minor > 0n && { amount: part }),
      more: action === "settle" && part !== undefined && settled.minor === 0n,
      times: chance.may(0.1) ? 2 : 1,
    });
  }
}
async function mood({ world, chance }: Step): Promise<void> {
  await world.lever.call(issuer.setIssuerSettings, {
    plan: chance.pick(["normal", "normal", "double", "late", "silent", "refuseCards"] as const),
    openingSeconds: chance.pick([0, 0, 3_600]),
    settleAfterSeconds: chance.pick([null, 7_200]),
  });
}

async function oversee({ world, chance }: Step): Promise<void> {
  const finance = world.operator("finance", chance.pick([1, 2] as const));
  const { records } = await finance.call(desk.cardDesk, { filters: { cardStatus: ["active", "frozen"] } });
  if (records.length > 0) {
    const { merchantId, id, blockedByUs } = chance.pick(records);
    const ref = { merchantId, id, reason: "例行核查" };
    await finance.attempt(blockedByUs === null && chance.may(0.5) ? desk.blockCard : desk.unblockCard, ref);
  }
  if (chance.may(0.2)) await finance.attempt(desk.unblockShop, { key: "BLOCKED SHOP", reason: "投诉已了结" });
  else await finance.attempt(desk.blockShop, { shopName: "BLOCKED SHOP", reason: "投诉较多" });
}
async function handleDisputes({ world, chance }: Step): Promise<void> {
  const finance = world.operator("finance", chance.pick([1, 2] as const));
  const { records } = await finance.call(desk.cardDisputeDesk, { pageSize: 50 });
  for (const { merchantId, id, state } of records) {
    const ref = { merchantId, id, reason: "按证据处理" };
    if (state === "submitted")
      await finance.attempt(desk.moveCardDispute, {
        ...ref,
        action: chance.pick(["file", "file", "file", "ask", "decline"] as const),
      });
    else if (state === "asked" && chance.may(0.1))
      await finance.attempt(desk.moveCardDispute, { ...ref, action: "decline" });
    else if (state === "representment" || state === "preArbitration")
      await finance.attempt(desk.moveCardDispute, {
        ...ref,
        action: chance.may(0.2) ? "accept" : state === "representment" ? "escalate" : "arbitrate",
      });
    if (chance.may(0.6)) await judge(world, chance, id);
  }
}
const judge = (world: World, chance: Chance, disputeId: string) =>
  world.lever.attempt(issuer.answerChargeback, {
    disputeId,
    answer: chance.pick(["represent", "represent", "win", "lose"] as const),
  });
async function matchTransfers({ world, chance }: Step): Promise<void> {
  const [finance, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  const { records } = await finance.call(desk.cardTransferDesk, {});
  for (const { id } of records) {
    const [open] = await world.database.query<{ serial: string }>(
      "select serial from card_recharge where kind = 'walletOffline' and state in ('pending', 'processing') order by id offset $1 limit 1",
      [chance.below(2)],
    );
    const proposed =
      open && chance.may(0.7)
        ? await finance.attempt(desk.matchCardTransfer, { id, serialNumber: open.serial, reason: "金额和付款方相符" })
        : chance.may(0.4) && (await finance.attempt(desk.returnCardTransfer, { id, reason: "没有人登记这笔汇款" }));
    if (!proposed) continue;
    const decided = { id: proposed.approvalId, decision: "approve" } as const;
    const alone = await finance.attempt(approvalEndpoints.decideApproval, decided);
    if (alone !== undefined) world.broken("两个人才入得了的汇款", "one person credited a remittance");
    const agreed = chance.may(0.8) ? "approve" : "reject";
    await other.attempt(approvalEndpoints.decideApproval, { ...decided, decision: agreed, note: "复核" });
  }
}

/** What a card keeps can be taken off it, also when it is over; one that never opened keeps nothing. */
const LEFT_ON_CARDS = `
  select c.state || ' card ' || c.id || ' keeps ' || l.balance as problem from card c
    join ledger_account l on l.merchant_id = c.merchant_id and l.kind = 'card' and l.code = 'card:' || l.currency || ':' || c.id
   where l.balance > 0 and c.state in ('applying', 'failed')`;

export const cardsSimulation: Simulation = {
  prepare: usual,
  calm,
  actors: [
    { name: "商户充值卡钱包", by: "merchant", weight: 2, act: fund },
    { name: "商户申请卡", by: "merchant", weight: 2, act: apply },
    { name: "商户打理卡", by: "merchant", weight: 3, act: tend },
    { name: "商户设置卡规则", by: "merchant", weight: 0.7, act: rule },
    { name: "商户转出卡钱包", by: "merchant", weight: 0.7, act: withdraw },
    { name: "商户登记线下汇款到卡钱包", by: "merchant", weight: 0.5, act: announce },
    { name: "商户提出卡争议", by: "merchant", weight: 2, act: dispute },
    { name: "持卡人消费", by: "rail", perDay: 1.5, act: shop },
    { name: "消费商户的后续", by: "rail", perDay: 1.5, act: follow },
    { name: "发卡方换脾气", by: "rail", perDay: 0.3, act: mood },
    { name: "财务管理卡", by: "operator", perDay: 0.3, act: oversee },
    { name: "财务处理卡争议", by: "operator", perDay: 1, act: handleDisputes },
    { name: "财务核对卡钱包汇款", by: "operator", perDay: 0.4, act: matchTransfers },
  ],
  laws: [
    { name: "卡、限额、暂扣和发卡方对得上", when: "daily", ofHouse: true, violations: cardProblems },
    { name: "卡钱包页和卡的余额就是账", when: "daily", violations: pagesAgree },
    lawByQuery("卡上的钱转得出来", "always", LEFT_ON_CARDS),
  ],
};
async function usual({ lever }: World): Promise<void> {
  await lever.call(issuer.setIssuerSettings, { plan: "normal", openingSeconds: 0, settleAfterSeconds: null });
}
/** The network answers what it was asked. */
async function calm(world: World): Promise<void> {
  await usual(world);
  const { records } = await world.operator("finance").call(desk.cardDisputeDesk, {
    filters: { state: ["chargeback", "arbitration"] },
    pageSize: 100,
  });
  for (const { id } of records) await world.lever.attempt(issuer.answerChargeback, { disputeId: id, answer: "win" });
}
async function pagesAgree({ database }: World, me: Merchant): Promise<string[]> {
  const rows = await database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and kind in ('card', 'card_wallet')",
    [me.userId],
  );
  const booked = (end: string) => BigInt(rows.find(({ code }) => code.endsWith(end))?.balance ?? 0);
  const { available } = await me.call(calls.cardWallet, {});
  const { records } = await me.call(calls.cards, { pageSize: 100 });
  const problems = available.minor === booked("card_wallet:USD") ? [] : [`card wallet: page ${available.minor}`];
  for (const { id } of records) {
    const { balance } = await me.call(calls.cardBalance, { id });
    if (balance.minor !== booked(id)) problems.push(`card ${id}: page ${balance.minor}, books ${booked(id)}`);
  }
  return problems;
}
