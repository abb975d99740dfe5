import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import { createWriter } from "../../apps/server/src/modules/ledger/writer.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createIds } from "../../apps/server/src/platform/ids.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { RAIL, startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";
import { startProduct, type Product } from "../money/product.ts";
import { addProgram, askOpen, waitFor, type Program } from "../money/program.ts";

const ROWS = 10_000;
/** So many single payments are timed; one of them costs the same among ten thousand. */
const SINGLES = 400;
const CALLERS = 8;
const FUNDS_MINOR = 100_000_000n;
const HEADER = ["收款户名", "户名类型", "国家或地区", "币种", "清算代码", "收款账号", "账户类型", "到账金额", "附言"];

const sheet = (rows: number): string =>
  [
    HEADER,
    ...Array.from({ length: rows }, (_, at) => [
      `SUPPLIER ${at} LLC`,
      "企业",
      "US",
      "USD",
      "021000021",
      String(4_830_000_000 + at),
      "checking",
      `${60 + (at % 30)}.00`,
      `INV ${at}`,
    ]),
  ]
    .map((row) => row.join(","))
    .join("\n");

export async function fundAll({ database, merchants }: Pick<MoneyWorld, "database" | "merchants">): Promise<void> {
  const ids = createIds(systemClock, systemRandom);
  const writer = createWriter({ pool: database.openPipelines("bench", 4), clock: systemClock, ids });
  const nostro = accountCode("house.nostro", "USD", RAIL);
  await Promise.all(
    merchants.map(({ merchantId, accountId }) =>
      writer.post({
        merchantId,
        key: "opening",
        reason: "income.credited",
        transfers: [transfer(nostro, accountCode("collection", "USD", accountId), moneyOf("USD", FUNDS_MINOR))],
      }),
    ),
  );
}

type Taken = { parsedMillis: number; grownMiB: number; peakMiB: number; eachMicros: number };
/** A sheet of suppliers nobody has paid before: read, checked, priced, confirmed, and handed over row by row. */
async function payBatch({ url, watchMemory }: Product, program: Program, rows: number): Promise<Taken> {
  const form = new FormData();
  form.set("kind", "supplier");
  form.set("file", new Blob([sheet(rows)], { type: "text/csv" }), "suppliers.csv");
  const memory = watchMemory();
  const began = performance.now();
  const { id } = await askOpen<{ id: string }>(url, program, "/batches/pay/file", { form });
  type Batch = { state: string; rowsDone: number; counts: Record<string, number> };
  const batch = () => askOpen<Batch>(url, program, `/batches/${id}`);
  const read = await waitFor(async () => {
    const seen = await batch();
    return seen.state === "uploaded" || seen.state === "parsing" ? undefined : seen;
  });
  const parsedMillis = performance.now() - began;
  if (read.counts["ready"] !== rows) throw new Error(`of ${rows} rows: ${JSON.stringify(read)}`);
  const { quoteId } = await askOpen<{ quoteId: string }>(url, program, `/batches/pay/${id}/quote`, { body: {} });
  const confirmed = performance.now();
  await askOpen(url, program, `/batches/pay/${id}/confirm`, { body: { quoteId } });
  const paid = await waitFor(async () => {
    const seen = await batch();
    return (seen.counts["ready"] ?? 0) === 0 ? seen : undefined;
  });
  const eachMicros = ((performance.now() - confirmed) * 1000) / rows;
  if (paid.counts["taken"] !== rows) throw new Error(`paid ${JSON.stringify(paid.counts)} of ${rows}`);
  return { parsedMillis, eachMicros, ...memory() };
}

export const SUPPLIER = {
  supplierName: "HARBOR PACKAGING LLC",
  bankAccountHolder: "HARBOR PACKAGING LLC",
  bankAccount: "4830000099",
  bankCurrency: "USD",
  supplierCountryCode: "US",
  clearCode: "021000021",
  bankAccountType: "checking",
};
/** One by one: what is timed is their confirmation alone. */
async function paySingles(
  { owner }: MoneyWorld,
  { url }: Product,
  program: Program,
  payments: number,
): Promise<number> {
  const { id: beneficiaryId } = await askOpen<{ id: string }>(url, program, "/payees/supplier", { body: SUPPLIER });
  // It has rested: one payee takes all of them.
  await owner.query("update beneficiary set rests_from = rests_from - interval '2 days' where id = $1", [
    beneficiaryId,
  ]);
  let millis = 0;
  for (let left = payments; left > 0; left -= CALLERS) {
    const prepared = await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const request = {
          accountId: program.merchant.accountId,
          beneficiaryId,
          amount: { currency: "USD", amount: "60.00" },
        };
        const { id } = await askOpen<{ id: string }>(url, program, "/payouts/supplier", { body: request });
        const { quoteId } = await askOpen<{ quoteId: string }>(url, program, "/payouts/supplier/quote", {
          body: request,
        });
        return { id, quoteId };
      }),
    );
    const began = performance.now();
    await Promise.all(
      prepared.map(({ id, quoteId }) => askOpen(url, program, `/payouts/${id}/confirm`, { body: { quoteId } })),
    );
    millis += performance.now() - began;
  }
  return (millis * 1000) / payments;
}

export const batchBench: Bench = {
  name: "payouts.batch",
  about: `${ROWS} rows of suppliers: read and checked, then confirmed beside single confirmations, ${CALLERS} at a time`,
  async run({ rounds, rows = ROWS, log }) {
    const turns = Math.min(rounds, 3);
    const world = await startMoneyWorld(2 * turns);
    await fundAll(world);
    const programs = await Promise.all(world.merchants.map((merchant) => addProgram(world, merchant)));
    const product = await startProduct(world);
    const sheets: Taken[] = [];
    try {
      const each = await interleave(turns, {
        batch: async () => {
          const taken = await payBatch(product, programs.pop()!, rows);
          log(`read ${rounded(taken.parsedMillis / 1000, 1)} s, ${rounded(taken.eachMicros, 0)} µs a row confirmed`);
          sheets.push(taken);
          return taken.eachMicros;
        },
        single: async () => paySingles(world, product, programs.pop()!, Math.min(SINGLES, rows)),
      });
      return {
        "payouts.batch.parsed.s": rounded(median(sheets.map(({ parsedMillis }) => parsedMillis)) / 1000, 1),
        "payouts.batch.grownMiB": rounded(Math.max(...sheets.map(({ grownMiB }) => grownMiB)), 0),
        "payouts.batch.peakMiB": rounded(Math.max(...sheets.map(({ peakMiB }) => peakMiB)), 0),
        "payouts.batch.row.us": rounded(median(each.batch), 0),
        "payouts.single.us": rounded(median(each.single), 0),
        "payouts.batch": rounded(medianRatio(each.batch, each.single), 2),
      };
    } finally {
      await product.close();
      await world.close();
    }
  },
};
