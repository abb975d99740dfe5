import { Refusal } from "@coralhub/contract";
import { moneyOf, moneyText, payoutLifecycle, withinTolerance, withoutFullStop } from "@coralhub/domain";
import { createCoalescer, type Coalesced } from "../../platform/coalescer.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { Part } from "../../platform/idempotency.ts";
import { merchantActor, SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import { proveCode, type SpendCode } from "../identity/index.ts";
import { codeMoney, type PayoutAnswer } from "./apply-for-payout.ts";
import { requireOpen } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { holdTogether, nameOf } from "./hold-together.ts";
import { about } from "./payout-words.ts";
import {
  eachOf,
  findPayout,
  findPayoutsOf,
  listScheduled,
  lockPayout,
  lockPayoutsOf,
  ownName,
  type AgreedPrice,
  type DuePlace,
  type Payout,
  type PayoutKey,
} from "./payouts-store.ts";
import { priceNow } from "./quote-payout.ts";
import { countMiss } from "./series/count-miss.ts";

type Confirmation = { id: string; quoteId: string | null; verifyCode: string; channel: "sms" | "email" };

/**
 * The code is right, the price is fixed, the money is held: from here on it goes to the bank, or waits for a person where
 * the sum of the day asks for one. All of it commits together, once, and with whoever else confirms at this moment.
 */
export async function confirmPayout(
  deps: ConfirmDeps,
  ctx: MerchantContext,
  { id, quoteId, verifyCode, channel }: Confirmation,
): Promise<PayoutAnswer> {
  const { merchantId } = ctx;
  const seen = await deps.confirming.look({ merchantId, id });
  if (!seen) throw new Refusal("not_found");
  if (seen.scheduledFor !== null) return scheduleConfirmed(deps, ctx, seen, { verifyCode, channel });
  if (quoteId === null) throw new Refusal("quote.unknown");
  const code = ctx.app ? undefined : await proveFor(deps, ctx, seen, { verifyCode, channel });
  const going = { seen, by: merchantActor(ctx), quoteId: quoteId.toLowerCase(), ...(code && { code }) };
  return ctx.onceAmong<PayoutAnswer>(async (part) => {
    const answer = await deps.confirming.commit({ ...going, part });
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
}

/** Whoever may not pay now has no code to guess at. */
async function proveFor(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  payout: Payout,
  { verifyCode, channel }: Pick<Confirmation, "verifyCode" | "channel">,
): Promise<SpendCode> {
  const { merchantId } = ctx;
  if (!(await deps.certifiedAs(merchantId))) throw new Refusal("access.not_certified");
  await requireOpen(deps, payout.way);
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money: codeMoney(payout) } as const;
  return proveCode(deps.codes, use, ctx);
}

async function scheduleConfirmed(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  seen: Payout,
  proof: Pick<Confirmation, "verifyCode" | "channel">,
): Promise<PayoutAnswer> {
  const { merchantId, id } = seen;
  const spendCode = await proveFor(deps, ctx, seen, proof);
  return ctx.once(async (tx) => {
    const payout = (await lockPayout(tx, seen))!;
    if (payout.state !== "unverified") throw new Refusal("state.changed");
    const at = deps.clock.now();
    if (payout.expiresAt <= at) throw new Refusal("payout.lapsed");
    await spendCode(tx);
    await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, "schedule", {
      at,
      by: merchantActor(ctx),
      note: payout.scheduledFor,
    });
    return { id, state: "scheduled" };
  });
}

type Confirming = {
  seen: PayoutKey;
  by: Actor;
  quoteId: string;
  code?: SpendCode;
  part: Part<PayoutAnswer>;
};
export type ConfirmDeps = PayoutsDeps & {
  confirming: {
    look: Coalesced<PayoutKey, Payout | undefined>;
    commit: Coalesced<Confirming, PayoutAnswer | Refusal>;
  };
};
/** Callers of the same moment: what they name is read at once, and one transaction of a few statements holds their money. */
export function createConfirming(deps: PayoutsDeps): ConfirmDeps["confirming"] {
  return {
    look: createCoalescer({
      name: "payouts",
      async work(keys: readonly PayoutKey[]) {
        const found = await findPayoutsOf(deps.database.db, keys);
        return keys.map(({ merchantId, id }) => found.get(ownName(merchantId, id)));
      },
    }),
    commit: createCoalescer({
      name: "confirmations",
      work: (batch: readonly Confirming[]) => deps.database.transaction((tx) => confirmAll(deps, tx, batch)),
      // Nothing of a batch that failed has taken effect.
      aloneAfterFailure: true,
    }),
  };
}

async function confirmAll(
  deps: PayoutsDeps,
  tx: Tx,
  batch: readonly Confirming[],
): Promise<(PayoutAnswer | Refusal)[]> {
  const locked = await lockPayoutsOf(
    tx,
    batch.map(({ seen }) => seen),
  );
  // Now that nobody else confirms these: who has done so meanwhile has left its answer.
  const known = await deps.idempotency.knownOf(
    tx,
    batch.map(({ part }) => part),
  );
  const answers = known.map((before) => (before instanceof Refusal ? before : before?.answer));
  const going = batch.filter((_, place) => answers[place] === undefined);
  // One payment under two keys: the second may go where the first is refused, so each is looked at by itself.
  if (new Set(going.map(({ seen }) => nameOf(seen))).size < going.length) throw new Refusal("state.changed");
  const outcome = await holdTogether(
    deps,
    tx,
    going.map(({ seen, part: _part, ...rest }) => ({
      ...rest,
      payout: locked.get(nameOf(seen))!,
      go: "confirm",
      wait: "askApproval",
    })),
  );
  const done = going.flatMap(({ seen, part }) => {
    const answer = outcome.get(nameOf(seen))!;
    return answer instanceof Refusal ? [] : [{ part, answer }];
  });
  await deps.idempotency.record(tx, done);
  return batch.map(({ seen }, place) => answers[place] ?? outcome.get(nameOf(seen))!);
}

const MOST_AT_ONCE = 200;
/** What was agreed on for today: priced now, and through every limit and freeze like any other. */
export async function executeScheduled(deps: PayoutsDeps, day: string): Promise<void> {
  const { db } = deps.database;
  for await (const key of eachOf<DuePlace>((after) => listScheduled(db, { day, after, limit: MOST_AT_ONCE }))) {
    await executeOne(deps, key).catch((error: unknown) => {
      deps.log.warn({ err: error, payoutId: key.id }, "a scheduled payment was not executed");
    });
  }
}

async function executeOne(deps: PayoutsDeps, key: PayoutKey): Promise<void> {
  const seen = (await findPayout(deps.database.db, key))!;
  const [holder, payee] = await Promise.all([
    deps.certifiedAs(key.merchantId),
    deps.beneficiaries.of({ merchantId: key.merchantId, id: seen.beneficiaryId }),
  ]);
  const refused = async (problem: string) =>
    deps.database.transaction(async (tx) => {
      await deps.lifecycles.advance(tx, payoutLifecycle, key, "miss", {
        at: deps.clock.now(),
        by: SYSTEM,
        set: { reason: problem },
        note: problem,
        message: { event: "payout.missed", data: { ...about(seen), reason: withoutFullStop(problem) } },
      });
      await countMiss(deps, tx, seen, problem);
    });
  if (!holder) return refused("实名认证失效");
  try {
    await requireOpen(deps, seen.way);
    const price = await priceNow(deps, { ...seen, payee: payee!, asker: "house" });
    requireAgreed(seen, price);
    await deps.database.transaction(async (tx) => {
      const payout = (await lockPayout(tx, key))!;
      if (payout.state !== "scheduled") return;
      const going = { payout, by: SYSTEM, quoteId: null, price, go: "execute", wait: "executeWithApproval" } as const;
      const answer = (await holdTogether(deps, tx, [going])).get(nameOf(payout));
      if (answer instanceof Refusal) throw answer;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The house's own trouble passes, and without a coupon that just went it is priced anew at the next look; what stands in
    // the way of this very payment does not pass.
    if (error.row.status === 503 || error.reason === "coupon.gone") throw error;
    await refused(error.message);
  }
}

/** Agreed on earlier and priced now: what arrives must be near enough to what it was then. */
function requireAgreed({ floorMinor }: Payout, { arrives }: AgreedPrice): void {
  if (floorMinor === null || arrives.minor >= floorMinor) return;
  throw new Refusal("payout.rate_moved", { least: moneyText(moneyOf(arrives.currency, floorMinor)) });
}

/** Whether what arrives at the rate of now is what the merchant agreed to, or near enough. */
export const isNearEnough = (payout: Payout, now: AgreedPrice): boolean =>
  withinTolerance(payout.price!.arrives, now.arrives, payout.toleranceBasisPoints);
