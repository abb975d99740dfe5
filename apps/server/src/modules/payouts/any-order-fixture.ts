import {
  beneficiaryEndpoints,
  mybankControlEndpoints,
  mybankEndpoints,
  payoutBankEndpoints as bank,
  payoutEndpoints as calls,
  payoutFamilies,
  walletEndpointTable,
} from "@coralhub/contract";
import { formatMoney, moneyOf, toShanghaiDay, type PayoutKind } from "@coralhub/domain";
import type { createTestRandom, TestMerchant } from "@coralhub/testkit";
import { expect } from "vitest";
import { american, sheet } from "../batches/batches-fixture.ts";
import { callOpen, program, type Program } from "../developer/developer-fixture.ts";
import type { ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { until } from "../income/income-fixture.ts";
import { fundByHand } from "../wallets/wallets-fixture.ts";
import {
  accountCode,
  bindAccount,
  certifiedMerchant,
  fundedAccount,
  HOLDER,
  rested,
  usd,
  watch,
} from "./payouts-fixture.ts";

/** Only how long to wait in vain: a busy machine is no fault. */
export const PATIENCE_MS = 120_000;
export const FRIEND = "NORTH BAY TRADING (HK) LIMITED";
/** On two receiving accounts, one of which fills the wallet. */
const ON_FIRST = "14000.00";
const ON_SECOND = "6000.00";
const IN_WALLET = "5000.00";
export const FUNDED_MINOR = usd(ON_FIRST).minor + usd(ON_SECOND).minor;

type Random = ReturnType<typeof createTestRandom>;
/** One merchant who pays in every way there is, and whom it pays. */
export type Payer = {
  desk: ExchangeDesk;
  merchant: TestMerchant;
  friend: { merchant: TestMerchant; number: string };
  app: Program;
  accounts: [string, string, string];
  payees: Record<PayoutKind, string | undefined>;
  random: Random;
  sheets: number;
};

const payeeName = { supplier: "HARBOR PACKAGING LLC", service: "BANGKOK FREIGHT CO" };
const AMERICAN = { supplierCountryCode: "US", clearCode: "021000021", bankAccountType: "checking" } as const;
const THAI = {
  supplierCountryCode: "TH",
  swiftCode: "BKKBTHBK",
  bankCity: "BANGKOK",
  companyAddress: "1 SATHORN ROAD",
  purpose: "services",
  bankName: "Bangkok Bank",
} as const;

async function payee(
  desk: ExchangeDesk,
  merchant: TestMerchant,
  kind: keyof typeof payeeName,
  bankAccount: string,
): Promise<string> {
  desk.clock.advance({ seconds: 61 });
  const call = kind === "supplier" ? beneficiaryEndpoints.addSupplier : beneficiaryEndpoints.addServiceProvider;
  const name = payeeName[kind];
  const details = { supplierName: name, bankAccountHolder: name, bankAccount, bankCurrency: "USD" } as const;
  const verificationCode = await accountCode(desk, merchant);
  const form = { ...details, ...(kind === "service" ? THAI : AMERICAN), verificationCode };
  return (await desk.call(call, form, merchant)).id;
}

/** What comes after the press, not what lay there before; other news reaches the same phone meanwhile. */
async function codeAfter({ desk, merchant }: Payer, press: () => Promise<unknown>): Promise<string> {
  const known = new Set((await desk.mailbox(merchant.mobile)).map(({ id }) => id));
  await press();
  return until(async () => {
    const mails = await desk.mailbox(merchant.mobile);
    return mails.find(({ id, code }) => code !== null && !known.has(id))?.code ?? undefined;
  }, PATIENCE_MS);
}

async function bindMybank(payer: Payer): Promise<void> {
  const { desk, merchant } = payer;
  desk.clock.advance({ seconds: 61 });
  await desk.call(mybankControlEndpoints.setMybankSettings, { plan: "accept", delaySeconds: 0 }, desk.admin);
  const verificationCode = await codeAfter(payer, () => desk.call(beneficiaryEndpoints.sendAccountCode, {}, merchant));
  const form = { bankNo: "8888888123456789", verificationCode, agreed: true } as const;
  await desk.call(mybankEndpoints.bindMybank, form, merchant);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const [binding] = (await desk.call(mybankEndpoints.mybankStatus, {}, merchant)).bindings;
    return binding?.state === "bound" ? true : undefined;
  }, PATIENCE_MS);
}

/** Certified and funded, with somebody of every kind to pay. */
export async function newPayer(desk: ExchangeDesk, random: Random): Promise<Payer> {
  const merchant = await certifiedMerchant(desk, "mainland", HOLDER);
  const friend = await certifiedMerchant(desk, "hongkong", FRIEND);
  const { number } = await desk.call(walletEndpointTable.walletOverview, {}, friend);
  const first = await fundedAccount(desk, merchant, ON_FIRST);
  const second = await fundedAccount(desk, merchant, ON_SECOND);
  await fundByHand(desk, merchant, { accountId: first.id, amount: usd(IN_WALLET) });
  await bindAccount(desk, merchant);
  const supplier = await payee(desk, merchant, "supplier", "4830000099");
  const service = await payee(desk, merchant, "service", "7712345");
  // A seller's card, as its adoption leaves it.
  const seller = await payee(desk, merchant, "supplier", "4830000100");
  await desk.database.query("update beneficiary set kind = 'seller' where id = $1", [seller]);
  const app = await program(desk, merchant);
  await desk.database.query("update open_app set calls_per_minute = 10000 where merchant_id = $1", [merchant.userId]);
  const payer: Payer = {
    desk,
    merchant,
    friend: { merchant: friend, number },
    app,
    accounts: [first.id, second.id, "wallet:USD"],
    payees: { withdrawal: undefined, supplier, service, seller },
    random,
    sheets: 0,
  };
  await bindMybank(payer);
  await rested(desk, merchant);
  return payer;
}

export const pick = <T>({ random }: Pick<Payer, "random">, from: readonly T[]): T => from[random.below(from.length)]!;
const amountOf = ({ random }: Payer): string => `${100 + random.below(150)}.${10 + random.below(90)}`;
export const wire = (amount: string) => ({ currency: "USD", amount });

type Answer<T> = { status: number; msg: string; data: T };
const ask = <T>({ desk, app }: Payer, method: "GET" | "POST", path: string, body?: object): Promise<Answer<T>> =>
  callOpen(desk, app, { method, path, ...(body && { body }) });
/** What has to work. */
async function open<T>(payer: Payer, method: "GET" | "POST", path: string, body?: object): Promise<T> {
  const { status, msg, data } = await ask<T>(payer, method, path, body);
  expect(status, `${path}: ${msg}`).toBe(200);
  return data;
}
/** What may come too late: another step was faster. It is refused with a reason, never with a fault. */
async function attempt(payer: Payer, path: string, body: object = {}): Promise<boolean> {
  const { status, msg } = await ask(payer, "POST", path, body);
  expect([200, 400, 404, 409], `${path}: ${msg}`).toContain(status);
  return status === 200;
}

/** From one account, or from two of them together. */
function sourceOf(payer: Payer) {
  const amount = amountOf(payer);
  const [one, other] = [pick(payer, payer.accounts), pick(payer, payer.accounts)];
  const whole = { accountId: one, amount: wire(amount) };
  if (one === other || payer.random.below(2) === 0) return whole;
  const part = 1n + BigInt(payer.random.below(9_000));
  const rest = formatMoney(moneyOf("USD", usd(amount).minor - part));
  const parts = [
    { accountId: one, amount: wire(formatMoney(moneyOf("USD", part))) },
    { accountId: other, amount: wire(rest) },
  ];
  return { ...whole, parts };
}

const toWhom = ({ payees }: Payer, kind: PayoutKind) => payees[kind] && { beneficiaryId: payees[kind] };

/** Written down and priced; some of it is thought better of, or forgotten. */
async function pay(payer: Payer, kind: PayoutKind): Promise<void> {
  const source = sourceOf(payer);
  // CITIC pays what a marketplace has paid in: what a wallet gives to it goes by clearing.
  const isWallet = JSON.stringify(source).includes("wallet:");
  const way = kind === "withdrawal" && isWallet && { way: "local" };
  const body = { ...source, ...toWhom(payer, kind), ...way };
  const { id } = await open<{ id: string }>(payer, "POST", `/payouts/${kind}`, body);
  const fate = payer.random.below(8);
  if (fate === 0) return;
  if (fate === 1) return void (await open(payer, "POST", `/payouts/${kind}/${id}/cancel`, {}));
  const { quoteId } = await open<{ quoteId: string }>(payer, "POST", `/payouts/${kind}/quote`, body);
  await open(payer, "POST", `/payouts/${id}/confirm`, { quoteId });
}

const dayIn = ({ desk }: Payer, days: number): string =>
  toShanghaiDay(new Date(desk.clock.now().getTime() + days * 86_400_000));

/** For another day, which then comes, or is cancelled before. */
async function paySomeDay(payer: Payer): Promise<void> {
  const kind = pick(payer, ["supplier", "service"] as const);
  const body = { ...sourceOf(payer), ...toWhom(payer, kind), scheduledFor: dayIn(payer, 2) };
  const { id } = await open<{ id: string }>(payer, "POST", `/payouts/${kind}`, body);
  expect(await open(payer, "POST", `/payouts/${id}/confirm`, {})).toMatchObject({ state: "scheduled" });
  if (payer.random.below(4) === 0) return void (await open(payer, "POST", `/payouts/${kind}/${id}/cancel`, {}));
  // As if it were due today: sessions keep the same clock, and would end.
  const due = "update payout set scheduled_for = $2 where id = $1";
  await payer.desk.database.query(due, [id, dayIn(payer, 0)]);
  await watch(payer.desk);
}

/** Agreed on once; each run is a payment of its own. */
async function paySeries(payer: Payer): Promise<void> {
  const { accountId, amount } = sourceOf(payer);
  const rhythm = { rhythm: "monthly", firstOn: dayIn(payer, 1), mostRuns: 2 };
  const order = { kind: "supplier", accountId, amount, beneficiaryId: payer.payees.supplier, ...rhythm };
  const { id } = await open<{ id: string }>(payer, "POST", "/payout-series", order);
  await open(payer, "POST", `/payout-series/${id}/confirm`, {});
  const due = "update payout_series set next_on = $2, first_on = $2 where id = $1";
  await payer.desk.database.query(due, [id, dayIn(payer, 0)]);
  await watch(payer.desk);
}

/** Its calls take a person's code. */
async function payByMybank(payer: Payer): Promise<void> {
  const { desk, merchant, accounts } = payer;
  const { mybank } = payoutFamilies;
  const request = { accountId: accounts[0], amount: usd(amountOf(payer)) };
  const { id } = await desk.call(mybank.apply, request, merchant);
  const verifyCode = await codeAfter(payer, () => desk.call(mybank.sendCode, { id }, merchant));
  const { quoteId } = await desk.call(mybank.trial, request, merchant);
  await desk.call(mybank.confirm, { id, quoteId, verifyCode }, merchant);
}

/** Three suppliers nobody has paid before, confirmed together; a row may be taken back. */
async function paySheet(payer: Payer): Promise<void> {
  const first = 3 * payer.sheets++;
  const rows = [1, 2, 3].map((at) => american(first + at, `${100 + first + at}.00`));
  const { id } = await open<{ id: string }>(payer, "POST", "/batches/pay", { kind: "supplier", text: sheet(rows) });
  type Seen = { state: string; counts: Record<string, number> };
  const reaches = (wanted: (seen: Seen) => boolean) =>
    until(async () => (wanted(await open<Seen>(payer, "GET", `/batches/${id}`)) ? true : undefined), PATIENCE_MS);
  await reaches(({ state, counts }) => state === "toConfirm" && counts["ready"] === rows.length);
  const accountId = pick(payer, payer.accounts);
  await open(payer, "POST", `/batches/pay/${id}/accounts`, { currency: "USD", accountId });
  if (payer.random.below(5) === 0) return void (await open(payer, "POST", `/batches/pay/${id}/cancel`, {}));
  const { quoteId } = await open<{ quoteId: string }>(payer, "POST", `/batches/pay/${id}/quote`, {});
  await open(payer, "POST", `/batches/pay/${id}/confirm`, { quoteId });
  if (payer.random.below(2) === 0) await attempt(payer, `/batches/pay/${id}/rows/${2 + payer.random.below(3)}/cancel`);
  await reaches(({ counts }) => !counts["ready"]);
}

/** To somebody else's wallet: at once, or not at all. */
export async function payWallet(payer: Payer, { surely = false } = {}): Promise<void> {
  const to = { number: payer.friend.number, name: FRIEND, note: "货款", amount: wire(amountOf(payer)) };
  const { status, msg, data } = await ask<{ id: string }>(payer, "POST", "/wallet/transfers", to);
  // What finance would have to look at first does not go by wallet.
  if (status === 409 && msg.includes("review")) return;
  expect(status, msg).toBe(200);
  if (surely) return void (await open(payer, "POST", `/wallet/transfers/${data.id}/confirm`, {}));
  if (payer.random.below(4) === 0) return void (await open(payer, "POST", `/wallet/transfers/${data.id}/cancel`, {}));
  await attempt(payer, `/wallet/transfers/${data.id}/confirm`);
}

async function fillWallet(payer: Payer): Promise<void> {
  const body = { accountId: payer.accounts[1], amount: wire(amountOf(payer)) };
  await open(payer, "POST", "/wallet/fund", body);
}

export const WAYS = {
  withdrawal: (payer: Payer) => pay(payer, "withdrawal"),
  supplier: (payer: Payer) => pay(payer, "supplier"),
  service: (payer: Payer) => pay(payer, "service"),
  seller: (payer: Payer) => pay(payer, "seller"),
  someDay: paySomeDay,
  series: paySeries,
  mybank: payByMybank,
  sheet: paySheet,
  wallet: (payer: Payer) => payWallet(payer),
  funding: fillWallet,
} as const;

type Known = { id: string; kind: PayoutKind; state: string; reference: string };
export const payoutsOf = ({ desk, merchant }: Payer) =>
  desk.database.query<Known>(
    "select id, kind, state, rail_reference as reference from payout where merchant_id = $1 order by created_at, id",
    [merchant.userId],
  );

const MINDS = ["pay", "refuse", "return", "returnShort", "tellAgain"] as const;
/** A bank that decides late, tells again, takes back what it said, or says the opposite of what it did. */
export async function banksChangeTheirMinds(payer: Payer): Promise<void> {
  const { desk, random } = payer;
  for (const { reference, state } of await payoutsOf(payer)) {
    if (random.below(4) > 0) continue;
    // Said of what has no end yet, the opposite would be its first word: a lie nobody here can know.
    const hasEnd = state === "completed" || state === "failed" || state === "returned";
    const decision = pick(payer, hasEnd ? [...MINDS, "contradict" as const] : MINDS);
    await desk.call(bank.decidePayment, { reference, decision, tell: true }, desk.admin).catch(() => undefined);
  }
}

/** Finance lets go what waits for it, or does not; the merchant may have been faster. */
export async function decideOnSome(payer: Payer, { all }: { all: boolean }): Promise<void> {
  const { desk, merchant, random } = payer;
  // Everybody looks now and then: whoever is away for half an hour is signed out.
  await desk.call(calls.payouts, {}, merchant);
  await desk.call(walletEndpointTable.walletOverview, {}, payer.friend.merchant);
  await desk.call(calls.payoutDesk, { filters: { merchantId: merchant.userId } }, desk.finance);
  for (const { id, kind, state } of await payoutsOf(payer)) {
    if (state === "scheduled" && all) await attempt(payer, `/payouts/${kind}/${id}/cancel`);
    if (state !== "awaitingApproval" || (!all && random.below(2) === 0)) continue;
    if (!all && random.below(4) === 0) {
      await attempt(payer, `/payouts/${kind}/${id}/cancel`);
      continue;
    }
    const decision = random.below(4) === 0 ? ("reject" as const) : ("approve" as const);
    const said = { merchantId: merchant.userId, id, decision, reason: "已核对" };
    await desk.call(calls.decidePayout, said, desk.finance).catch((error: { reason?: string }) => {
      expect(error.reason).toBe("state.changed");
    });
  }
}
