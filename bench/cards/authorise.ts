import { accountCode, OPEN_CONTROLS } from "@coralhub/domain";
import { connect } from "node:net";
import { controlsToJson } from "../../apps/server/src/modules/cards/controls-json.ts";
import { createWriter, type Writer } from "../../apps/server/src/modules/ledger/writer.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createIds, type Ids } from "../../apps/server/src/platform/ids.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { signIssuerNotice } from "../../apps/server/src/rails/card-issuer/connectors/signed-issuer.ts";
import { fillIncomesOf } from "../collections/income-world.ts";
import { interleave, median, medianRatio, rounded, type Bench, type BenchContext, type Figures } from "../harness.ts";
import { postBytes } from "../http/blast.ts";
import { CONNECTIONS, startHttpLoad } from "../ledger/http-load.ts";
import { fund } from "../ledger/workloads.ts";
import { startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";
import { after, ask, startProduct, type Product } from "../money/product.ts";

const KEY = "bench-key-of-the-card-issuer-0123456789";
const ISSUER = "card-issuer";
/** So many that nobody meets the hourly limit of purchases of one card. */
const MERCHANTS = 1_000;
const SECONDS = 2;
const TURNS_EACH_ROUND = 2;
const STEADY_PER_SECOND = 100;
/** A whole minute: whatever the product does by the clock falls into it once. */
const STEADY_SECONDS = 60;
const WARM_SECONDS = 10;
const EXPORTED = 1_000_000;
const LOADED_MINOR = 10n ** 11n;

/** One active card each, with money on it and nothing that stands in the way. */
async function openCards({ owner, merchants }: MoneyWorld, writer: Writer): Promise<string[]> {
  await owner.query(
    `insert into card (merchant_id, id, state, name, purpose, bin, currency, face, cardholder, issuer, token, last_four, controls,
       opening_fee_minor, first_load_minor, created_at, opened_at, changed_at)
     select merchant_id, md5('card' || merchant_id)::uuid, 'active', 'Ads', 'advertising', '493193', 'USD', 'navy', 'BENCH LTD', $1,
       'ct_' || replace(merchant_id::text, '-', ''), '0001', $2::jsonb, 0, 0, now(), now(), now() from merchant`,
    [ISSUER, controlsToJson(OPEN_CONTROLS)],
  );
  await owner.query(
    "insert into card_token (issuer, token, owner_id, card_id) select issuer, token, merchant_id, id from card",
  );
  const { rows } = await owner.query<{ merchantId: string; id: string; token: string }>(
    `select merchant_id as "merchantId", id, token from card`,
  );
  await Promise.all(
    rows.map(({ merchantId, id }) =>
      writer.post({
        merchantId,
        key: "card-opening",
        reason: "card.funded",
        transfers: [
          {
            from: accountCode("house.nostro", "USD", ISSUER),
            to: accountCode("card", "USD", id),
            amount: { currency: "USD", minor: LOADED_MINOR },
          },
        ],
      }),
    ),
  );
  if (rows.length !== merchants.length) throw new Error(`${rows.length} cards for ${merchants.length} merchants`);
  return rows.map(({ token }) => token);
}

let told = 0;
function swipe(token: string): Buffer {
  const now = new Date();
  const n = told++;
  const amount = { currency: "USD", amount: "1.23" };
  return postBytes(
    "/api/hooks/card_issuer",
    {},
    signIssuerNotice(KEY, now, {
      notice: "payment",
      id: `BENCH-M-${n}`,
      kind: "authorisation",
      token,
      networkId: `BENCH-N-${n}`,
      amount,
      original: amount,
      shop: { id: "SH-1", name: "FACEBK ADS", code: "7311", country: "US" },
      at: new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
    }),
  );
}

/** What was answered yes is held, once. */
async function assertHeld({ owner }: MoneyWorld, answered: number): Promise<void> {
  const { rows } = await owner.query<{ n: number; held: string }>(
    "select count(*)::int as n, coalesce(sum(held_minor), 0)::text as held from card_payment where state = 'authorised'",
  );
  const { n, held } = rows[0]!;
  if (n !== answered || BigInt(held) !== BigInt(answered) * 123n) {
    const { rows: others } = await owner.query(
      "select state, rule, sentence, count(*)::int as n from card_payment where state <> 'authorised' group by 1, 2, 3",
    );
    throw new Error(`${answered} were answered, ${n} are held with ${held}; ${JSON.stringify(others)}`);
  }
}

/** So many a second whatever the answers take, until it is enough. */
async function steady(url: string, tokens: readonly string[], isEnough: (asked: number) => boolean): Promise<void> {
  const { hostname, port } = new URL(url);
  const one = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.on("connect", () => socket.write(swipe(token)));
      socket.on("error", reject);
      socket.once("data", () => {
        socket.end();
        resolve();
      });
    });
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; !isEnough(n); n++) {
    const due = began + (n * 1_000) / STEADY_PER_SECOND;
    const pause = due - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    pending.push(one(tokens[n % tokens.length]!));
  }
  await Promise.all(pending);
}
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Server time of each decision: first with nothing else to do, then while a merchant downloads a million rows. */
async function measureSteady(
  world: MoneyWorld,
  product: Product,
  tokens: readonly string[],
  { rows = EXPORTED, log }: Pick<BenchContext, "rows" | "log">,
): Promise<Figures> {
  const { merchantId } = world.merchants[0]!;
  await fillIncomesOf(world, [{ merchantId, incomes: rows }], log);
  // A million rows were just written, and a hundred thousand purchases before them: idle is what comes after that has settled.
  await world.owner.query("vacuum analyze");
  await world.owner.query("checkpoint");
  await steady(product.url, tokens, (asked) => asked >= STEADY_PER_SECOND * WARM_SECONDS);
  await product.times();
  await steady(product.url, tokens, (asked) => asked >= STEADY_PER_SECOND * STEADY_SECONDS);
  const idle = await product.times();
  let lines: number | undefined;
  const [exported] = await Promise.all([
    product.exportIncomes(merchantId).then((count) => (lines = count)),
    steady(product.url, tokens, (asked) => lines !== undefined && asked >= STEADY_PER_SECOND),
  ]);
  const exporting = await product.times();
  log(`${exported} lines exported beside ${exporting.length} decisions`);
  return {
    "cards.steady.p50.ms": rounded(percentile(idle, 0.5), 1),
    "cards.steady.p99.ms": rounded(percentile(idle, 0.99), 1),
    "cards.exporting.p50.ms": rounded(percentile(exporting, 0.5), 1),
    "cards.exporting.p99.ms": rounded(percentile(exporting, 0.99), 1),
  };
}

export const cardsBench: Bench = {
  name: "cards",
  about: `authorisations from the issuer's signed hook, ${CONNECTIONS} in flight, beside ledger.http.64; then ${STEADY_PER_SECOND} a second, idle and while ${EXPORTED} rows are exported`,
  async run({ rounds, rows, log }) {
    const world = await startMoneyWorld(MERCHANTS);
    const ids: Ids = createIds(systemClock, systemRandom);
    const writer = createWriter({ pool: world.database.openPipelines("bench", 4), clock: systemClock, ids });
    const tokens = await openCards(world, writer);
    const http = await startHttpLoad(world, await fund(writer, ids, CONNECTIONS));
    const product = await startProduct(world, { CARD_ISSUER_URL: "http://127.0.0.1:9/", CARD_ISSUER_KEY: KEY });
    let answered = 0;
    const authorise = async (seconds: number) => {
      const run = await ask(product.url, { connections: CONNECTIONS, until: after(seconds) }, () =>
        swipe(tokens[Math.floor(Math.random() * tokens.length)]!),
      );
      answered += run.answered;
      return run.rate;
    };
    // Everybody's first purchase writes the card anew; that is another question.
    const waiting = [...tokens];
    const first = await ask(product.url, { connections: CONNECTIONS, until: () => waiting.length === 0 }, () =>
      swipe(waiting.pop() ?? tokens[0]!),
    );
    answered += first.answered;
    await http.measure(1);
    const rates = await interleave(rounds * TURNS_EACH_ROUND, {
      http: async () => (await http.measure(SECONDS)).rate,
      authorise: () => authorise(SECONDS),
    });
    await assertHeld(world, answered);
    const figures = await measureSteady(world, product, tokens, { ...(rows && { rows }), log });
    await product.close();
    await http.close();
    await writer.close();
    await world.close();
    log(`authorise ${Math.round(median(rates.authorise))}/s, ledger.http.64 ${Math.round(median(rates.http))}/s`);
    return {
      "cards.authorise": rounded(medianRatio(rates.authorise, rates.http), 2),
      ...figures,
    };
  },
};
