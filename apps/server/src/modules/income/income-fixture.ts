import { accountEndpoints, incomeEndpoints, receivingBankEndpoints as bank, type CallInput } from "@coralhub/contract";
import { accountCode, isCountedByShop, parseMoney, type Currency } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer, type TestServerOptions } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { applicationReference, OPEN_TOPIC } from "../accounts/index.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

export type Desk = TestServer & {
  admin: { token: string };
  reviewer: { token: string };
  finance: { token: string };
};
type AccountChoice = { platform?: string; currency?: Currency; country?: string; holderName?: string };
type PayIn = CallInput<typeof bank.payIn.input>;

/** A server whose bank answers at once, and one operator of each role. */
export async function startDesk(options?: TestServerOptions): Promise<Desk> {
  const server = await startTestServer(options);
  const [admin, reviewer, finance] = await Promise.all(
    (["admin", "reviewer", "finance"] as const).map(async (role) => ({ token: await server.operatorToken(role) })),
  );
  const desk = { ...server, admin: admin!, reviewer: reviewer!, finance: finance! };
  await behave(desk, {});
  return desk;
}

export const behave = (
  { call, admin }: Desk,
  { openingDelaySeconds = 0, refuse = false }: { openingDelaySeconds?: number; refuse?: boolean },
) => call(bank.setBankSettings, { openingDelaySeconds, refuse }, admin);

export async function certified(server: Desk, kind = "mainland"): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await certify(server, merchant, kind);
  return merchant;
}
export const certify = ({ database }: Desk, { userId }: TestMerchant, kind = "mainland") =>
  database.query(
    "update certification set state = 'certified', kind = $2, open_user_id = 'OU' || $1::text where merchant_id = $1",
    [userId, kind],
  );

/** One desk for a whole file, and somebody else who is certified for each of its tests. */
export function withMerchant(take: (desk: Desk, merchant: TestMerchant) => void): void {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk.close());
  beforeEach(async () => take(desk, await certified(desk)));
}

/** An application as a store's approval makes it; the bank's answer comes through the outbox. */
export async function applyFor(
  server: Desk,
  { userId }: TestMerchant,
  { platform = "AMAZON", currency = "USD", country = "US", holderName = "NANYU TECHNOLOGY LTD" }: AccountChoice = {},
): Promise<string> {
  const { platform: house } = server.app;
  const id = house.ids.next();
  await server.database.query(
    `insert into receiving_account (merchant_id, id, rail, platform, currency, country, holder_name, state, applied_at, changed_at)
     values ($1, $2, $7, $3, $4, $5, $6, 'applying', now(), now())`,
    [
      userId,
      id,
      platform,
      currency,
      country,
      holderName,
      server.config.receivingBank ? "partner-bank" : "sandbox-bank",
    ],
  );
  const key = { merchantId: userId, id, attempt: 1 };
  await house.database.transaction((tx) =>
    house.outbox.enqueue(tx, {
      topic: OPEN_TOPIC,
      reference: applicationReference(key),
      merchantId: userId,
      payload: key,
    }),
  );
  return id;
}

export async function addStore(
  { database, app }: Desk,
  { userId }: TestMerchant,
  accountId: string,
  { platform = "AMAZON", state = "bound" }: { platform?: string; state?: string } = {},
): Promise<string> {
  const id = app.platform.ids.next();
  await database.query(
    `insert into store (merchant_id, id, platform, name, state, account_option, holder_name, receiving_account_id, url,
       submitted_at, due_at, created_at, bound_at, removed_at)
     values ($1, $2, $3, '南屿 ' || $3, $4, 'USD', 'NANYU', $5, $6, now(), now(), now(), now(),
       case when $4 = 'removed' then now() end)`,
    [userId, id, platform, state, accountId, isCountedByShop(platform) ? `https://nanyu-${id}.example` : ""],
  );
  return id;
}

/** Applied for, opened, with one bound store: ready to be paid into. */
export async function openAccount(
  server: Desk,
  merchant: TestMerchant,
  choice: AccountChoice & { store?: false } = {},
): Promise<{ id: string; number: string; storeId: string }> {
  const id = await applyFor(server, merchant, choice);
  const account = await until(async () => {
    await server.app.platform.outbox.deliverDue();
    const found = await server.call(calls.receivingAccount, { id }, merchant);
    return found.state === "open" ? found : undefined;
  });
  const storeId = choice.store === false ? "" : await addStore(server, merchant, id, choice);
  return { id, number: account.accountNumber!, storeId };
}

export async function until<T>(look: () => Promise<T | undefined>, ms = 45_000): Promise<T> {
  for (const deadline = performance.now() + ms; performance.now() < deadline;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("waited in vain");
}

/** The minute's job, asked for instead of waited for: its own run is over, not only one that was under way. */
export async function runWatch({ app: { platform }, database }: Desk): Promise<void> {
  await platform.database.transaction((tx) => platform.jobs.send(tx, "income.watch", {}));
  await until(async () => {
    const open = await database.query(
      "select from pgboss.job where name = 'income.watch' and state not in ('completed', 'failed')",
    );
    return open.length === 0 ? true : undefined;
  });
}

export const payIn = (
  { call, admin }: Desk,
  accountNumber: string,
  amount: string,
  more: Partial<PayIn> & { currency?: Currency } = {},
) => {
  const { currency = "USD", ...rest } = more;
  return call(bank.payIn, { accountNumber, amount: parseMoney(amount, currency), ...rest }, admin);
};

/** The merchant's payment of that reference. */
export async function incomeOf({ database, call }: Desk, merchant: TestMerchant, reference: string) {
  const [row] = await database.query<{ id: string }>(
    "select id from income where merchant_id = $1 and rail_reference = $2",
    [merchant.userId, reference],
  );
  if (!row) throw new Error(`no income ${reference}`);
  return call(calls.income, { id: row.id }, merchant);
}

export async function moneyOn(
  { database }: Desk,
  { userId }: { userId: string },
  accountId: string,
  currency: Currency = "USD",
) {
  const code = accountCode("collection", currency, accountId);
  const rows = await database.query<{ code: string; balance: bigint | string }>(
    "select code, balance from ledger_account where merchant_id = $1 and code in ($2, $3)",
    [userId, code, `hold:${currency}:collection:${accountId}`],
  );
  const of = (wanted: string) => BigInt(rows.find((row) => row.code === wanted)?.balance ?? 0);
  return { available: of(code), held: of(`hold:${currency}:collection:${accountId}`) };
}
export const minor = (text: string, currency: Currency = "USD") => parseMoney(text, currency).minor;
export const usd = (text: string) => parseMoney(text, "USD");

/** Whatever is wrong with the books, by our own checks and against the bank's statement. */
export async function bookProblems({ database }: Desk): Promise<string[]> {
  const rows = await database.query<{ problem: string }>(`
    select 'sum ' || merchant_id || ' ' || currency as problem from ledger_account
      group by merchant_id, currency having sum(balance) <> 0
    union all select 'overdrawn ' || code from ledger_account where balance < 0 and code not like 'house.%'
    union all select 'held ' || a.code from ledger_account a where a.kind = 'hold' and a.balance <> coalesce((
      select sum(h.amount) from ledger_hold h where h.merchant_id = a.merchant_id and h.code = a.code and h.resolved_by is null), 0)
    union all
    select 'bank ' || coalesce(o.reference, b.reference)
      from (select p.reference, sum(case when t.from_code like 'house.nostro:%' then t.amount else -t.amount end) as amount
              from ledger_leg t join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
             where t.from_code like 'house.nostro:%:sandbox-bank' or t.to_code like 'house.nostro:%:sandbox-bank'
             group by 1) o
      full join (select reference, amount from sandbox_statement_line where rail = 'sandbox-bank') b using (reference)
     where o.amount is distinct from b.amount`);
  return rows.map(({ problem }) => problem);
}
