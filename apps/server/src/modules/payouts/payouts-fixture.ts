import {
  beneficiaryEndpoints,
  identityEndpoints,
  payoutBankEndpoints as bank,
  payoutFamilies,
  type CallInput,
  type PayoutDetail,
} from "@coralhub/contract";
import { OWN_LIMITS, parseMoney, type Currency, type PayoutBankKey, type PayoutLimits } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { incomeOf, openAccount, payIn, startDesk, until, type Desk } from "../income/income-fixture.ts";

export const { citic } = payoutFamilies;
export type Source = { id: string; number: string };
export const HOLDER = "深圳南屿科技有限公司";
export const CITIC_ACCOUNT = { bankCode: "302584044253", accountNumber: "8110301012900123456", bankName: "中信银行" };

/** A server whose paying bank answers at once. */
export async function startPayouts(): Promise<Desk> {
  const desk = await startDesk();
  await bankWill(desk, "pay");
  return desk;
}

export const bankWill = (
  { call, admin }: Desk,
  plan: CallInput<typeof bank.setPayoutBankSettings.input>["plan"],
  delaySeconds = 0,
  which: PayoutBankKey = "citic",
) => call(bank.setPayoutBankSettings, { bank: which, plan, delaySeconds }, admin);

export const atBank = async (
  { call, admin }: Desk,
  reference: string,
  decision: CallInput<typeof bank.decidePayment.input>["decision"],
  tell = true,
) => (await call(bank.decidePayment, { reference, decision, tell }, admin)).outcomes;

export async function certifiedMerchant(desk: Desk, kind = "mainland", name = HOLDER): Promise<TestMerchant> {
  const merchant = await desk.registerMerchant();
  await desk.database.query(
    `update certification set state = 'certified', kind = $2, subject_name = $3, open_user_id = 'OU' || $1::text
     where merchant_id = $1`,
    [merchant.userId, kind, name],
  );
  return merchant;
}

/** A code for whatever concerns bank accounts. */
type Caller = Pick<Desk, "call" | "codeSentTo">;
export async function accountCode(desk: Caller, merchant: TestMerchant): Promise<string> {
  await desk.call(beneficiaryEndpoints.sendAccountCode, {}, merchant);
  return desk.codeSentTo(merchant.mobile);
}

export async function bindAccount(desk: Caller, merchant: TestMerchant, account = CITIC_ACCOUNT, name = HOLDER) {
  const verificationCode = await accountCode(desk, merchant);
  const { bankCode: clearCode, accountNumber: bankNo, bankName } = account;
  const input = { currency: "CNY", bankCountryCode: "CN", nameOfAccountHolder: name, bank: bankName } as const;
  return desk.call(beneficiaryEndpoints.addOwnAccount, { ...input, clearCode, bankNo, verificationCode }, merchant);
}

/** It has rested. */
export const rested = (desk: Pick<Desk, "database">, { userId }: TestMerchant) =>
  desk.database.query("update beneficiary set rests_from = rests_from - interval '2 days' where merchant_id = $1", [
    userId,
  ]);

/** An Amazon account with money on it, credited by the bank rail and the rules as always, and the orders behind it. */
export async function fundedAccount(
  desk: Desk,
  merchant: TestMerchant,
  amount: string,
  request: { platform?: string; currency?: Currency; country?: string; proven?: false } = {},
): Promise<Source> {
  const { id, number } = await openAccount(desk, merchant, request);
  const { reference } = await payIn(desk, number, amount, request.currency ? { currency: request.currency } : {});
  await until(async () => ((await incomeOf(desk, merchant, reference)).state === "credited" ? true : undefined));
  if (request.proven !== false) await desk.proveTrade(merchant.userId, parseMoney(amount, request.currency ?? "USD"));
  return { id, number };
}

/** Certified, bound and past the cooling period, with money on an Amazon account. */
export async function readyMerchant(desk: Desk, amount: string): Promise<{ merchant: TestMerchant; source: Source }> {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, amount);
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  return { merchant, source };
}

/** As two operators would set them; none: the product's own. */
export const limitsAre = ({ database }: Pick<Desk, "database">, limits: Partial<PayoutLimits>) =>
  database.query(
    `insert into payout_terms (id, subject, content, made_by, made_at)
     select $1, 'limits', $2::jsonb, id, clock_timestamp() from operator limit 1`,
    [crypto.randomUUID(), JSON.stringify({ ...OWN_LIMITS, ...limits })],
  );

export const usd = (text: string) => parseMoney(text, "USD");

const proven = new WeakSet<TestMerchant>();
/** Large amounts ask for a fresh proof; it gives the session another token. */
export async function proveAgain(desk: Desk, merchant: TestMerchant): Promise<void> {
  if (proven.has(merchant)) return;
  await desk.call(identityEndpoints.sendStepUpCode, {}, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  merchant.token = (await desk.call(identityEndpoints.stepUp, { verifyCode }, merchant)).token;
  proven.add(merchant);
}

/** Everything up to the confirmation: what it needs to be made. */
export async function prepare(
  desk: Desk,
  merchant: TestMerchant,
  accountId: string,
  amount: string,
  { channel = "sms", to = merchant.mobile }: { channel?: "sms" | "email"; to?: string } = {},
) {
  const request = { accountId, amount: usd(amount) };
  if (Number(amount) > 20_000) await proveAgain(desk, merchant);
  const { id } = await desk.call(citic.apply, request, merchant);
  await desk.call(citic.sendCode, { id, channel }, merchant);
  const verifyCode = await desk.codeSentTo(to);
  const quote = await desk.call(citic.trial, request, merchant);
  return { id, quote, confirmation: { id, quoteId: quote.quoteId, verifyCode, channel } };
}

export async function withdraw(desk: Desk, merchant: TestMerchant, accountId: string, amount: string) {
  const { id, quote, confirmation } = await prepare(desk, merchant, accountId, amount);
  const { state } = await desk.call(citic.confirm, confirmation, merchant);
  return { id, state, quote };
}

export const payoutOf = (desk: Desk, merchant: TestMerchant, id: string) => desk.call(citic.detail, { id }, merchant);

/** Waits until the outbox and the bank have brought it there. */
export const reaches = (desk: Desk, merchant: TestMerchant, id: string, state: PayoutDetail["state"]) =>
  until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const payout = await payoutOf(desk, merchant, id);
    return payout.state === state ? payout : undefined;
  });

/** The minute's watch, now. */
export const watch = ({ app }: Desk) =>
  app.platform.database.transaction((tx) => app.platform.jobs.send(tx, "payouts.watch", {}));

/** What the paying bank's statement says against the books. */
export async function bankProblems({ database }: Desk): Promise<string[]> {
  const rows = await database.query<{ problem: string }>(`
    select coalesce(o.reference, b.reference) || ' ' || coalesce(o.amount::text, '-') || ' ' || coalesce(b.amount::text, '-') as problem
      from (select p.reference, sum(case when t.from_code like 'house.nostro:%' then t.amount else -t.amount end) as amount
              from ledger_leg t join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
             where t.from_code like 'house.nostro:%:sandbox-citic' or t.to_code like 'house.nostro:%:sandbox-citic'
             group by 1) o
      full join (select reference, sum(amount) as amount from sandbox_statement_line where rail = 'sandbox-citic' group by 1) b using (reference)
     where o.amount is distinct from b.amount`);
  return rows.map(({ problem }) => problem);
}

/** As if it had all happened earlier: sessions keep the same clock, and would end. What was let go has gone to the bank. */
export async function older({ database, app }: Desk, { userId }: { userId: string }, time: string): Promise<void> {
  await until(async () => {
    await app.platform.outbox.deliverDue();
    const left = await database.query("select from payout where merchant_id = $1 and state = 'submitted'", [userId]);
    return left.length === 0 ? true : undefined;
  });
  await database.query(
    `update payout set confirmed_at = confirmed_at - $2::interval, priced_at = priced_at - $2::interval,
       sent_at = sent_at - $2::interval where merchant_id = $1`,
    [userId, time],
  );
}
