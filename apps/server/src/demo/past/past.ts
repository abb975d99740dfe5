import {
  HOUSE_MERCHANT_ID,
  moneyOf,
  toShanghaiDay,
  type AccountCode,
  type Currency,
  type Money,
} from "@coralhub/domain";
import { Refusal } from "@coralhub/contract";
import type { Identity } from "../../modules/identity/index.ts";
import type { Ledger, PastPosting, Posting, Receipt } from "../../modules/ledger/index.ts";
import type { Messages } from "../../modules/messages/index.ts";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { createIds, type Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import { createLifecycleEngine, type LifecycleEngine } from "../../platform/lifecycle-engine.ts";
import type { Live } from "../../platform/live.ts";
import type { Outbox, OutboxEntry, OutboxHandler } from "../../platform/outbox.ts";
import type { Random } from "../../platform/random.ts";
import { demoPersonId } from "../ids.ts";
import { DEMO_OPERATORS } from "../operators.ts";
import type { DemoMerchant } from "../merchants.ts";

type Deps = {
  database: Pick<Database, "transaction">;
  random: Random;
  live: Live;
  outbox: Outbox;
  prices: Ledger["prices"];
  /** What a merchant had earned by then, whose postings stand in no book yet. */
  incomeUntil(merchantId: string, at: Date): readonly { at: Date; amount: Money }[];
};
/** The ledger as far as a story needs it. */
type PastLedger = Pick<
  Ledger,
  | "prices"
  | "balance"
  | "balances"
  | "post"
  | "postIn"
  | "payoutsStopped"
  | "incomeByDay"
  | "openHolds"
  | "houseTotals"
  | "corrections"
  | "entriesSince"
>;

/**
 * A time that is over, in which the capabilities' own use cases run: what they write stands at that time, and what they post
 * is gathered, to be planted among the merchant's other postings in the order of time. Nobody is told, for nobody was there.
 */
export type Past = {
  /** What the capabilities are given instead of the present's. */
  house: {
    clock: { now(): Date };
    ids: Ids;
    ledger: PastLedger;
    lifecycles: LifecycleEngine;
    outbox: Outbox;
    jobs: Jobs;
    messages: Pick<Messages, "send" | "tellAddress">;
    /** Whoever acted then had the code. */
    identity: { codes: Pick<Identity["codes"], "send" | "prove" | "spend"> };
  };
  setTo(at: Date): void;
  /** What lies in the outbox is not sent after all. */
  forget(): void;
  /** What lies in the outbox of the past goes to whom it is for. */
  deliver(handlers: Readonly<Record<string, OutboxHandler>>): Promise<void>;
  contextOf(merchant: DemoMerchant): MerchantContext;
  /** The reviewer of the demo's staff. */
  reviewer(): OperatorContext;
  postings: PastPosting[];
};

const nobody = () => Promise.resolve();
const unasked = () => Promise.reject(new Error("no story asks the past for it"));
const REVIEWER = DEMO_OPERATORS.find(({ roles }) => roles.includes("reviewer"))!;
const PROVEN: Past["house"]["identity"]["codes"] = {
  send: unasked,
  prove: ({ purpose }) => Promise.resolve({ recipient: Buffer.alloc(0), purpose, id: "" }),
  spend: nobody,
};

export function createPast({ database, random, live, outbox, prices, incomeUntil }: Deps): Past {
  let at = new Date(0);
  const clock = { now: () => at };
  const ids = createIds(clock, random);
  const { ledger, postings } = createPastLedger(clock, ids, prices, incomeUntil);
  const lifecycles = createLifecycleEngine({ ids, live });
  lifecycles.sendBy(nobody);
  const entries: OutboxEntry[] = [];
  const callAt = (now: Date) => ({
    requestId: "demo",
    now,
    address: "127.0.0.1",
    userAgent: "",
    once: <T>(work: (tx: Tx) => Promise<T>) => database.transaction(work),
    onceWith: <T>(answer: T) => Promise.resolve(answer),
    onceAmong: unasked,
    session: { id: "demo", createdAt: now, steppedUpAt: now },
  });
  return {
    house: {
      clock,
      ids,
      ledger,
      lifecycles,
      outbox: { ...outbox, enqueue: (_tx, entry) => Promise.resolve(void entries.push(entry)) },
      jobs: { send: nobody },
      messages: { send: nobody, tellAddress: nobody },
      identity: { codes: PROVEN },
    },
    setTo: (moment) => void (at = moment),
    forget: () => void entries.splice(0),
    async deliver(handlers) {
      for (const entry of entries.splice(0)) {
        await handlers[entry.topic]!({ ...entry, id: ids.next(), attempt: 1, released: false });
      }
    },
    contextOf: ({ merchantId, contact }) => ({
      ...callAt(at),
      merchantId,
      personId: demoPersonId(merchantId),
      personName: contact?.name ?? null,
    }),
    reviewer: () => ({ ...callAt(at), operator: REVIEWER }),
    postings,
  };
}

function createPastLedger(
  clock: { now(): Date },
  ids: Ids,
  prices: Ledger["prices"],
  incomeUntil: Deps["incomeUntil"],
) {
  const postings: PastPosting[] = [];
  const minors = new Map<string, bigint>();
  const keyOf = (merchantId: string, code: string) => `${merchantId} ${code}`;
  const add = (merchantId: string, code: AccountCode, { currency, minor }: Money, sign: 1n | -1n): Money => {
    const key = keyOf(merchantId, code);
    minors.set(key, (minors.get(key) ?? 0n) + sign * minor);
    return moneyOf(currency, minors.get(key)!);
  };
  const post = (given: Posting): Receipt => {
    if (given.merchantId === HOUSE_MERCHANT_ID) throw new Error("the house's own books have no past of their own");
    const posting = { ...given, id: given.id ?? ids.next() };
    postings.push({ at: clock.now(), posting });
    const lines = posting.transfers.map(({ from, to, amount }) => ({
      from,
      to,
      amount,
      fromBalance: add(posting.merchantId, from, amount, -1n),
      toBalance: add(posting.merchantId, to, amount, 1n),
    }));
    return { postingId: posting.id, postedAt: clock.now(), replayed: false, lines };
  };
  const ledger: PastLedger = {
    prices,
    balance: <C extends Currency>(merchantId: string, code: AccountCode<C>) =>
      Promise.resolve(moneyOf(code.split(":")[1] as C, minors.get(keyOf(merchantId, code)) ?? 0n)),
    balances: unasked,
    openHolds: unasked,
    houseTotals: unasked,
    corrections: unasked,
    entriesSince: () => {
      throw new Error("no story asks the past for it");
    },
    incomeByDay: (merchantId, from) =>
      Promise.resolve(
        incomeUntil(merchantId, clock.now())
          .map(({ at, amount }) => ({ day: toShanghaiDay(at), amount }))
          .filter(({ day }) => day >= from),
      ),
    // The quick way needs the writer of the present: a story goes the slow way, which decides the same.
    post: () => Promise.reject(new Refusal("ledger.insufficient_funds", { available: "", currency: "" })),
    postIn: (_tx, given) => Promise.resolve(given.map(post)),
    payoutsStopped: () => Promise.resolve(false),
  };
  return { ledger, postings };
}
