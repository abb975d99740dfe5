import { cardEndpoints as calls } from "@coralhub/contract";
import { moneyOf, type CardMessageKind } from "@coralhub/domain";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentAnswer, PaymentMessage } from "../../rails/card-issuer/index.ts";
import { cardMerchant, openCard, startCards, usd, type Desk } from "./cards-fixture.ts";
import { addsUp, statement, takerOf } from "./issuer-words-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());

type Told = Pick<PaymentMessage, "kind" | "networkId" | "final" | "partial" | "approved"> & {
  card: number;
  minor: bigint;
  /** The shop charges euros, so that the foreign fee comes on top. */
  abroad: boolean;
  times: number;
  /** An advice about the message before it; a refund that names its purchase. */
  about: boolean;
  /** The group the card is moved to first. */
  group: number | undefined;
};
const KINDS: CardMessageKind[] = ["authorisation", "increment", "reversal", "expiry", "settlement", "refund", "advice"];
/** What can only take from a limit what it lets, or give back. */
const KEEPING: ReadonlySet<CardMessageKind> = new Set(["authorisation", "increment", "reversal", "expiry", "refund"]);
const told: fc.Arbitrary<Told> = fc.record({
  kind: fc.constantFrom(...KINDS, "authorisation" as const),
  networkId: fc.constantFrom("A", "B", "C", "D"),
  card: fc.constantFrom(0, 0, 1),
  minor: fc.bigInt(1n, 6_000n),
  abroad: fc.boolean(),
  final: fc.boolean(),
  partial: fc.boolean(),
  approved: fc.boolean(),
  about: fc.boolean(),
  times: fc.constantFrom(1, 1, 1, 2),
  group: fc.constantFrom(undefined, undefined, 0, 1),
});
/** What stands together is told at the same moment. */
const history = fc.array(fc.array(told, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 7 });

/** The first card draws on the second; both may share a limit. */
async function prepare() {
  const merchant = await cardMerchant(desk, "202.00");
  const limits = { perTransaction: usd("50.00"), day: usd("90.00"), month: null, life: null };
  const cards = [
    await openCard(desk, merchant, "40.00", { controls: { limits } }),
    await openCard(desk, merchant, "70.00", { cardName: "备用" }),
  ];
  await desk.call(calls.updateCard, { id: cards[0]!.id, backupCardId: cards[1]!.id }, merchant);
  const groups: string[] = [];
  for (const [name, day] of [["共用", usd("80.00")] as const, ["不限", null] as const]) {
    const shared = { day, month: null, life: null };
    groups.push((await desk.call(calls.saveCardBook, { id: null, name, limits: shared }, merchant)).id);
  }
  return { merchant, cards, groups };
}
type World = Awaited<ReturnType<typeof prepare>>;

function messageOf(world: World, run: string, n: number, one: Told): PaymentMessage {
  const { kind, minor, final, partial, approved, about } = one;
  const networkId = `N-${run}-${one.networkId}`;
  return {
    id: `M-${run}-${n}`,
    kind,
    token: world.cards[one.card]!.token,
    networkId: kind === "refund" ? `R-${run}-${n}` : networkId,
    amount: moneyOf("USD", minor),
    original: moneyOf(one.abroad ? "EUR" : "USD", minor),
    shop: { id: "S", name: `SHOP ${one.networkId}`, code: "7311", country: one.abroad ? "DE" : "US" },
    at: desk.clock.now(),
    partial,
    final,
    approved: kind !== "advice" || approved,
    adviceOf: kind === "advice" && n > 0 && about ? `M-${run}-${n - 1}` : null,
    refundOf: kind === "refund" && about ? networkId : null,
  };
}

/** Every limit of whatever was approved just now holds: the purchase's, its card's and its group's. */
async function keepsLimits({ merchant, cards }: World, { networkId }: PaymentMessage): Promise<void> {
  const [row] = await desk.database.query<{ card: string; whole: string; card_day: string; group_left: string | null }>(
    `select p.card_id as card, (p.held_minor + p.settled_minor)::text as whole,
       (select s.used_minor::text from card_spend s where s.merchant_id = p.merchant_id and s.subject_id = p.card_id
         and s.period = 'day' and s.bucket = p.counted_day) as card_day,
       (select (b.day_minor - s.used_minor)::text from card_book b join card_spend s on s.merchant_id = b.merchant_id
         and s.subject_id = b.id and s.period = 'day' and s.bucket = p.counted_day
         where b.merchant_id = p.merchant_id and b.id = p.book_id) as group_left
     from card_payment p where p.merchant_id = $1 and p.network_id = $2 and p.kind = 'purchase'`,
    [merchant.userId, networkId],
  );
  expect(BigInt(row!.group_left ?? 0)).toBeGreaterThanOrEqual(0n);
  if (row!.card !== cards[0]!.id) return;
  expect(BigInt(row!.whole)).toBeLessThanOrEqual(5_000n);
  expect(BigInt(row!.card_day)).toBeLessThanOrEqual(9_000n);
}

/** What one card gave for the other's purchases is what the books moved between them, and each names its purchase. */
async function namesHelp({ merchant, cards }: World): Promise<void> {
  const [row] = await desk.database.query<{ told: string; moved: string; unnamed: number }>(
    `select coalesce(sum(r.amount_minor), 0)::text as told,
       count(*) filter (where p.card_id is distinct from r.card_id)::int as unnamed,
       (select coalesce(sum(l.amount), 0)::text from ledger_leg l where l.merchant_id = $1
         and l.from_code = 'card:USD:' || $2 and l.to_code = 'card:USD:' || $3) as moved
     from card_recharge r left join card_payment p on p.merchant_id = r.merchant_id and p.id = r.payment_id
     where r.merchant_id = $1 and r.from_card_id = $2::uuid`,
    [merchant.userId, cards[1]!.id, cards[0]!.id],
  );
  expect(row).toEqual({ told: row!.moved, moved: row!.moved, unnamed: 0 });
}

const isYes = ({ kind }: PaymentMessage, answers: readonly PaymentAnswer[]): boolean =>
  (kind === "authorisation" || kind === "increment") &&
  answers.some(({ outcome, amount }) => outcome !== "repeated" && amount !== null && amount.minor > 0n);

let runs = 0;
test(
  "random messages about two cards, doubled, at once and in any order: cards, wallet, holds and limits always add up",
  { timeout: 240_000 },
  async () => {
    const { take } = await takerOf(desk);
    await fc.assert(
      fc.asyncProperty(history, async (moments) => {
        const run = String(++runs);
        const world = await prepare();
        let n = 0;
        for (const moment of moments) {
          for (const { card, group } of moment) await joinGroup(world, card, group);
          const messages = moment.map((one) => messageOf(world, run, n++, one));
          const answers = await Promise.all(
            messages.map((message, at) => Promise.all(Array.from({ length: moment[at]!.times }, () => take(message)))),
          );
          for (const [at, message] of messages.entries()) {
            const [first, ...again] = answers[at]!;
            for (const other of again) expect([other.approved, other.code]).toEqual([first!.approved, first!.code]);
            // What is said about another card's purchase moves nothing, so the issuer has no line for it either.
            if (first!.outcome !== "unknown") await statement(desk, message);
          }
          if (messages.every(({ kind }) => KEEPING.has(kind))) {
            const approved = messages.filter((message, at) => isYes(message, answers[at]!));
            for (const message of approved) await keepsLimits(world, message);
          }
          await namesHelp(world);
          await addsUp(desk, world.merchant, 20_200n);
        }
      }),
      { numRuns: 20 },
    );
  },
);

async function joinGroup({ merchant, cards, groups }: World, card: number, group: number | undefined): Promise<void> {
  if (group === undefined) return;
  await desk.call(calls.updateCard, { id: cards[card]!.id, bookId: groups[group]! }, merchant);
}
