import pg from "pg";
import { startWorld, type BenchWorld } from "../ledger/world.ts";

export type BenchMerchant = { merchantId: string; incomes: number };
export const START = "2020-01-01 00:00:00+00";
/** One income every so many seconds: ten million then span six years. */
export const SECONDS_APART = 20;

const PLATFORMS = "array['AMAZON','EBAY','TIKTOK','ALIEXPRESS','ALIBABA','GOOGLE_ADSENSE','GOOGLE_ADMOB','QOO10']";
const CURRENCIES = "array['USD','USD','USD','EUR','GBP','JPY']";
const ACCOUNTS = 5;
const STORES = 20;
const PAYERS = 40;

const accountOf = (n: string) => `md5($1::uuid::text || 'account' || (${n}) % ${ACCOUNTS})::uuid`;
const storeOf = (n: string) => `md5($1::uuid::text || 'store' || (${n}) % ${STORES})::uuid`;

const FILL_ACCOUNTS = `
  insert into receiving_account (merchant_id, id, rail, platform, currency, country, holder_name, state, account_number, bank_name,
    applied_at, opened_at, changed_at)
  select $1::uuid, ${accountOf("n")}, 'bank', 'AMAZON', 'USD', 'US', 'BENCH LTD', 'open', lpad(n::text, 12, '8'), 'Bank', now(), now(), now()
  from generate_series(0, ${ACCOUNTS - 1}) n`;
const FILL_STORES = `
  insert into store (merchant_id, id, platform, name, state, account_option, holder_name, receiving_account_id, submitted_at, due_at,
    created_at, bound_at)
  select $1::uuid, ${storeOf("n")}, 'AMAZON', '店铺 ' || n, 'bound', 'USD', 'BENCH LTD', ${accountOf("n")}, now(), now(), now(), now()
  from generate_series(0, ${STORES - 1}) n`;
/** Ids carry their time as real ones do; one in a hundred waits, as in life. */
const FILL_INCOMES = `
  insert into income (merchant_id, id, receiving_account_id, store_id, platform, payer_name, currency, amount_minor, fee_minor, rail,
    rail_reference, state, hold, announced_at, arrived_at, credited_at, returned_at, changed_at, hold_posting_id, final_posting_id)
  select $1::uuid, id, ${accountOf("h")}, ${storeOf("h / 7")}, (${PLATFORMS})[1 + h % 8], 'PAYER NUMBER ' || h % ${PAYERS} || ', INC.',
    (${CURRENCIES})[1 + h / 3 % 6], 1000 + h % 1000000, 10, 'bank', 'FH' || lpad(n::text, 12, '0'), state,
    case when state = 'abnormal' then 'payerMismatch' end, at, at + interval '1 hour', case when state = 'credited' then at + interval '2 hours' end,
    case when state = 'returned' then at + interval '3 hours' end, at, id, case when state <> 'abnormal' then id end
  from (select n, abs(hashint4(n)) as h, timestamptz '${START}' + n * interval '${SECONDS_APART} seconds' as at,
          case when n % 100 = 0 then 'abnormal' when n % 50 = 1 then 'returned' else 'credited' end as state,
          (lpad(to_hex((extract(epoch from timestamptz '${START}') * 1000)::int8 + n::int8 * ${SECONDS_APART * 1000}), 12, '0') || '7000'
            || '8000' || lpad(to_hex(n), 12, '0'))::uuid as id
        from generate_series(1, $2::int) n) income`;

export async function fillIncomes(
  merchants: readonly BenchMerchant[],
  log: (line: string) => void,
): Promise<BenchWorld> {
  const world = await startWorld("fast");
  await fillIncomesOf(world, merchants, log);
  return world;
}

/** Filled without indexes, which are built afterwards from their own definitions: ten times as fast, and the same in the end. */
export async function fillIncomesOf(
  world: BenchWorld,
  merchants: readonly BenchMerchant[],
  log: (line: string) => void,
): Promise<void> {
  const owner = new pg.Client(world.ownerUrl);
  await owner.connect();
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'");
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'income'::regclass and not indisprimary`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  for (const { merchantId, incomes } of merchants) {
    await owner.query(FILL_ACCOUNTS, [merchantId]);
    await owner.query(FILL_STORES, [merchantId]);
    await owner.query(FILL_INCOMES, [merchantId, incomes]);
  }
  log("filled");
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query("vacuum analyze income, store, receiving_account");
  await owner.end();
  log("indexed");
}
