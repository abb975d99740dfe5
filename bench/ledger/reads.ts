import { accountCode } from "@coralhub/domain";
import pg from "pg";
import { readBalance, readBalanceAt, readStatement } from "../../apps/server/src/modules/ledger/entries-store.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { startWorld } from "./world.ts";

const SMALL = { merchantId: "0193a000-0000-7000-8000-00000000a001", entries: 10_000 };
const LARGE = { merchantId: "0193a000-0000-7000-8000-00000000a002", entries: 10_000_000 };
const READS = 300;
const START = "2026-01-01 00:00:00+00";

/** Two accounts passing money to and fro: every transfer is an entry of both. Written as the owner; the readers check nothing. */
const FILL_ACCOUNTS = `
  insert into ledger_account (merchant_id, code, kind, currency, balance, latest_at, opened_at) values
    ($1::uuid, 'wallet:USD', 'wallet', 'USD', 0, now(), now()), ($1::uuid, 'card_wallet:USD', 'card_wallet', 'USD', 0, now(), now())`;
const FILL_TRANSFERS = `
  insert into ledger_transfer (merchant_id, posting_id, line, posted_at, from_code, to_code, currency, amount, from_balance, to_balance,
                               key, fingerprint, reason, lines)
  select $1::uuid, md5($1::uuid::text || n)::uuid, 1, timestamptz '${START}' + n * interval '1 second',
         case when n % 2 = 0 then 'wallet:USD' else 'card_wallet:USD' end,
         case when n % 2 = 0 then 'card_wallet:USD' else 'wallet:USD' end, 'USD', 1, n, n,
         'k' || n, sha256('x'), 'card.funded', 1
    from generate_series(1, $2::int) n`;

/** Keys and indexes of the long table, with what takes them away and what makes them again. */
const INDEXES = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid = 'ledger_transfer'::regclass and contype in ('p', 'u')
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i where indrelid = 'ledger_transfer'::regclass
     and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/** As a restored backup is loaded: rows first, then the indexes. */
async function fill(owner: pg.Client): Promise<void> {
  await owner.query("set maintenance_work_mem = '1GB'; alter table ledger_account disable trigger all");
  const { rows: indexes } = await owner.query<{ drop: string; make: string }>(INDEXES);
  for (const index of indexes) await owner.query(index.drop);
  for (const { merchantId, entries } of [SMALL, LARGE]) {
    await owner.query(FILL_ACCOUNTS, [merchantId]);
    await owner.query(FILL_TRANSFERS, [merchantId, entries / 2]);
  }
  for (const index of indexes) await owner.query(index.make);
  await owner.query("vacuum analyze ledger_transfer, ledger_account");
}

/** Reading books with a long history beside books with a short one. */
export const ledgerReadsBench: Bench = {
  name: "ledger-reads",
  about: "balances and statements at 10 million entries beside 10 thousand",
  async run({ rounds, log }) {
    const world = await startWorld("fast");
    const owner = new pg.Client(world.ownerUrl);
    await owner.connect();
    const started = performance.now();
    await fill(owner);
    await owner.end();
    log(`filled in ${Math.round((performance.now() - started) / 1_000)} s`);

    const { db } = world.database;
    const code = accountCode("wallet", "USD");
    const microsOf =
      ({ merchantId, entries }: typeof SMALL) =>
      async () => {
        const started = performance.now();
        for (let n = 0; n < READS; n++) {
          const at = new Date(Date.parse(START) + Math.floor((Math.random() * entries) / 2) * 1_000);
          const until = new Date(at.getTime() + 50_000);
          await readBalance(db, merchantId, code);
          await readBalanceAt(db, merchantId, code, at);
          await readStatement(db, { merchantId, code, from: at, until, limit: 50 });
        }
        return ((performance.now() - started) * 1_000) / READS;
      };
    await microsOf(SMALL)();
    await microsOf(LARGE)();
    const micros = await interleave(rounds, { small: microsOf(SMALL), large: microsOf(LARGE) });
    await world.close();
    log(
      `balance, balance at a moment and statement: ${Math.round(median(micros.small))} µs beside ${Math.round(median(micros.large))} µs`,
    );
    return { "ledger.reads.ratio": rounded(medianRatio(micros.large, micros.small), 2) };
  },
};
