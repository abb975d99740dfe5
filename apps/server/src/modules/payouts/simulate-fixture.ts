import {
  certificationEndpoints,
  identityEndpoints,
  payoutBankEndpoints as bank,
  payoutEndpoints as calls,
  payoutFamilies,
  type CallInput,
} from "@coralhub/contract";
import { LIMIT_WINDOW_HOURS, moneyText, OWN_LIMITS, PAYOUT_BANK_KEYS, type Money } from "@coralhub/domain";
import {
  lawByQuery,
  unlessRefused,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { payoutSeriesActors } from "./simulate-series-fixture.ts";

const FAMILIES = [
  payoutFamilies.withdrawal,
  payoutFamilies.withdrawal,
  payoutFamilies.supplier,
  payoutFamilies.service,
  payoutFamilies.seller,
] as const;
const PROOF_ABOVE = 2_000_000n;

type Family = (typeof FAMILIES)[number];
type Order = CallInput<Family["apply"]["input"]>;

/** The whole way: what may be paid from, which ways there are, the request, the code, the price, the confirmation. */
async function pay(step: MerchantStep): Promise<string | undefined> {
  const { me, chance, world } = step;
  const found = await anyPayable(me, chance.pick(FAMILIES));
  if (!found) return undefined;
  const { family, sources, payees } = found;
  const { accountId, available, minimum } = chance.pick(sources);
  const amount = part(available, minimum, chance.pick([1, 0.5, 0.1]));
  const request = { accountId, amount, beneficiaryId: chance.pick(payees).id };
  const offers = (await me.call(family.ways, request)).filter(({ problem }) => problem === null);
  if (offers.length === 0) return undefined;
  if (amount.minor > PROOF_ABOVE && chance.may(0.9)) await proveSelf(me);
  const scheduled = chance.may(0.1) && { scheduledFor: dayFrom(world, 3) };
  return order(step, family, { ...request, way: chance.pick(offers).way, ...scheduled });
}
/** A little at once, from one account or any, to whoever may be paid from there: too little for anybody to be asked. */
export async function payALittle(step: MerchantStep, from?: string): Promise<string | undefined> {
  const { me } = step;
  for (const family of new Set(FAMILIES)) {
    const found = await payable(me, family, from);
    if (!found) continue;
    const { accountId, available, minimum } = found.sources[0]!;
    for (const { id: beneficiaryId } of found.payees) {
      const request = { accountId, amount: part(available, minimum, 0.02), beneficiaryId };
      const offer = (await me.call(family.ways, request)).find(({ problem }) => problem === null);
      const id = offer && (await unlessRefused(order(step, family, { ...request, way: offer.way })));
      if (id !== undefined) return id;
    }
  }
  return undefined;
}
/** Answers what was confirmed; nothing of it has been sent yet. Some think again. */
async function order({ me, chance }: MerchantStep, family: Family, request: Order): Promise<string | undefined> {
  const { id } = await me.call(family.apply, request);
  if (chance.may(0.1)) return undefined;
  const verifyCode = await me.code(() => me.call(family.sendCode, { id }));
  const quote = await me.attempt(family.trial, request);
  await me.call(family.confirm, { id, quoteId: quote?.quoteId ?? null, verifyCode });
  await me.call(family.detail, { id });
  return id;
}
/** What one had in mind, or else whatever there is money and somebody for. */
async function anyPayable(me: Merchant, wanted: Family) {
  for (const family of new Set([wanted, ...FAMILIES])) {
    const found = await payable(me, family);
    if (found) return found;
  }
  return undefined;
}
/** What may be paid from and to whom, where there is both. */
async function payable(me: Merchant, family: Family, from?: string) {
  const { accounts, payees: all } = await me.call(family.overview, {});
  const sources = accounts.filter(
    ({ accountId, available, minimum, problem }) =>
      problem === null && available.minor >= minimum.minor && accountId === (from ?? accountId),
  );
  const payees = all.filter(({ state }) => state === "approved");
  return sources.length > 0 && payees.length > 0 ? { family, sources, payees } : undefined;
}
const part = (available: Money, minimum: Money, share: number): Money => {
  const wanted = BigInt(Math.floor(Number(available.minor) * share));
  return { ...available, minor: wanted < minimum.minor ? minimum.minor : wanted };
};
const dayFrom = ({ clock }: World, days: number): string =>
  new Date(clock.now().getTime() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
async function proveSelf(me: Merchant): Promise<void> {
  const verifyCode = await me.code(() => me.call(identityEndpoints.sendStepUpCode, {}));
  await me.stepUp(verifyCode);
}

async function look({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.payouts, {});
  if (records.length === 0) return;
  const { id, state } = chance.pick(records);
  await me.call(calls.payout, { id });
  if (["unverified", "scheduled", "awaitingApproval"].includes(state) && chance.may(0.5))
    await me.call(payoutFamilies.withdrawal.cancel, { id });
}

async function approve({ world, chance }: Step): Promise<void> {
  const finance = world.operator("finance", chance.pick([1, 2] as const));
  const { records } = await finance.call(calls.payoutDesk, { filters: { state: ["awaitingApproval"] }, pageSize: 50 });
  for (const { merchantId, id } of records) {
    const decision = chance.may(0.8) ? ("approve" as const) : ("reject" as const);
    await finance.attempt(calls.decidePayout, { merchantId, id, decision, reason: "已核对" });
  }
}
/** The bank will not have this one: refuses it, says nothing for a while, or pays it and sends it back. */
async function payInVain(step: MerchantStep): Promise<void> {
  const { world, chance } = step;
  const plan = chance.pick(["refuse", "refuse", "silent", "pay"] as const);
  await bankWill(world, plan);
  const id = await unlessRefused(pay(step));
  await world.settle();
  await bankWill(world, "pay");
  if (id === undefined || plan !== "pay") return;
  await sendBack(world, id);
}
const bankWill = async ({ lever }: World, plan: "pay" | "refuse" | "silent"): Promise<void> => {
  for (const key of PAYOUT_BANK_KEYS)
    await lever.call(bank.setPayoutBankSettings, { bank: key, plan, delaySeconds: 0 });
};
/** What the bank has paid comes back after all. */
export async function sendBack({ database, lever, settle }: World, id: string): Promise<void> {
  const [sent] = await database.query<{ reference: string }>(
    "select rail_reference as reference from payout where id = $1 and state = 'completed'",
    [id],
  );
  if (sent) await lever.attempt(bank.decidePayment, { reference: sent.reference, decision: "return", tell: true });
  await settle();
}
/** Between somebody's yes and the bank the house stops the merchant: nothing may leave any more. */
async function payAndFreeze(step: MerchantStep): Promise<void> {
  const { me, world, chance } = step;
  const id = await payALittle(step);
  if (id === undefined) return;
  const stopped = { merchantId: me.userId, reason: "经核查需要冻结" };
  await world.operator("reviewer", 1).attempt(certificationEndpoints.freezeMerchant, stopped);
  await world.settle();
  if (chance.may(0.05)) return;
  await world.operator("reviewer", 2).attempt(certificationEndpoints.unfreezeMerchant, stopped);
  await approve(step);
}
async function mood({ world, chance }: Step): Promise<void> {
  await world.lever.call(bank.setPayoutBankSettings, {
    bank: chance.pick(PAYOUT_BANK_KEYS),
    plan: chance.pick(["pay", "pay", "pay", "refuse", "silent", "lost", "repeat", "short"] as const),
    delaySeconds: chance.pick([0, 60, 7_200]),
  });
}
/**
 * The bank has second thoughts about a payment: pays at last, refuses, sends it back, or says it all again. What it sends
 * back it tells: otherwise only its statement knows, and that is an alarm, as it should be.
 */
async function reconsider({ world, chance }: Step): Promise<void> {
  const payments = await world.lever.call(bank.payoutBankPayments, {});
  if (payments.length === 0) return;
  const { reference, state } = chance.pick(payments);
  const decision =
    state === "paid" ? chance.pick(["return", "tellAgain"] as const) : chance.pick(["pay", "refuse"] as const);
  await world.lever.attempt(bank.decidePayment, {
    reference,
    decision,
    tell: decision === "return" || chance.may(0.7),
  });
}

async function calm(world: World): Promise<void> {
  const { lever } = world;
  await bankWill(world, "pay");
  for (const { reference, state } of await lever.call(bank.payoutBankPayments, {}))
    if (state !== "paid" && state !== "refused" && state !== "returned")
      await lever.attempt(bank.decidePayment, { reference, decision: "pay", tell: true });
}

/** All of a merchant's money can be taken out, or the page says why not. */
async function wayOut({ database }: World, me: Merchant): Promise<string[]> {
  const overview = await me.call(payoutFamilies.withdrawal.overview, {});
  const money = await database.query<{ code: string; balance: string }>(
    `select code, balance::text from ledger_account
      where merchant_id = $1 and balance > 0 and kind in ('collection', 'wallet', 'card_wallet') order by code`,
    [me.userId],
  );
  return money.flatMap(({ code, balance }) => {
    const [kind, currency, owner] = code.split(":") as [string, string, string?];
    const accountId = owner ?? `${kind}:${currency}`;
    const source = overview.accounts.find((account) => account.accountId === accountId);
    if (!source) return [`${code} keeps ${balance}, and the page does not know of it`];
    return String(source.available.minor) === balance
      ? []
      : [`${code} keeps ${balance}, the page offers ${source.available.minor}`];
  });
}

/** The paper of the newest payment says what the page and the books say; each is read once. */
async function receiptIsPayout({ database }: World, me: Merchant): Promise<string[]> {
  const [newest] = await database.query<{ id: string; reference: string }>(
    "select id, rail_reference as reference from payout where merchant_id = $1 and state = 'completed' order by id desc limit 1",
    [me.userId],
  );
  if (!newest || me.memory.get("payouts.receipt") === newest.id) return [];
  me.memory.set("payouts.receipt", newest.id);
  const { price } = await me.call(calls.payout, { id: newest.id });
  const paper = await me.attempt(payoutFamilies.withdrawal.receipt, { id: newest.id });
  if (!paper || !price) return [`payout ${newest.id} is completed and has no paper`];
  const words = pdfText(new Uint8Array(await paper.blob.arrayBuffer())).replaceAll(/\s/g, "");
  return [newest.reference, moneyText(price.amount), moneyText(price.arrives)]
    .filter((wanted) => !words.includes(wanted.replaceAll(/\s/g, "")))
    .map((wanted) => `the paper of payout ${newest.id} does not say ${wanted}`);
}

/** Nobody has more out in a day than the day's limit, and what passed the house's eyes was looked at by somebody. */
const LIMITS = `
  select 'merchant ' || w.merchant_id || ' has ' || w.cents || ' cents out since ' || w.sent_at as problem
    from (select p.merchant_id, p.sent_at, (select sum(o.weight_cents) from payout o where o.merchant_id = p.merchant_id
                 and o.state in ('processing', 'completed') and o.sent_at > p.sent_at - interval '${LIMIT_WINDOW_HOURS} hours'
                 and o.sent_at <= p.sent_at) as cents
            from payout p where p.state in ('processing', 'completed') and p.sent_at > $3::timestamptz - interval '3 days') w
   where w.cents > $1
  union all
  select 'payout ' || p.id || ' of ' || p.weight_cents || ' cents was looked at by nobody' from payout p
   where p.state in ('processing', 'completed') and p.weight_cents > $2 and p.decided_by is null`;
const MOST_CENTS = Math.max(OWN_LIMITS.person, OWN_LIMITS.mainland, OWN_LIMITS.hongkong) * 100;

export const payoutsSimulation: Simulation = {
  prepare: (world) => bankWill(world, "pay"),
  calm,
  actors: [
    { name: "商户付款", by: "merchant", weight: 7, act: async (step) => void (await pay(step)) },
    { name: "商户付款，银行不办", by: "merchant", weight: 2, act: payInVain },
    { name: "商户付款，随即被冻结", by: "merchant", weight: 1, act: payAndFreeze },
    { name: "商户看付款", by: "merchant", weight: 2, act: look },
    { name: "财务审批付款", by: "operator", perDay: 1, act: approve },
    ...payoutSeriesActors,
    { name: "付款银行换脾气", by: "rail", perDay: 0.6, act: mood },
    { name: "付款银行改主意", by: "rail", perDay: 0.8, act: reconsider },
  ],
  laws: [
    { name: "每一分钱都出得去，或者说明为什么", when: "daily", violations: wayOut },
    { name: "回单与付款相同", when: "daily", violations: receiptIsPayout },
    {
      name: "付款不超过限额，该复核的复核过",
      when: "always",
      ofHouse: true,
      violations: async ({ database, clock }) => {
        const limits = [MOST_CENTS, OWN_LIMITS.approval * 100, clock.now()];
        return (await database.query<{ problem: string }>(LIMITS, limits)).map(({ problem }) => problem);
      },
    },
    lawByQuery(
      "付款停在路上的钱就是暂扣的钱",
      "always",
      `
            select p.state || ' payout ' || p.id || ' holds nothing' as problem
              from payout p left join ledger_hold h on h.merchant_id = p.merchant_id and h.posting_id = p.hold_posting_id
             where p.state in ('submitted', 'processing') and (h.posting_id is null or h.resolved_by is not null)
            union all
            select p.state || ' payout ' || p.id || ' still holds money' from payout p
              join ledger_hold h on h.merchant_id = p.merchant_id and h.posting_id = p.hold_posting_id
             where p.state in ('completed', 'failed', 'cancelled', 'returned', 'unverified') and h.resolved_by is null`,
    ),
  ],
};
