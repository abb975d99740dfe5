import { Refusal } from "@coralhub/contract";
import {
  afterMove,
  asksForOrders,
  carriedAlong,
  lackingFor,
  moneyOf,
  moneyText,
  needsOf,
  NO_QUOTA,
  planMove,
  quotaUseLifecycle,
  type Currency,
  type CurrencyQuota,
  type Money,
  type QuotaBook,
  type QuotaNeed,
  type QuotaPlan,
  type QuotaUseKind,
} from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { consumedPosting, releasedPosting, reservedPosting } from "./orders-postings.ts";
import { readAccounts, standingIn, standingOf } from "./quota.ts";
import {
  addDetours,
  changeDemand,
  deleteFreed,
  findUses,
  giveOrdersBack,
  insertFreed,
  insertUses,
  lockQuota,
  readFacts,
  takeDetours,
  takeOrders,
  type QuotaFacts,
  type QuotaUse,
} from "./quota-store.ts";

/** A move of money into CNY, as its owner knows it. */
export type Move = {
  id: string;
  kind: QuotaUseKind;
  reference: string;
  amount: Money;
  /** Of the platforms whose money it is taken from; null: an account where money of several lies. */
  platforms: readonly (string | null)[];
};
type Wanted = Pick<Move, "amount" | "platforms">;

/** Everything a merchant's moves are judged by, in the currencies given and those their money came from. */
async function readBook(
  deps: OrdersDeps,
  within: Db | Tx,
  merchantId: string,
  wanted: Iterable<Currency>,
): Promise<QuotaBook> {
  const facts = await readFacts(within, merchantId);
  return bookOf(facts, await readAccounts(deps, merchantId, within), wanted);
}
export function bookOf(
  { demand, detours, freed }: QuotaFacts,
  accounts: Awaited<ReturnType<typeof readAccounts>>,
  wanted: Iterable<Currency>,
): QuotaBook {
  const asked = new Set(wanted);
  for (const { currency, origin } of detours) if (asked.has(currency)) asked.add(origin);
  const currencies = new Map<Currency, CurrencyQuota>();
  for (const currency of asked) {
    const { open, reserved, used } = standingIn(accounts, currency);
    const one = { ...NO_QUOTA, open, covered: reserved + used, freed: freed.get(currency) ?? 0n };
    for (const { platform, minor } of demand.filter((row) => row.currency === currency)) {
      if (asksForOrders(platform === "" ? null : platform)) one.asked += minor;
      else one.free += minor;
    }
    currencies.set(currency, one);
  }
  return { currencies, detours };
}

const planOf = (book: QuotaBook, { amount, platforms }: Wanted): QuotaPlan => {
  const straight = platforms.length > 0 && platforms.every((platform) => !asksForOrders(platform));
  return planMove(book, amount.currency, amount.minor, straight);
};

/** Before anybody confirms: empty where there is enough. */
export async function missingFor(deps: OrdersDeps, merchantId: string, wanted: Wanted): Promise<Money[]> {
  const book = await readBook(deps, deps.database.db, merchantId, [wanted.amount.currency]);
  return lackingFor(book, planOf(book, wanted)).map(({ currency, minor }) => moneyOf(currency, minor));
}

/** Says how much is missing, beside the amount. */
export function quotaShort(missing: readonly Money[]): Refusal {
  const values = { missing: missing.map((one) => moneyText(one)).join("、") };
  return new Refusal("quota.short", values, { amount: new Refusal("quota.short", values).message });
}

type Taken = { move: Move; need: QuotaNeed; before: QuotaUse | undefined };
/** With the confirmation: sets quota aside for each of them, in their order; answers what stands in the way of which. */
export async function reserveMoves(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  moves: readonly Move[],
): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>();
  if (moves.length === 0) return refused;
  await lockQuota(tx, merchantId);
  const ids = moves.map(({ id }) => id);
  const before = await findUses(tx, merchantId, ids);
  let book = await readBook(
    deps,
    tx,
    merchantId,
    moves.map(({ amount }) => amount.currency),
  );
  const taken: Taken[] = [];
  const freed: { moveId: string; currency: Currency; minor: bigint }[] = [];
  for (const move of moves) {
    const plan = planOf(book, move);
    const missing = lackingFor(book, plan).map(({ currency, minor }) => moneyOf(currency, minor));
    if (missing.length > 0) {
      refused.set(move.id, quotaShort(missing));
      continue;
    }
    book = afterMove(book, plan);
    if (plan.free > 0n) freed.push({ moveId: move.id, currency: plan.currency, minor: plan.free });
    for (const need of needsOf(plan)) {
      const known = before.find(({ moveId, currency }) => moveId === move.id && currency === need.currency);
      taken.push({ move, need, before: known });
    }
    await takeDetours(tx, merchantId, plan.via);
  }
  await insertFreed(tx, merchantId, freed);
  await setAside(deps, tx, merchantId, taken);
  return refused;
}

async function setAside(deps: OrdersDeps, tx: Tx, merchantId: string, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return;
  const at = deps.clock.now();
  const uses = taken.map(({ move, need, before }) => ({
    merchantId,
    id: before?.id ?? deps.ids.next(),
    moveId: move.id,
    kind: move.kind,
    reference: move.reference,
    currency: need.currency,
    amountMinor: need.minor,
    viaCurrency: need.via?.currency ?? null,
    viaMinor: need.via?.minor ?? null,
    attempt: (before?.attempt ?? 0) + 1,
  }));
  const fresh = uses.filter(({ attempt }) => attempt === 1);
  if (fresh.length > 0) await insertUses(tx, fresh, at);
  for (const { id, attempt, amountMinor, viaCurrency, viaMinor } of uses.filter((use) => use.attempt > 1)) {
    await deps.lifecycles.advance(tx, quotaUseLifecycle, { merchantId, id }, "reserveAgain", {
      by: SYSTEM,
      at,
      set: { amountMinor, attempt, viaCurrency, viaMinor },
    });
  }
  await deps.ledger.postIn(
    tx,
    uses.map((use) => reservedPosting({ ...use, amount: moneyOf(use.currency, use.amountMinor) })),
  );
}

/** The same for one; too little is a refusal. */
export async function reserveMove(deps: OrdersDeps, tx: Tx, merchantId: string, move: Move): Promise<void> {
  const [refusal] = (await reserveMoves(deps, tx, merchantId, [move])).values();
  if (refusal) throw refusal;
}

/** They have settled; `as`: what was set aside under another name is this one's from now on. Nothing happens to one that took none. */
export async function consumeMoves(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  moveIds: readonly string[],
  as?: Pick<Move, "id" | "reference">,
): Promise<void> {
  await lockQuota(tx, merchantId);
  const uses = (await findUses(tx, merchantId, moveIds)).filter(({ state }) => state === "reserved");
  if (uses.length === 0) return;
  const doing = { by: SYSTEM, at: deps.clock.now() };
  const moves = uses.map(({ id }) => ({
    key: { merchantId, id },
    ...(as && { set: { moveId: as.id, reference: as.reference } }),
  }));
  const moved = await deps.lifecycles.advanceMany(tx, quotaUseLifecycle, "consume", doing, moves);
  if (moved.includes(false)) throw new Refusal("state.changed");
  await deps.ledger.postIn(
    tx,
    uses.map((use) => consumedPosting({ ...use, amount: moneyOf(use.currency, use.amountMinor) })),
  );
  for (const use of uses) await takeOrders(tx, use);
}

/** They have failed, were cancelled, or came back. Nothing happens to one that took none. */
export async function releaseMoves(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  moveIds: readonly string[],
): Promise<void> {
  await lockQuota(tx, merchantId);
  await deleteFreed(tx, merchantId, moveIds);
  const at = deps.clock.now();
  // One after the other: what is owed is less after each.
  for (const use of await findUses(tx, merchantId, moveIds)) {
    if (use.state === "released") continue;
    const { id, currency, amountMinor, viaCurrency, viaMinor } = use;
    const { debt } = await standingOf(deps, tx, merchantId, currency);
    const from = use.state === "reserved" ? "reserved" : "used";
    const amount = moneyOf(currency, amountMinor);
    await deps.lifecycles.advance(tx, quotaUseLifecycle, { merchantId, id }, "release", { by: SYSTEM, at });
    await deps.ledger.postIn(tx, [releasedPosting({ ...use, amount, from, debt })]);
    await giveOrdersBack(tx, { merchantId, id });
    if (viaCurrency !== null && viaMinor !== null) {
      const back = { currency: viaCurrency, origin: currency, minor: viaMinor, originMinor: amountMinor };
      await addDetours(tx, merchantId, [back]);
    }
  }
}

/** Exchanged into another currency than CNY: it asks for its orders wherever it goes from there. */
export async function carryOver(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  { sold, bought }: { sold: Money; bought: Money },
): Promise<void> {
  await lockQuota(tx, merchantId);
  const book = await readBook(deps, tx, merchantId, [sold.currency]);
  const plan = planMove(book, sold.currency, sold.minor, false);
  const figures = { sold: sold.minor, bought: bought.minor, into: bought.currency };
  await takeDetours(tx, merchantId, plan.via);
  await addDetours(tx, merchantId, carriedAlong(plan, figures));
}

/** From one merchant's wallet to another's: whoever has it now is asked for its orders. */
export async function handOver(
  deps: OrdersDeps,
  tx: Tx,
  { from, to, amount }: { from: string; to: string; amount: Money },
): Promise<void> {
  for (const merchantId of [from, to].toSorted()) await lockQuota(tx, merchantId);
  const book = await readBook(deps, tx, from, [amount.currency]);
  const plan = planMove(book, amount.currency, amount.minor, false);
  const asked = needsOf(plan);
  await changeDemand(tx, from, asked, -1n);
  await takeDetours(tx, from, plan.via);
  await changeDemand(tx, to, asked, 1n);
  await addDetours(tx, to, plan.via);
}
