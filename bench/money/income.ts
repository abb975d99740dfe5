import {
  findBrokenChains,
  findOverdrawnAccounts,
  findUnbalancedBooks,
  findWrongHolds,
} from "../../apps/server/src/modules/ledger/reconcile-store.ts";
import { signNotice } from "../../apps/server/src/rails/receiving-bank/connectors/signed-notice.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { postBytes } from "../http/blast.ts";
import { prepareTpcb } from "../ledger/tpcb.ts";
import { startMoneyWorld, type MoneyWorld, type PaidMerchant } from "./money-world.ts";
import { after, ask, startProduct } from "./product.ts";

const MERCHANTS = 400;
const IN_FLIGHT = 64;
const SECONDS = 2;
const TURNS_EACH_ROUND = 2;
const KEY = "bench-key-of-the-receiving-bank-0123456789";
const CENTS = 1234;
/** The product then takes notices signed with that key. */
export const RECEIVING_BANK = { RECEIVING_BANK_URL: "http://127.0.0.1:9/", RECEIVING_BANK_KEY: KEY };

let told = 0;
export const HOOK = "/api/hooks/receiving_bank";
/** A payment nobody has told of yet. */
export const noticeOf = ({ number }: PaidMerchant) => ({
  kind: "income.arrived",
  reference: `BENCH-${told++}`,
  accountNumber: number,
  amount: { currency: "USD", amount: (CENTS / 100).toFixed(2) },
  payer: { name: "AMAZON PAYMENTS, INC.", country: "US" },
});
/** As the bank sends it, now. */
export const signed = (notice: ReturnType<typeof noticeOf>) => signNotice(KEY, new Date(), notice);
export const noticeFor = (merchant: PaidMerchant): Buffer => postBytes(HOOK, {}, signed(noticeOf(merchant)));

/** What was answered is credited and readable, once; and the books are right. */
async function assertBooked({ owner, database: { db } }: MoneyWorld, answered: number, since: Date): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from income i join money_event e using (merchant_id, id)
     where i.state = 'credited' and e.state = 'done' and exists (select 1 from ledger_transfer t where t.posting_id = i.final_posting_id)`,
  );
  if (rows[0]!.n !== answered) throw new Error(`${answered} were answered, ${rows[0]!.n} are booked`);
  const checks = [findUnbalancedBooks(db), findOverdrawnAccounts(db), findWrongHolds(db), findBrokenChains(db, since)];
  const breaches = (await Promise.all(checks)).flat();
  if (breaches.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(breaches)}`);
}

/** Its own rows with their entries in every index, for one income. */
async function bytesEach({ owner }: MoneyWorld, incomes: number): Promise<Record<string, number>> {
  const tables = [
    "income",
    "income_reference",
    "money_event",
    "business_event",
    "message",
    "ledger_transfer",
    "ledger_hold",
  ];
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    "select t as name, pg_total_relation_size(t::regclass) as bytes from unnest($1::text[]) t",
    [tables],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes) / incomes]));
}

export const incomeBench: Bench = {
  name: "income",
  about: `payments from the bank's signed hook to credited, ${IN_FLIGHT} in flight, beside pgbench TPC-B on the same PostgreSQL`,
  async run({ rounds, log }) {
    const world = await startMoneyWorld(MERCHANTS);
    const tpcb = await prepareTpcb(world.ownerUrl);
    const product = await startProduct(world, RECEIVING_BANK);
    log(tpcb.about);
    let booked = 0;
    const cpu: Record<string, number[]> = { tpcb: [], hook: [], one: [] };
    /** PostgreSQL's part alone: pgbench itself is left out. */
    const yardstick = async () => {
      const before = world.postgresCpuMicros();
      const rate = await tpcb.measure(SECONDS);
      cpu["tpcb"]!.push((world.postgresCpuMicros() - before) / (rate * SECONDS));
      return rate;
    };
    const measured = (name: "hook" | "one", merchants: readonly PaidMerchant[]) => async () => {
      const since = new Date();
      const before = (await product.cpuMicros()) + world.postgresCpuMicros();
      const { rate, answered } = await ask(product.url, { connections: IN_FLIGHT, until: after(SECONDS) }, () =>
        noticeFor(merchants[Math.floor(Math.random() * merchants.length)]!),
      );
      cpu[name]!.push(((await product.cpuMicros()) + world.postgresCpuMicros() - before) / answered);
      booked += answered;
      await assertBooked(world, booked, since);
      return rate;
    };
    // Everybody's first payment opens accounts in the books; that is another question.
    for (const round of [world.merchants, world.merchants]) {
      const waiting = [...round];
      const { answered } = await ask(product.url, { connections: IN_FLIGHT, until: () => waiting.length === 0 }, () =>
        noticeFor(waiting.pop() ?? round[0]!),
      );
      booked += answered;
    }
    await tpcb.measure(1);
    const rates = await interleave(rounds * TURNS_EACH_ROUND, {
      tpcb: yardstick,
      hook: measured("hook", world.merchants),
      one: measured("one", world.merchants.slice(0, 1)),
    });
    await world.owner.query("vacuum");
    const bytes = await bytesEach(world, booked);
    await product.close();
    await tpcb.close();
    await world.close();
    for (const [name, values] of Object.entries(rates)) {
      log(
        `${name.padEnd(6)} ${Math.round(median(values))}/s${cpu[name] ? `, CPU ${rounded(median(cpu[name]), 0)} µs each` : ""}`,
      );
    }
    for (const [name, each] of Object.entries(bytes))
      log(`${name.padEnd(18)} ${Math.round(each)} bytes for one income`);
    return {
      "income.hook": rounded(medianRatio(rates.hook, rates.tpcb), 2),
      "income.one": rounded(medianRatio(rates.one, rates.tpcb), 2),
      "income.tpcb.cpu.us": rounded(median(cpu["tpcb"]!), 0),
      "income.hook.cpu.us": rounded(median(cpu["hook"]!), 0),
      "income.bytes": rounded(
        Object.values(bytes).reduce((sum, each) => sum + each, 0),
        0,
      ),
    };
  },
};
