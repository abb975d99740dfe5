import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { postBytes } from "../http/blast.ts";
import { assertInvariants } from "../ledger/ledger.ts";
import { prepareTpcb } from "../ledger/tpcb.ts";
import { startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";
import { ask, startProduct, type Product } from "../money/product.ts";
import { addProgram, askOpen, type Program } from "../money/program.ts";
import { fundAll, SUPPLIER } from "./batch.ts";

const MERCHANTS = 64;
const IN_FLIGHT = 32;
/** So many prepare at once: what is measured is the confirmation. */
const PREPARING = 8;
/** Quotes last half a minute: so many are prepared and confirmed within it. */
const EACH_TURN = 192;
const TPCB_SECONDS = 2;

type Payer = { program: Program; beneficiaryId: string };
export async function addPayer(
  { owner }: Pick<MoneyWorld, "owner">,
  { url }: Product,
  program: Program,
): Promise<Payer> {
  const { id } = await askOpen<{ id: string }>(url, program, "/payees/supplier", { body: SUPPLIER });
  // It has rested: one payee takes all of them.
  await owner.query("update beneficiary set rests_from = rests_from - interval '2 days' where id = $1", [id]);
  return { program, beneficiaryId: id };
}

/** Applied for and priced: what is left is the confirmation. */
async function prepare({ url }: Product, payers: readonly Payer[], count: number): Promise<Buffer[]> {
  const requests: Buffer[] = [];
  const line = async (place: number) => {
    for (let n = place; n < count; n += PREPARING) {
      const { program, beneficiaryId } = payers[n % payers.length]!;
      const { accountId } = program.merchant;
      const wanted = { accountId, beneficiaryId, amount: { currency: "USD", amount: "60.00" } };
      const { id } = await askOpen<{ id: string }>(url, program, "/payouts/supplier", { body: wanted });
      const { quoteId } = await askOpen<{ quoteId: string }>(url, program, "/payouts/supplier/quote", { body: wanted });
      const headers = {
        "x-app-id": program.appId,
        authorization: `Bearer ${program.token}`,
        "x-request-id": `confirm-${id}`,
      };
      requests.push(postBytes(`/open/v1/payouts/${id}/confirm`, headers, { quoteId }));
    }
  };
  await Promise.all(Array.from({ length: PREPARING }, (_, place) => line(place)));
  return requests;
}

/** What was answered is held, once. */
async function assertHeld({ owner, database: { db } }: MoneyWorld, confirmed: number, since: Date): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int as n from payout p join ledger_hold h on h.merchant_id = p.merchant_id and h.posting_id = p.hold_posting_id",
  );
  if (rows[0]!.n !== confirmed) throw new Error(`${confirmed} were answered, ${rows[0]!.n} are held`);
  await assertInvariants(db, since);
}

export const payoutConfirmBench: Bench = {
  name: "payout.confirm",
  about: `payments confirmed one by one, ${IN_FLIGHT} in flight of ${MERCHANTS} merchants, beside pgbench TPC-B on the same PostgreSQL`,
  async run({ rounds, log }) {
    const world = await startMoneyWorld(MERCHANTS);
    await fundAll(world);
    const tpcb = await prepareTpcb(world.ownerUrl);
    const product = await startProduct(world);
    const payers: Payer[] = [];
    for (const merchant of world.merchants) {
      payers.push(await addPayer(world, product, await addProgram(world, merchant)));
    }
    log(tpcb.about);
    let confirmed = 0;
    const confirm = async () => {
      const since = new Date();
      const requests = await prepare(product, payers, EACH_TURN);
      const { rate, answered } = await ask(
        product.url,
        { connections: IN_FLIGHT, until: () => requests.length === 0 },
        () => requests.pop()!,
      );
      confirmed += answered;
      await assertHeld(world, confirmed, since);
      return rate;
    };
    try {
      await confirm();
      await tpcb.measure(1);
      const rates = await interleave(rounds, { tpcb: () => tpcb.measure(TPCB_SECONDS), confirm });
      log(`tpcb ${Math.round(median(rates.tpcb))}/s, confirmed ${Math.round(median(rates.confirm))}/s`);
      return { "payout.confirm": rounded(medianRatio(rates.confirm, rates.tpcb), 2) };
    } finally {
      await product.close();
      await tpcb.close();
      await world.close();
    }
  },
};
