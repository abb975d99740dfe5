import {
  accountEndpoints,
  activityEndpoints,
  payoutEndpoints as calls,
  statementEndpoints,
  walletEndpointTable,
} from "@coralhub/contract";
import { accountCode, moneyText, toShanghaiDay, type AccountCode } from "@coralhub/domain";
import { expect } from "vitest";
import { bookProblems } from "../income/income-fixture.ts";
import { signedRequest } from "../developer/developer-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { FUNDED_MINOR, payoutsOf, type Payer } from "./any-order-fixture.ts";

/** Of everything in one look each: what runs beside it has happened before or comes after. */
const LAWS = `
  with own as (select p.*, p.state in ('awaitingApproval', 'submitted', 'processing') as is_open
                 from payout p where p.merchant_id = $1),
  booked as (
    select l.reference, sum(case when t.from_code like 'house.nostro:%' then t.amount else -t.amount end) as amount
      from ledger_leg t join ledger_posting l on l.merchant_id = t.merchant_id and l.id = t.posting_id
     where l.merchant_id = $1 and l.reason in ('payout.settled', 'payout.returned', 'payout.returnCharged')
       and (t.from_code like 'house.nostro:%' or t.to_code like 'house.nostro:%') group by 1),
  said as (
    select l.reference, sum(l.amount) as amount, count(*) as lines from sandbox_statement_line l
     where exists (select from own where l.reference in (own.rail_reference, own.rail_reference || '-R')) group by 1)
  select 'open payment and its money: ' || o.state || ' ' || o.id as problem
    from own o left join ledger_hold h
      on h.merchant_id = o.merchant_id and h.posting_id = o.hold_posting_id and h.resolved_by is null
   where o.is_open <> (h.posting_id is not null) or h.amount <> o.amount_minor
  union all
  select 'held beyond what is open: ' || held || ' against ' || open from
    (select coalesce(sum(balance), 0) as held from ledger_account where merchant_id = $1 and kind = 'hold') h,
    (select coalesce(sum(amount_minor), 0) as open from own where is_open) o where held <> open
  union all
  select 'not in one place: ' || here || ' here, ' || gone || ' gone, ' || given || ' given' from
    (select coalesce(sum(balance), 0) as here from ledger_account
      where merchant_id = $1 and kind in ('collection', 'wallet', 'hold')) a,
    (select coalesce(sum(case when state = 'completed' then amount_minor else coalesce(return_charge_minor, 0) end), 0) as gone
       from own) b,
    (select coalesce(sum(amount_minor), 0) as given from wallet_transfer
      where merchant_id = $1 and kind = 'sent' and state = 'completed') c
   where here + gone + given <> $2::int8
  union all
  select 'books and bank: ' || reference || ' ' || coalesce(b.amount::text, '-') || ' ' || coalesce(s.amount::text, '-')
    from booked b full join said s using (reference)
   where b.amount is distinct from s.amount and (b.amount is not null or $3)
  union all
  select 'paid twice: ' || reference from said where lines > 1
  union all
  select 'ended twice: ' || o.id from own o join business_event e
      on e.merchant_id = o.merchant_id and e.subject = 'payout' and e.subject_id = o.id
   where e.action in ('settle', 'fail', 'cancel', 'lapse', 'reject', 'miss') group by o.id having count(*) > 1`;

/** What must be so at every moment; at the end nothing is under way, and a bank says nothing we do not know. */
export async function brokenLaws(payer: Payer, { ended }: { ended: boolean }): Promise<string[]> {
  const { desk, merchant } = payer;
  const params = [merchant.userId, FUNDED_MINOR, ended];
  const rows = await desk.database.query<{ problem: string }>(LAWS, params);
  return [...rows.map(({ problem }) => problem), ...(await bookProblems(desk))];
}

const balanceOf = async ({ desk, merchant }: Payer, codes: readonly AccountCode[]): Promise<bigint> => {
  const [row] = await desk.database.query<{ sum: string }>(
    "select coalesce(sum(balance), 0)::text as sum from ledger_account where merchant_id = $1 and code = any($2)",
    [merchant.userId, codes],
  );
  return BigInt(row!.sum);
};
const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

/** The list, the record and its parts, and the row among everything that happened to the money tell one story. */
export async function recordsAgree(payer: Payer): Promise<void> {
  const { desk, merchant } = payer;
  const known = await payoutsOf(payer);
  const { records, total } = await desk.call(calls.payouts, { pageSize: 100 }, merchant);
  expect(total).toBe(known.length);
  const desked = await desk.call(
    calls.payoutDesk,
    { filters: { merchantId: merchant.userId }, pageSize: 100 },
    desk.finance,
  );
  const events = (await desk.call(activityEndpoints.moneyEvents, { pageSize: 100 }, merchant)).records;
  for (const row of records) {
    const { currency: _currency, ...head } = row;
    const detail = await desk.call(calls.payout, { id: row.id }, merchant);
    expect(detail).toMatchObject(head);
    expect(desked.records.find(({ id }) => id === row.id)).toMatchObject(head);
    expect(sum(detail.sources.map(({ amount }) => amount.minor))).toBe(row.amount.minor);
    const event = events.find(({ id }) => id === row.id);
    // What nobody confirmed never touched the money.
    if (!event) {
      expect([row.state, detail.price]).toEqual(["cancelled", null]);
      continue;
    }
    expect(event.step).toBe(row.state === "completed" ? "done" : row.state);
    expect(event).toMatchObject({ kind: row.kind, amount: row.amount, reference: row.reference });
    expect(event.net.minor).toBe(row.state === "completed" ? -row.amount.minor : 0n);
  }
  // What banks kept of returns stands beside them.
  const kept = events.filter(({ kind }) => kind === "returnCharge");
  expect(kept).toHaveLength(
    (
      await desk.database.query("select from payout where merchant_id = $1 and return_charge_minor > 0", [
        merchant.userId,
      ])
    ).length,
  );
  const own = [...payer.accounts.slice(0, 2).map((id) => accountCode("collection", "USD", id)), wallet];
  const left = await balanceOf(payer, own);
  expect(sum(events.map(({ net }) => net.minor))).toBe(left);
  const [totals] = await desk.call(activityEndpoints.moneyTotals, {}, merchant);
  expect(totals!.income.minor - totals!.expense.minor).toBe(left);
}
const wallet = accountCode("wallet", "USD");

const MOST_RECEIPTS = 8;
/** A program asks for every kind's at one address. */
async function receiptOf({ desk, app }: Payer, id: string): Promise<Response> {
  const asked = signedRequest(app, { method: "GET", path: `/payouts/${id}/receipt` }, desk.clock.now().getTime());
  return fetch(desk.url + asked.path, { headers: asked.headers });
}
/** A paper for what was paid, with its sums; none for what was not, or came back. */
export async function receiptsAgree(payer: Payer): Promise<void> {
  const { records } = await payer.desk.call(calls.payouts, { pageSize: 100 }, payer.merchant);
  const isPaid = ({ state }: { state: string }) => state === "completed";
  for (const { id, reference, amount, arrives } of records.filter(isPaid).slice(0, MOST_RECEIPTS)) {
    const answer = await receiptOf(payer, id);
    expect([id, answer.status]).toEqual([id, 200]);
    const paper = pdfText(Buffer.from(await answer.arrayBuffer())).replaceAll(/\s/g, "");
    for (const words of [reference, moneyText(amount), moneyText(arrives!)])
      expect(paper).toContain(words.replaceAll(/\s/g, ""));
  }
  for (const { id } of records.filter((row) => !isPaid(row)).slice(0, MOST_RECEIPTS))
    expect((await receiptOf(payer, id)).status).toBe(409);
}

/** Each account's month, the wallet and the statement end with what the books have. */
export async function accountsAgree(payer: Payer): Promise<void> {
  const { desk, merchant, accounts, friend } = payer;
  const month = toShanghaiDay(desk.clock.now()).slice(0, 7);
  for (const accountId of accounts.slice(0, 2)) {
    const told = await desk.call(accountEndpoints.monthlyStatement, { accountId, month }, merchant);
    const { opening, credits, debits, other, closing } = told;
    expect(closing.minor).toBe(await balanceOf(payer, [accountCode("collection", "USD", accountId)]));
    expect(opening.minor + credits.minor - debits.minor + other.minor).toBe(closing.minor);
  }
  const { wallets } = await desk.call(walletEndpointTable.walletOverview, {}, merchant);
  const dollars = wallets.find(({ currency }) => currency === "USD")!;
  expect(dollars).toMatchObject({ processing: { minor: 0n }, held: { minor: 0n } });
  expect(dollars.available.minor).toBe(await balanceOf(payer, [wallet]));
  const request = { grain: "month", period: month, currency: "USD" } as const;
  const [section] = (await desk.call(statementEndpoints.statement, request, merchant)).sections;
  const { opening, credits, debits, closing } = section!;
  expect(closing.minor).toBe(dollars.available.minor + dollars.collected.minor);
  expect(opening.minor + credits.minor - debits.minor).toBe(closing.minor);
  // What was given to another wallet is there, once.
  const sent = await desk.call(walletEndpointTable.walletTransfers, { pageSize: 100 }, merchant);
  const gone = sent.records.filter(({ kind, state }) => kind === "sent" && state === "completed");
  const theirs = (await desk.call(walletEndpointTable.walletOverview, {}, friend.merchant)).wallets;
  const received = theirs.find(({ currency }) => currency === "USD")?.available.minor ?? 0n;
  expect(received).toBe(sum(gone.map(({ amount }) => amount.minor)));
  expect(received).toBeGreaterThan(0n);
}
