import { accountCode, parseMoney, transfer, type Currency, type IncomeState } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { randomUUID } from "node:crypto";
import { createLedger } from "../../ledger/index.ts";

export type Account = { id: string; merchantId: string; currency: Currency; number: string };
export type IncomePlant = {
  account: Account;
  reference: string;
  amount?: string;
  state?: IncomeState;
  at?: string;
  payer?: string;
  platform?: string | null;
  storeId?: string | null;
  hold?: string | null;
};

/** Prices, approvals and reconciliation play no part here. */
const bareLedger = ({ app }: TestServer) =>
  createLedger({
    ...app.platform,
    rails: undefined as never,
    prices: undefined as never,
    approvals: undefined as never,
    together: undefined as never,
  });

/** A server with merchants whose accounts, stores and income are written as the module itself would have left them. */
export async function startRecords() {
  const server = await startTestServer();
  const { ids } = server.app.platform;
  const ledger = bareLedger(server);
  const run = (text: string, values: unknown[]) => server.database.query(text, values);
  return {
    server,
    merchant: (bigCustomer = false) => certifiedMerchant(server, bigCustomer),
    async account({ userId }: TestMerchant, currency: Currency, number: string): Promise<Account> {
      const id = ids.next();
      await run(
        `insert into receiving_account (merchant_id, id, rail, platform, currency, country, holder_name, state, account_number,
           bank_name, ways, applied_at, opened_at, changed_at)
         values ($1, $2, 'bank', 'AMAZON', $3, 'US', 'SHENZHEN NANYU TECHNOLOGY CO., LTD', 'open', $4, 'First Harbor Bank, N.A.',
           '[{"way": "美国本地 ACH", "hint": "", "fields": [{"label": "ABA 路由号码", "value": "026073985"}]}]', $5, $5, $5)`,
        [userId, id, currency, number, "2026-01-02 03:04:05+08"],
      );
      return { id, merchantId: userId, currency, number };
    },
    async store({ userId }: TestMerchant, name: string, account: Account): Promise<string> {
      const id = ids.next();
      await run(
        `insert into store (merchant_id, id, platform, name, url, state, account_option, holder_name, receiving_account_id,
           submitted_at, due_at, decided_at, created_at, bound_at)
         values ($1, $2, 'AMAZON', $3, 'https://shop.example/nanyu', 'bound', 'USD-US', 'NANYU', $4, now(), now(), now(), now(), now())`,
        [userId, id, name, account.id],
      );
      return id;
    },
    async income(plant: IncomePlant): Promise<string> {
      const id = ids.next();
      await plantIncome(run, id, plant);
      return id;
    },
    /** As the module credits it, posting included. */
    fund: (account: Account, amount: string, reference: string = randomUUID()) =>
      ledger.post({
        merchantId: account.merchantId,
        key: `test:${reference}`,
        reason: "income.credited",
        reference,
        transfers: [
          transfer(
            accountCode("house.nostro", account.currency, "bank"),
            accountCode("collection", account.currency, account.id),
            parseMoney(amount, account.currency),
          ),
        ],
      }),
    spend: (account: Account, amount: string) =>
      ledger.post({
        merchantId: account.merchantId,
        key: `test:${randomUUID()}`,
        reason: "fee.charged",
        transfers: [
          transfer(
            accountCode("collection", account.currency, account.id),
            accountCode("house.fees", account.currency),
            parseMoney(amount, account.currency),
          ),
        ],
      }),
    async close() {
      await ledger.close();
      await server.close();
    },
  };
}
export type Records = Awaited<ReturnType<typeof startRecords>>;

async function certifiedMerchant(server: TestServer, bigCustomer: boolean): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', open_user_id = 'OU' || $1::text, big_customer = $2, kind = 'mainland',
       subject_name = '深圳南屿科技有限公司' where merchant_id = $1`,
    [merchant.userId, bigCustomer],
  );
  return merchant;
}

async function plantIncome(run: (text: string, values: unknown[]) => Promise<unknown>, id: string, plant: IncomePlant) {
  const { account, state = "credited", at = "2026-11-10 09:52:04+08", hold = null } = plant;
  await run(
    `insert into income (merchant_id, id, receiving_account_id, store_id, platform, payer_name, currency, amount_minor, fee_minor,
       rail, rail_reference, state, hold, announced_at, arrived_at, credited_at, returned_at, changed_at, hold_posting_id,
       final_posting_id)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6, $7, $8::int8, case when $9::text = 'credited' then $8::int8 / 100 else 0 end, 'bank', $10, $9::text, $11, at,
       case when $9 <> 'announced' then at + interval '1 hour' end, case when $9 = 'credited' then at + interval '2 hours' end,
       case when $9 = 'returned' then at + interval '3 hours' end, at, case when $9 <> 'announced' then gen_random_uuid() end,
       case when $9 in ('credited', 'returned') then gen_random_uuid() end
     from (select $12::timestamptz as at) moment`,
    [
      account.merchantId,
      id,
      account.id,
      plant.storeId ?? null,
      plant.platform === undefined ? "AMAZON" : plant.platform,
      plant.payer ?? "AMAZON PAYMENTS, INC.",
      account.currency,
      parseMoney(plant.amount ?? "100.00", account.currency).minor,
      state,
      plant.reference,
      state === "needsEvidence" || state === "abnormal" ? (hold ?? "payerMismatch") : hold,
      at,
    ],
  );
}
