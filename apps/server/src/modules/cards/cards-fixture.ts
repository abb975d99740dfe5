import { cardEndpoints as calls, cardIssuerEndpoints as issuer, type CallInput } from "@coralhub/contract";
import { accountCode, parseMoney, type AccountCode, type Money } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { startDesk, until, type Desk } from "../income/income-fixture.ts";

export const HOLDER = "深圳南屿科技有限公司";
export const usd = (text: string): Money<"USD"> => parseMoney(text, "USD");
export { until, type Desk };

/** A server whose issuer opens cards at once. */
export async function startCards(options?: Parameters<typeof startDesk>[0]): Promise<Desk> {
  const server = await startDesk(options);
  await issuerWill(server, "normal");
  return server;
}
type Settings = CallInput<typeof issuer.setIssuerSettings.input>;
export const issuerWill = (
  { call, admin }: Desk,
  plan: Settings["plan"],
  { openingSeconds = 0, settleAfterSeconds = null }: Partial<Omit<Settings, "plan">> = {},
) => call(issuer.setIssuerSettings, { plan, openingSeconds, settleAfterSeconds }, admin);

/** Certified, with money in the wallet: what every card begins with. */
export async function cardMerchant(server: Desk, wallet = "1000.00"): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', kind = 'mainland', subject_name = $2, open_user_id = 'OU' || $1::text
     where merchant_id = $1`,
    [merchant.userId, HOLDER],
  );
  await giveMoney(server, merchant, wallet);
  return merchant;
}

/** Money in the multi-currency wallet, then in the card wallet, by the call. */
export async function giveMoney(server: Desk, merchant: TestMerchant, amount: string): Promise<void> {
  if (usd(amount).minor === 0n) return;
  await plantWallet(server, merchant, amount);
  await fundCards(server, merchant, { amount: usd(amount) });
}
type Funding = CallInput<typeof calls.sendCardFundingCode.input>;
export async function fundingCode(server: Desk, merchant: TestMerchant, request: Funding): Promise<string> {
  // What this merchant has used counts no longer, neither for the minute nor for the day.
  await server.database.query(
    `update verification_code set created_at = created_at - interval '2 days'
     where used_at is not null and starts_with(binding, $1)`,
    [merchant.userId],
  );
  return server.codeAfter(merchant.mobile, () => server.call(calls.sendCardFundingCode, request, merchant));
}
/** Into the card wallet, with the code from the phone. */
export async function fundCards(server: Desk, merchant: TestMerchant, request: Funding) {
  const verifyCode = await fundingCode(server, merchant, request);
  return server.call(calls.fundCardWallet, { ...request, verifyCode }, merchant);
}
let planted = 0;
type Planted = { to?: AccountCode; reference?: string };
export async function plantWallet(
  { app }: Desk,
  { userId }: TestMerchant,
  amount: string,
  { to = accountCode("wallet", "USD"), reference }: Planted = {},
): Promise<void> {
  const { createLedger } = await import("../ledger/index.ts");
  const { createRails } = await import("../../rails.ts");
  const platform = app.platform;
  const { createPrices } = await import("../prices/index.ts");
  const { rails } = createRails(platform);
  const house = { ...platform, rails, approvals: undefined as never, together: undefined as never };
  const ledger = createLedger({ ...house, prices: createPrices({ ...house, quoteRates: rails.fxRates }) });
  await platform.database.transaction((tx) =>
    ledger.postIn(tx, [
      {
        merchantId: userId,
        key: `test-money:${++planted}`,
        reason: "income.credited",
        ...(reference && { reference }),
        transfers: [{ from: accountCode("house.nostro", "USD", "test"), to, amount: usd(amount) }],
      },
    ]),
  );
}

type Input = CallInput<typeof calls.applyForCards.input>["userCardDTO"][number];
export const request = (more: Partial<Input> = {}): Input => ({
  cardName: "广告投放 Meta",
  purpose: "advertising",
  bin: "493193",
  cardholder: HOLDER,
  label: null,
  owner: null,
  firstLoad: null,
  controls: {},
  ...more,
});

/** A card that is open, with so much on it. */
export async function openCard(
  server: Desk,
  merchant: TestMerchant,
  load = "0.00",
  more: Partial<Input> = {},
): Promise<{ id: string; token: string }> {
  const { ids } = await server.call(calls.applyForCards, { userCardDTO: [request(more)] }, merchant);
  const id = ids[0]!;
  await opened(server, merchant, id);
  if (usd(load).minor > 0n) await server.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd(load) }, merchant);
  return { id, token: await tokenOf(server, id) };
}
export const opened = (server: Desk, merchant: TestMerchant, id: string) =>
  until(async () => {
    await server.app.platform.outbox.deliverDue();
    return (await server.call(calls.card, { id }, merchant)).cardStatus === "active" ? true : undefined;
  });
export async function tokenOf({ database }: Desk, id: string): Promise<string> {
  const [row] = await database.query<{ token: string }>("select token from card where id = $1", [id]);
  return row!.token;
}

export const swipe = (
  { call, admin }: Desk,
  token: string,
  amount: Money | string,
  more: Partial<CallInput<typeof issuer.swipe.input>> = {},
) =>
  call(
    issuer.swipe,
    { token, amount: typeof amount === "string" ? usd(amount) : amount, shopName: "FACEBK ADS", ...more },
    admin,
  );
export const act = (
  { call, admin }: Desk,
  reference: string,
  action: CallInput<typeof issuer.actOnPayment.input>["action"],
  more: Partial<CallInput<typeof issuer.actOnPayment.input>> = {},
) => call(issuer.actOnPayment, { reference, action, ...more }, admin);

export const payments = async (server: Desk, merchant: TestMerchant) =>
  (await server.call(calls.cardTransactions, {}, merchant)).records;

/** Card, wallet and holds, in minor units. */
export async function booksOf({ database }: Desk, { userId }: TestMerchant): Promise<Record<string, bigint>> {
  const rows = await database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and balance <> 0 order by code",
    [userId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code.replace(/:[0-9a-f-]{36}$/, ":id"), BigInt(balance)]));
}

/** Everything that must be true of cards, limits and holds at any moment; empty when it is. */
export async function cardProblems({ database }: Pick<Desk, "database">): Promise<string[]> {
  const rows = await database.query<{ problem: string }>(`
    select 'held ' || p.merchant_id || ' ' || p.currency || ': ' || sum(p.held_minor) || ' in purchases, '
        || (select coalesce(sum(a.balance), 0) from ledger_account a where a.merchant_id = p.merchant_id
             and a.code like 'hold:' || p.currency || ':card:%') || ' in the books' as problem
      from card_payment p group by p.merchant_id, p.currency
    having sum(p.held_minor) <> (select coalesce(sum(a.balance), 0) from ledger_account a
      where a.merchant_id = p.merchant_id and a.code like 'hold:' || p.currency || ':card:%')
    union all
    select 'hold of ' || p.id || ' is ' || coalesce(h.amount::text, 'nowhere') || ' instead of ' || p.held_minor
      from card_payment p left join ledger_hold h on h.merchant_id = p.merchant_id and h.posting_id = p.hold_posting_id
        and h.resolved_by is null
     where p.hold_posting_id is not null and h.amount is distinct from p.held_minor
    union all
    select 'spent of ' || s.subject_id || ': ' || s.used_minor || ' counted, ' || t.total || ' in purchases'
      from card_spend s join (select merchant_id, card_id, sum(counted_minor) as total from card_payment group by 1, 2) t
        on t.merchant_id = s.merchant_id and t.card_id = s.subject_id
     where s.period = 'life' and s.used_minor <> t.total
    union all
    select 'spent of group ' || s.subject_id || ': ' || s.used_minor || ' counted, ' || t.total || ' in purchases'
      from card_spend s join (select merchant_id, book_id, sum(counted_minor) as total from card_payment group by 1, 2) t
        on t.merchant_id = s.merchant_id and t.book_id = s.subject_id
     where s.period = 'life' and s.used_minor <> t.total
    union all
    select 'held ' || held_minor || ' while ' || state || ': ' || id from card_payment
     where held_minor > 0 and state <> 'authorised'
    union all
    select 'counted of ' || id || ' is ' || counted_minor from card_payment
     where counted_minor <> case when kind = 'refund' then -refunded_minor else held_minor + settled_minor end
    union all
    select 'owed ' || a.merchant_id || ' ' || a.owed_minor || ', books ' || coalesce(-l.balance, 0)
      from card_account a left join ledger_account l on l.merchant_id = a.merchant_id and l.code = 'house.suspense:' || a.currency
     where a.owed_minor <> coalesce(-l.balance, 0)
    union all
    select 'unbalanced ' || merchant_id from ledger_account group by merchant_id, currency having sum(balance) <> 0
    union all
    select 'statement ' || coalesce(o.reference, b.reference) || ' ' || coalesce(o.amount::text, '-') || ' ' || coalesce(b.amount::text, '-')
      from (select p.reference, sum(case when t.from_code like 'house.nostro:%' then t.amount else -t.amount end) as amount
              from ledger_leg t join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
             where t.from_code like 'house.nostro:%:sandbox-issuer' or t.to_code like 'house.nostro:%:sandbox-issuer'
             group by 1) o
      full join (select reference, amount from sandbox_statement_line where rail = 'sandbox-issuer') b using (reference)
     where o.amount is distinct from b.amount`);
  return rows.map(({ problem }) => problem);
}

export async function requireNoProblems(desk: Desk): Promise<void> {
  const problems = await cardProblems(desk);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
