import {
  accountEndpoints,
  incomeEndpoints as calls,
  incomeRecordEndpoints as records,
  receivingBankEndpoints as bank,
  homeEndpoints,
} from "@coralhub/contract";
import { moneyOf, moneyText, nextActorOf, type Currency } from "@coralhub/domain";
import type { Chance } from "@coralhub/testkit/simulate/chance";
import type { Merchant, MerchantStep, Simulation, Step, World } from "@coralhub/testkit/simulate";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { drawPaper } from "./paper-fixture.ts";
import { offlineActors } from "./simulate-offline-fixture.ts";

const PAYERS = { stranger: "HARBOUR CONSULTING LTD", listed: "Golden Dune Shipping FZE" } as const;
/** What a marketplace pays out: mostly small, now and then so much that papers are asked for. */
const amountOf = (chance: Chance, currency: Currency) =>
  moneyOf(
    currency,
    BigInt(chance.may(0.04) ? chance.between(60_000_000, 110_000_000) : chance.between(20_000, 3_000_000)),
  );

/** Marketplaces pay: on time, announced first, twice, out of order, late, from somebody unexpected. */
async function pay({ world, chance }: Step): Promise<void> {
  const accounts = await world.database.query<{ number: string; currency: Currency }>(
    "select account_number as number, currency from receiving_account where account_number is not null order by merchant_id, id",
  );
  for (let times = Math.min(accounts.length, 4); times > 0; times--) {
    const { number, currency } = chance.pick(accounts);
    const accountNumber = chance.may(0.03) ? `99${number.slice(2)}` : number;
    const payer = chance.may(0.06) ? PAYERS.stranger : chance.may(0.03) ? PAYERS.listed : undefined;
    const request = {
      accountNumber,
      amount: amountOf(chance, chance.may(0.02) ? "EUR" : currency),
      ...(payer && { payer }),
    };
    if (chance.may(0.1)) await announce(world, request, chance);
    else
      await world.lever.attempt(bank.payIn, {
        ...request,
        times: chance.may(0.1) ? 3 : 1,
        outOfOrder: chance.may(0.1),
        delaySeconds: chance.may(0.1) ? 1_800 : 0,
      });
  }
}
async function announce(world: World, request: Parameters<typeof payInput>[0], chance: Chance): Promise<void> {
  const told = await world.lever.attempt(bank.payIn, payInput({ ...request, stage: "announced" }));
  if (!told || chance.may(0.3)) return;
  const arrived = chance.may(0.2) ? { ...request.amount, minor: request.amount.minor - 1_500n } : request.amount;
  await world.lever.attempt(bank.payIn, payInput({ ...request, amount: arrived, reference: told.reference }));
}
type PayIn = {
  accountNumber: string;
  amount: ReturnType<typeof amountOf>;
  payer?: string;
  stage?: "announced";
  reference?: string;
};
const payInput = (request: PayIn): PayIn => request;

async function explain({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.abnormalIncomes, {});
  if (records.length === 0) return;
  const { id, state } = chance.pick(records);
  const detail = await me.call(calls.income, { id });
  if (state === "reviewing") return;
  if (detail.hold === "noStore" && detail.storeId === null) return claim(me, chance, id);
  if (chance.may(0.15)) return void (await me.call(calls.askReturn, { id, reason: "付款方打错了" }));
  const { fileId } = await me.call(calls.contractUpload, { file: drawPaper() });
  const supplement = { id, note: "结算单见附件", fileIds: [fileId] };
  await me.call(state === "abnormal" ? calls.supplementAbnormal : calls.supplementIncome, supplement);
}
async function claim(me: Merchant, chance: Chance, id: string): Promise<void> {
  const stores = await me.call(accountEndpoints.receivingAccounts, {});
  const known = stores.flatMap((account) => account.stores);
  if (known.length > 0) await me.call(calls.claimIncome, { id, storeId: chance.pick(known).id });
}
async function browse({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.incomes, {});
  if (records.length === 0) return;
  const { id } = chance.pick(records);
  await me.call(calls.income, { id });
  const hides = chance.may(0.3);
  const pins = !hides && chance.may(0.3);
  if (hides) await me.attempt(calls.hideIncomes, { ids: [id] });
  if (pins) await me.attempt(calls.pinIncome, { id });
}

async function decide({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", chance.pick([1, 2] as const));
  const { records } = await reviewer.call(calls.incomeDesk, {
    filters: { state: ["reviewing", "needsEvidence", "abnormal"] },
    pageSize: 50,
  });
  for (const { merchantId, id } of records) {
    if (chance.may(0.4)) continue;
    const ref = { merchantId, id };
    const { hold, state } = await reviewer.call(calls.incomeCase, ref);
    const reason = "材料齐全，已核对";
    if (chance.may(0.15)) await reviewer.attempt(calls.proposeReturn, { ...ref, reason: "付款方与业务不符" });
    else if (hold === "payerScreened") await reviewer.attempt(calls.proposeCredit, { ...ref, reason });
    else if (state === "reviewing" && chance.may(0.25))
      await reviewer.attempt(calls.askIncomeEvidence, { ...ref, text: "请补充结算单" });
    else await reviewer.attempt(calls.creditIncome, { ...ref, reason });
  }
}
async function agree({ world, chance }: Step): Promise<void> {
  const finance = world.operator("finance", chance.pick([1, 2] as const));
  for (const what of ["credit", "return"] as const) {
    const { records } = await finance.call(calls.incomeDesk, { filters: { proposed: [what] }, pageSize: 20 });
    for (const { merchantId, id } of records)
      await finance.attempt(calls.decideIncome, {
        merchantId,
        id,
        what,
        decision: chance.may(0.8) ? "approve" : "reject",
        note: "复核",
      });
  }
}
async function assignUnclaimed({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 1);
  const { records } = await reviewer.call(calls.unclaimedIncomes, {
    filters: { state: ["waiting", "proposed"] },
    pageSize: 50,
  });
  for (const { id, state } of records) {
    if (state === "proposed") {
      const decision = chance.may(0.8) ? ("approve" as const) : ("reject" as const);
      await world.operator("finance", 1).attempt(calls.decideUnclaimed, { id, decision, note: "复核" });
      continue;
    }
    const [account] = await world.database.query<{ merchantId: string; id: string }>(
      `select merchant_id as "merchantId", id from receiving_account where state = 'open' order by id offset $1 limit 1`,
      [chance.below(3)],
    );
    const assign = account && chance.may(0.5);
    await reviewer.attempt(calls.proposeUnclaimed, {
      id,
      proposal: assign ? "assign" : "return",
      ...(assign && { merchantId: account.merchantId, accountId: account.id }),
      reason: "按附言核对",
    });
  }
}
async function bankMood({ world, chance }: Step): Promise<void> {
  await world.lever.call(bank.setBankSettings, {
    openingDelaySeconds: chance.pick([0, 0, 3_600]),
    refuse: chance.may(0.15),
  });
}

/** Lists, tabs, totals and the table itself tell the same. */
async function incomesAgree({ database }: World, me: Merchant): Promise<string[]> {
  const { counts, total } = await me.call(calls.incomeSummary, {});
  const list = await me.call(calls.incomes, { pageSize: 100 });
  const rows = await database.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from income where merchant_id = $1 and not hidden group by 1",
    [me.userId],
  );
  const stored = rows.reduce((sum, { count }) => sum + count, 0);
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    ...(total === stored && counted === stored && list.total === stored
      ? []
      : [`summary ${total}, tabs ${counted}, list ${list.total}, table ${stored}`]),
    ...rows
      .filter(({ state, count }) => counts[state as keyof typeof counts] !== count)
      .map(({ state, count }) => `tab ${state}: ${counts[state as keyof typeof counts] ?? 0} instead of ${count}`),
  ];
}
/** A to-do is there as long as its cause, and not a day longer. */
async function todosHaveCauses({ database }: World, me: Merchant): Promise<string[]> {
  const { todos } = await me.call(homeEndpoints.home, {});
  const rows = await database.query<{ id: string; state: never; hold: never }>(
    "select id, state, hold from income where merchant_id = $1",
    [me.userId],
  );
  const told = todos.filter(({ id }) => id.startsWith("income-")).map(({ id }) => id.slice("income-".length));
  const waiting = rows.filter(({ state, hold }) => nextActorOf(state, hold) === "merchant").map(({ id }) => id);
  return [
    ...told.filter((id) => !waiting.includes(id)).map((id) => `a to-do outlives its cause: income ${id}`),
    ...(waiting.length > 0 && told.length === 0
      ? [`${waiting.length} incomes wait for the merchant, home says nothing`]
      : []),
  ];
}

/** The paper of the newest payment that was credited says what the bank and the books say; each is read once. */
async function receiptIsIncome({ database }: World, me: Merchant): Promise<string[]> {
  const [newest] = await database.query<{
    id: string;
    reference: string;
    currency: Currency;
    minor: string;
    fee: string;
  }>(
    `select id, rail_reference as reference, currency, amount_minor::text as minor, fee_minor::text as fee from income
      where merchant_id = $1 and state = 'credited' order by id desc limit 1`,
    [me.userId],
  );
  if (!newest || me.memory.get("income.receipt") === newest.id) return [];
  const paper = await me.attempt(records.incomeReceipt, { id: newest.id });
  if (!paper) return [`income ${newest.id} is credited and has no paper`];
  me.memory.set("income.receipt", newest.id);
  const words = pdfText(new Uint8Array(await paper.blob.arrayBuffer())).replaceAll(/\s/g, "");
  const [amount, fee] = [BigInt(newest.minor), BigInt(newest.fee)];
  return [newest.reference, ...[amount, fee, amount - fee].map((minor) => moneyText(moneyOf(newest.currency, minor)))]
    .filter((wanted) => !words.includes(wanted.replaceAll(/\s/g, "")))
    .map((wanted) => `the paper of income ${newest.id} does not say ${wanted}`);
}

/** Several payments from where most money comes from, so that there is something to go on with. */
export async function sell({ me, world, chance }: MerchantStep): Promise<void> {
  const accounts = await me.call(accountEndpoints.receivingAccounts, {});
  for (const { accountNumber, currency } of accounts)
    for (let times = 3; accountNumber !== null && times > 0; times--)
      await world.lever.attempt(bank.payIn, { accountNumber, amount: amountOf(chance, currency), times: 1 });
}

export const incomeSimulation: Simulation = {
  welcome: sell,
  prepare: ({ lever }) =>
    lever.call(bank.setBankSettings, { openingDelaySeconds: 0, refuse: false }).then(() => undefined),
  calm: ({ lever }) =>
    lever.call(bank.setBankSettings, { openingDelaySeconds: 0, refuse: false }).then(() => undefined),
  actors: [
    { name: "平台打款", by: "rail", perDay: 3, act: pay },
    ...offlineActors,
    { name: "收款银行换脾气", by: "rail", perDay: 0.2, act: bankMood },
    { name: "商户说明收款", by: "merchant", weight: 3, act: explain },
    { name: "商户看收款明细", by: "merchant", weight: 2, act: browse },
    { name: "审核员处理收款", by: "operator", perDay: 1, act: decide },
    { name: "财务复核收款", by: "operator", perDay: 0.7, act: agree },
    { name: "处理无主来款", by: "operator", perDay: 0.5, act: assignUnclaimed },
  ],
  laws: [
    { name: "收款的列表、分类、合计和账相同", when: "daily", violations: incomesAgree },
    { name: "收款凭证与收款相同", when: "daily", violations: receiptIsIncome },
    { name: "待办与原因同在", when: "daily", violations: todosHaveCauses },
  ],
};
