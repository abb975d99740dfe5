import { median, medianRatio, rounded, type Bench } from "../harness.ts";
import { copyIn } from "./copy-in.ts";
import { startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";
import { startProduct, type Product } from "../money/product.ts";
import { addProgram, askOpen, waitFor, type Program } from "../money/program.ts";

const ROWS = 100_000;
const DAY_MS = 86_400_000;
const HEADER = "订单号,下单时间,币种,订单金额,商品名称,收货国家,承运商,运单号,结算单号";

/** A month of one shop, as its own template has it. */
function file(rows: number): Blob {
  const day = new Date(Date.now() - 20 * DAY_MS).toISOString().slice(0, 10);
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = `114-${String(1_000_000 + Math.floor(at / 1_000_000))}-${String(1_000_000 + at)}`;
    return `${number},${day} 09:30:00,USD,"1,${100 + (at % 800)}.${10 + (at % 90)}",LED 灯带 ${at % 50} 米,US,DHL,${8_000_000_000 + at},SETTLE-${at % 40}`;
  });
  return new Blob([[HEADER, ...lines].join("\n")], { type: "text/csv" });
}

type Taken = { millis: number; grownMiB: number; peakMiB: number; longestMs: number };
/** Uploaded, read, validated, looked up and stored: everything until its result stands there. */
async function upload({ url, watchMemory }: Product, program: Program, rows: number): Promise<Taken> {
  const form = new FormData();
  form.set("platformCode", "AMAZON");
  form.set("excelType", "template");
  form.set("file", file(rows), "orders.csv");
  const memory = watchMemory();
  const began = performance.now();
  const { id } = await askOpen<{ id: string }>(url, program, "/orders/file", { form });
  type Upload = { state: string; rowsTotal: number; rowsWaiting: number; rowsPassed: number; rowsFailed: number };
  let longestMs = 0;
  const done = await waitFor(async () => {
    const asked = performance.now();
    const seen = await askOpen<Upload>(url, program, `/order-uploads/${id}`);
    longestMs = Math.max(longestMs, performance.now() - asked);
    return seen.state === "analysing" ? undefined : seen;
  }, 100);
  const millis = performance.now() - began;
  if (done.rowsWaiting + done.rowsPassed !== rows) throw new Error(`of ${rows} rows: ${JSON.stringify(done)}`);
  return { millis, longestMs, ...memory() };
}

const TABLES = ["trade_order", "order_claim"];
/** The rows that were just stored: taken out, and put back into the same tables with all their indexes. */
async function copyBack({ owner, database }: MoneyWorld, rows: number): Promise<number> {
  const stored = new Map<string, Uint8Array[]>();
  for (const table of TABLES) {
    const pieces: Uint8Array[] = [];
    for await (const piece of database.copyOut(`select * from ${table}`)) pieces.push(piece.slice());
    stored.set(table, pieces);
  }
  await owner.query("set session_replication_role = replica");
  await owner.query(`truncate ${TABLES.join(", ")} cascade`);
  const began = performance.now();
  for (const [table, pieces] of stored) {
    const back = await copyIn(owner, table, pieces);
    if (back !== rows) throw new Error(`${back} of ${rows} rows came back into ${table}`);
  }
  const millis = performance.now() - began;
  await owner.query(`truncate ${TABLES.join(", ")} cascade`);
  await owner.query("set session_replication_role = origin");
  return millis;
}

export const orderUploadBench: Bench = {
  name: "orders.upload",
  about: `a file of ${ROWS} orders, read, validated, looked up and stored, beside bare COPY of the same rows into the same tables`,
  async run({ rounds, rows = ROWS, log }) {
    const turns = Math.min(rounds, 3);
    const world = await startMoneyWorld(turns);
    const programs = await Promise.all(world.merchants.map((merchant) => addProgram(world, merchant)));
    const product = await startProduct(world);
    const taken: Taken[] = [];
    try {
      // The copy of a round is of the rows its upload has stored: it never goes first.
      const millis = { upload: [] as number[], copy: [] as number[] };
      for (const program of programs) {
        const one = await upload(product, program, rows);
        taken.push(one);
        log(`${rows} rows: upload ${rounded(one.millis, 0)} ms, ${rounded(one.grownMiB, 0)} MiB`);
        millis.upload.push(one.millis);
        millis.copy.push(await copyBack(world, rows));
        log(`bare COPY ${rounded(millis.copy.at(-1)!, 0)} ms`);
      }
      return {
        "orders.upload": rounded(medianRatio(millis.copy, millis.upload), 2),
        "orders.upload.s": rounded(median(millis.upload) / 1000, 1),
        "orders.upload.grownMiB": rounded(Math.max(...taken.map(({ grownMiB }) => grownMiB)), 0),
        "orders.upload.peakMiB": rounded(Math.max(...taken.map(({ peakMiB }) => peakMiB)), 0),
        "orders.upload.longest.ms": rounded(Math.max(...taken.map(({ longestMs }) => longestMs)), 0),
      };
    } finally {
      await product.close();
      await world.close();
    }
  },
};
