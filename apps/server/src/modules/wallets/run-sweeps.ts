import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  moneyOf,
  SWEEP_HOUR,
  toShanghaiDay,
  toShanghaiTime,
  WRITTEN_BY_HAND,
  type AccountCode,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Entry } from "../ledger/index.ts";
import type { WalletsDeps } from "./deps.ts";
import { fund } from "./fund-wallet.ts";
import { listActiveSweeps, lockSweep, markPutBack, markSwept, type SweepRule } from "./wallets-store.ts";

const AT_ONCE = 100;

/** Every rule, once; a rule another server has in hand is waited for, and then there is nothing left to move. */
export async function runSweeps(deps: WalletsDeps): Promise<void> {
  if (await deps.ledger.payoutsStopped()) return;
  const failures: unknown[] = [];
  for (let last: SweepRule | undefined, more = true; more;) {
    const rules = await listActiveSweeps(deps.database.db, last, AT_ONCE);
    for (const rule of rules) await sweep(deps, rule).catch((error: unknown) => failures.push(error));
    last = rules.at(-1);
    more = rules.length === AT_ONCE;
  }
  // One rule's trouble holds up none behind it, and is not kept quiet.
  if (failures.length > 0) throw new AggregateError(failures, `rules not carried out: ${failures.length}`);
}

/** The daily ones once a day, from their hour on. */
function isDue({ rhythm, lastDay }: SweepRule, now: Date): boolean {
  if (rhythm === "arrival") return true;
  return lastDay !== toShanghaiDay(now) && Number(toShanghaiTime(now).slice(11, 13)) >= SWEEP_HOUR;
}

async function sweep(deps: WalletsDeps, seen: SweepRule): Promise<void> {
  const { merchantId, id } = seen;
  if (!isDue(seen, deps.clock.now()) || !(await deps.certification.mayMoveMoney(merchantId))) return;
  try {
    await deps.database.transaction(async (tx) => {
      const now = deps.clock.now();
      const rule = await lockSweep(tx, { merchantId, id });
      if (!rule || !isDue(rule, now)) return;
      const { accountId, keep } = rule;
      const code = accountCode("collection", keep.currency, accountId);
      const available = await deps.ledger.balance(merchantId, code, tx);
      const over = available.minor - keep.minor;
      const amount = moneyOf(keep.currency, over > 0n ? over - (await lookForPutBack(deps, tx, rule, code)) : 0n);
      if (rule.rhythm === "daily") await markSwept(tx, rule, toShanghaiDay(now), now);
      if (amount.minor > 0n) await fund(deps, tx, { merchantId, accountId, amount, sweepId: rule.id });
    });
  } catch (error) {
    // A frozen account, or one somebody else is emptying: the next look tries again.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** What two of finance put on an account by hand stays where they put it, until its owner moves it. */
const isPutBack = ({ amount, reason }: Entry): boolean =>
  amount.minor > 0n && WRITTEN_BY_HAND.some((name) => name === reason);

/** How much of what was put back since the rule was made still lies there; other money is spent before it. */
async function lookForPutBack(deps: WalletsDeps, tx: Tx, rule: SweepRule, code: AccountCode): Promise<bigint> {
  let { putBackMinor, seenMicros } = rule;
  for await (const entry of deps.ledger.entriesSince({ merchantId: rule.merchantId, code }, seenMicros, tx)) {
    if (isPutBack(entry)) putBackMinor += entry.amount.minor;
    if (putBackMinor > entry.balance.minor) putBackMinor = entry.balance.minor;
    seenMicros = entry.micros;
  }
  if (seenMicros !== rule.seenMicros) await markPutBack(tx, rule, { putBackMinor, seenMicros });
  return putBackMinor;
}
