import pg from "pg";
import { startWorld, type BenchWorld } from "../ledger/world.ts";

/** Merchants as the product has them: registered, certified, each with an open account and a bound store. */
export type PaidMerchant = { merchantId: string; accountId: string; number: string };
export type MoneyWorld = BenchWorld & { owner: pg.Client; merchants: readonly PaidMerchant[] };

const idOf = (what: string) => `md5('${what} ' || n)::uuid`;
const MERCHANT = idOf("merchant");
const ACCOUNT = idOf("account");
const NUMBER = "'7' || lpad(n::text, 11, '0')";
export const RAIL = "partner-bank";

const FILL = `
  insert into merchant (merchant_id, user_no, invitation_code, source, registered_at)
    select ${MERCHANT}, 'B' || n, 'I' || n, 'website', now() from generate_series(1, %) n;
  insert into merchant_user (merchant_id, person_id, role, mobile, password_hash, password_changed_at, joined_at)
    select ${MERCHANT}, ${idOf("person")}, 'owner', '+86139' || lpad(n::text, 8, '0'), '-', now(), now() from generate_series(1, %) n;
  insert into certification (merchant_id, state, kind, subject_name, open_user_id, changed_at)
    select ${MERCHANT}, 'certified', 'mainland', '商户 ' || n, 'OU' || n, now() from generate_series(1, %) n;
  insert into receiving_account (merchant_id, id, rail, platform, currency, country, holder_name, state, account_number, bank_name,
      applied_at, opened_at, changed_at)
    select ${MERCHANT}, ${ACCOUNT}, '${RAIL}', 'AMAZON', 'USD', 'US', 'BENCH LTD', 'open', ${NUMBER}, 'Bank', now(), now(), now()
    from generate_series(1, %) n;
  insert into receiving_account_number select '${RAIL}', ${NUMBER}, ${MERCHANT}, ${ACCOUNT} from generate_series(1, %) n;
  insert into store (merchant_id, id, platform, name, state, account_option, holder_name, receiving_account_id, submitted_at, due_at,
      created_at, bound_at)
    select ${MERCHANT}, ${idOf("store")}, 'AMAZON', '店铺 ' || n, 'bound', 'USD', 'BENCH LTD', ${ACCOUNT}, now(), now(), now(), now()
    from generate_series(1, %) n;
  analyze;`;

/** Fills an empty product with so many of them. */
export async function addMerchants(owner: pg.Client, count: number): Promise<PaidMerchant[]> {
  await owner.query(FILL.replaceAll("%", String(count)));
  const { rows } = await owner.query<PaidMerchant>(
    `select merchant_id as "merchantId", id as "accountId", account_number as number from receiving_account`,
  );
  return rows;
}

export async function startMoneyWorld(merchantCount: number): Promise<MoneyWorld> {
  const world = await startWorld();
  const owner = new pg.Client(world.ownerUrl);
  await owner.connect();
  const merchants = await addMerchants(owner, merchantCount);
  return {
    ...world,
    owner,
    merchants,
    async close() {
      await owner.end();
      await world.close();
    },
  };
}
