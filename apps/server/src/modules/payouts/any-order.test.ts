import {
  beneficiaryEndpoints,
  mybankControlEndpoints,
  mybankEndpoints,
  payoutBankEndpoints as bank,
  payoutEndpoints as calls,
  payoutFamilies,
} from "@coralhub/contract";
import type { PayoutBankKey, SandboxPayoutPlan } from "@coralhub/domain";
import { createTestRandom, type TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { american, sheet } from "../batches/batches-fixture.ts";
import { callOpen, program, type Program } from "../developer/developer-fixture.ts";
import { bookProblems, until, type Desk } from "../income/income-fixture.ts";
import {
  accountCode,
  bankWill,
  bindAccount,
  certifiedMerchant,
  fundedAccount,
  rested,
  startPayouts,
  usd,
  watch,
} from "./payouts-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
let app: Program;
let accountId: string;
beforeAll(async () => {
  desk = await startPayouts();
  merchant = await certifiedMerchant(desk);
  accountId = (await fundedAccount(desk, merchant, "9000.00")).id;
  await bindAccount(desk, merchant);
  app = await program(desk, merchant);
  await desk.database.query("update open_app set calls_per_minute = 10000 where merchant_id = $1", [merchant.userId]);
});
afterAll(() => desk.close());

const BANKS = ["citic", "clearing", "swift", "mybank"] as const satisfies readonly PayoutBankKey[];
const PLANS = ["pay", "refuse", "silent", "lost", "repeat", "short"] as const satisfies readonly SandboxPayoutPlan[];
/** Only how long to wait in vain: a busy machine is no fault. */
const PATIENCE_MS = 60_000;
const ENDED = ["completed", "failed", "returned", "cancelled"];

async function payee(kind: "supplier" | "service", wire: boolean, bankAccount = "4830000099"): Promise<string> {
  desk.clock.advance({ seconds: 61 });
  const call = kind === "supplier" ? beneficiaryEndpoints.addSupplier : beneficiaryEndpoints.addServiceProvider;
  const name = kind === "supplier" ? "HARBOR PACKAGING LLC" : "BANGKOK FREIGHT CO";
  const { id } = await desk.call(
    call,
    {
      supplierName: name,
      bankAccountHolder: name,
      bankAccount: wire ? "7712345" : bankAccount,
      bankCurrency: "USD",
      supplierCountryCode: wire ? "TH" : "US",
      ...(wire
        ? {
            swiftCode: "BKKBTHBK",
            bankCity: "BANGKOK",
            companyAddress: "1 SATHORN ROAD",
            purpose: "services",
            bankName: "Bangkok Bank",
          }
        : { clearCode: "021000021", bankAccountType: "checking" }),
      verificationCode: await accountCode(desk, merchant),
    },
    merchant,
  );
  return id;
}

/** A seller's card, as its adoption leaves it. */
async function seller(): Promise<string> {
  const id = await payee("supplier", false, "4830000100");
  await desk.database.query("update beneficiary set kind = 'seller' where id = $1", [id]);
  return id;
}

/** What comes after the press, not what lay there before; other news reaches the same phone meanwhile. */
async function codeAfter(press: () => Promise<unknown>): Promise<string> {
  const known = new Set((await desk.mailbox(merchant.mobile)).map(({ id }) => id));
  await press();
  return until(async () => {
    const mails = await desk.mailbox(merchant.mobile);
    return mails.find(({ id, code }) => code !== null && !known.has(id))?.code ?? undefined;
  }, PATIENCE_MS);
}

async function bindMybank(): Promise<void> {
  desk.clock.advance({ seconds: 61 });
  await desk.call(mybankControlEndpoints.setMybankSettings, { plan: "accept", delaySeconds: 0 }, desk.admin);
  const verificationCode = await codeAfter(() => desk.call(beneficiaryEndpoints.sendAccountCode, {}, merchant));
  await desk.call(mybankEndpoints.bindMybank, { bankNo: "8888888123456789", verificationCode, agreed: true }, merchant);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const [binding] = (await desk.call(mybankEndpoints.mybankStatus, {}, merchant)).bindings;
    return binding?.state === "bound" ? true : undefined;
  }, PATIENCE_MS);
}

/** Its calls take a person's code. */
async function payByMybank(amount: string): Promise<void> {
  const { mybank } = payoutFamilies;
  const wish = { accountId, amount: usd(amount) };
  const { id } = await desk.call(mybank.apply, wish, merchant);
  const verifyCode = await codeAfter(() => desk.call(mybank.sendCode, { id }, merchant));
  const { quoteId } = await desk.call(mybank.trial, wish, merchant);
  await desk.call(mybank.confirm, { id, quoteId, verifyCode }, merchant);
}

let sheets = 0;
/** Three suppliers nobody has paid before, confirmed together; they are handed over before anything else happens. */
async function payBatch(): Promise<void> {
  const first = 3 * sheets++;
  const rows = [1, 2, 3].map((at) => american(first + at, `${100 + first + at}.00`));
  const open = <T>(method: "GET" | "POST", path: string, body?: object): Promise<T> =>
    callOpen(desk, app, { method, path, ...(body && { body }) }).then(({ status, msg, data }) => {
      expect(status, msg).toBe(200);
      return data;
    });
  const { id } = await open<{ id: string }>("POST", "/batches/pay", { kind: "supplier", text: sheet(rows) });
  type Seen = { state: string; counts: Record<string, number> };
  const reaches = (wanted: (seen: Seen) => boolean) =>
    until(async () => (wanted(await open<Seen>("GET", `/batches/${id}`)) ? true : undefined), PATIENCE_MS);
  await reaches(({ state, counts }) => state === "toConfirm" && counts["ready"] === rows.length);
  await open("POST", `/batches/pay/${id}/accounts`, { currency: "USD", accountId });
  const { quoteId } = await open<{ quoteId: string }>("POST", `/batches/pay/${id}/quote`, {});
  await open("POST", `/batches/pay/${id}/confirm`, { quoteId });
  await reaches(({ counts }) => counts["taken"] === rows.length);
}

type Kind = "withdrawal" | "supplier" | "service" | "seller";
async function pay(kind: Kind, beneficiaryId: string | undefined, amount: string): Promise<string> {
  const body = { accountId, amount: { currency: "USD", amount }, ...(beneficiaryId && { beneficiaryId }) };
  const post = (path: string, content: object) => callOpen(desk, app, { method: "POST", path, body: content });
  const created = await post(`/payouts/${kind}`, body);
  const quote = await post(`/payouts/${kind}/quote`, body);
  expect([created.status, quote.status], created.msg + quote.msg).toEqual([200, 200]);
  const { id } = created.data as { id: string };
  const confirmed = await post(`/payouts/${id}/confirm`, { quoteId: (quote.data as { quoteId: string }).quoteId });
  expect(confirmed.status, confirmed.msg).toBe(200);
  return id;
}

const payouts = () =>
  desk.database.query<{ id: string; state: string; reference: string; amount: bigint; ends: number }>(
    `select p.id, p.state, p.rail_reference as reference, p.amount_minor as amount,
       (select count(*)::int from business_event e where e.merchant_id = p.merchant_id and e.subject = 'payout' and e.subject_id = p.id
          and e.action in ('settle', 'fail', 'cancel', 'lapse', 'reject')) as ends
     from payout p where p.merchant_id = $1 order by p.created_at, p.id`,
    [merchant.userId],
  );

test(
  "whatever banks do, and in whatever order: every cent is in one place, nothing is sent twice, each end comes once",
  { timeout: 300_000 },
  async () => {
    const random = createTestRandom("any order of payments");
    const pick = <T>(from: readonly T[]): T => from[random.below(from.length)]!;
    const [supplier, service, card] = [await payee("supplier", false), await payee("service", true), await seller()];
    await bindMybank();
    await rested(desk, merchant);
    const amount = () => `${100 + random.below(150)}.00`;
    const one = (kind: Kind, to?: string) => async () => void (await pay(kind, to, amount()));
    // Every kind, some of them often, each in an order of its own.
    const ways = {
      withdrawal: one("withdrawal"),
      supplier: one("supplier", supplier),
      service: one("service", service),
      seller: one("seller", card),
      mybank: () => payByMybank(amount()),
      batch: payBatch,
    };
    const names = Object.keys(ways) as (keyof typeof ways)[];
    const left = [...names, ...names, ...names];
    while (left.length > 0) {
      for (const which of BANKS) await bankWill(desk, pick(PLANS), pick([0, 0, 30]), which);
      await ways[left.splice(random.below(left.length), 1)[0]!]();
      if (random.below(2) === 0) await desk.app.platform.outbox.deliverDue();
      // A bank that decides late, tells again, or takes back what it said: also against itself.
      for (const { reference } of await payouts()) {
        if (random.below(4) > 0) continue;
        const decision = pick(["pay", "refuse", "return", "returnShort"] as const);
        await desk.call(bank.decidePayment, { reference, decision, tell: true }, desk.admin).catch(() => undefined);
      }
      desk.clock.advance({ seconds: 61 });
      if (random.below(3) === 0) await watch(desk);
    }
    // In the end every bank answers for what it has.
    for (const which of BANKS) await bankWill(desk, "pay", 0, which);
    await until(async () => {
      desk.clock.advance({ minutes: 5 });
      await desk.app.platform.outbox.deliverDue();
      for (const { reference, state } of await payouts()) {
        if (ENDED.includes(state)) continue;
        await desk
          .call(bank.decidePayment, { reference, decision: "pay", tell: true }, desk.admin)
          .catch(() => undefined);
      }
      await watch(desk);
      return (await payouts()).every(({ state }) => ENDED.includes(state)) ? true : undefined;
    }, PATIENCE_MS);
    const all = await payouts();
    const PAID = 5 * 3 + 3 * 3;
    expect(all).toHaveLength(PAID);
    expect(all.filter(({ ends }) => ends !== 1)).toEqual([]);
    // A bank may be told again of what it did not answer to; it pays once, and its statements say so.
    const twice = await desk.database.query(
      "select reference from sandbox_statement_line group by rail, reference having count(*) > 1",
    );
    expect(twice).toEqual([]);
    const held = await desk.database.query(
      "select code from ledger_account where merchant_id = $1 and code like 'hold:%' and balance <> 0",
      [merchant.userId],
    );
    expect(held).toEqual([]);
    // What banks kept of what came back is gone as well.
    const [kept] = await desk.database.query<{ sum: string }>(
      `select coalesce(sum(t.amount), 0)::text as sum from ledger_leg t
         join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
        where p.merchant_id = $1 and p.reason = 'payout.returnCharged' and t.from_code = $2`,
      [merchant.userId, `collection:USD:${accountId}`],
    );
    const rest = all.reduce(
      (sum, { state, amount }) => (state === "completed" ? sum - BigInt(amount) : sum),
      900_000n - BigInt(kept!.sum),
    );
    const [account] = await desk.database.query<{ balance: string }>(
      "select balance::text from ledger_account where merchant_id = $1 and code = $2",
      [merchant.userId, `collection:USD:${accountId}`],
    );
    expect(BigInt(account!.balance)).toBe(rest);
    expect(await bookProblems(desk)).toEqual([]);
    expect((await desk.call(calls.payoutDesk, { filters: { merchantId: merchant.userId } }, desk.finance)).total).toBe(
      PAID,
    );
  },
);
