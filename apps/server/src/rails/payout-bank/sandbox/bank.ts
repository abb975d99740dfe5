import {
  negateMoney,
  PAYOUT_BANK_KEYS,
  RAIL_MODES,
  roundFigure,
  type PayoutBankKey,
  type PayoutNoticeOutcome,
  type RailMode,
  type SandboxPayoutPlan,
} from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoalescer } from "../../../platform/coalescer.ts";
import type { Audit } from "../../../platform/audit.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, Tx } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Jobs } from "../../../platform/jobs.ts";
import type { Log } from "../../../platform/log.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { SandboxStatements } from "../../bank-statements/index.ts";
import type {
  PayoutBank,
  PayoutBanks,
  PayoutEnd,
  PayoutInstruction,
  PayoutNoticeHandler,
  PayoutStanding,
} from "../index.ts";
import {
  decidePayments,
  findPayments,
  insertPlans,
  keyText,
  listDuePlans,
  markDone,
  readManners,
  takeInstructions,
  type BankKey,
  type BankPayment,
  type Decision,
  type Plan,
} from "./bank-store.ts";

export type SandboxPayoutBankDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  audit: Audit;
  log: Log;
  statements: SandboxStatements;
  /** How the operators want the simulated bank to behave. */
  railMode(): Promise<RailMode>;
};
export type SandboxPayoutBanks = {
  banks: PayoutBanks;
  listen(handler: (bank: PayoutBankKey) => PayoutNoticeHandler): void;
  /** True if it changed anything: a payment is decided once. */
  decide(tx: Tx, key: BankKey, decision: Decision): Promise<boolean>;
  /** Tells how a payment ended, or the opposite of it, so many times, and answers what came of each. */
  tell(key: BankKey, times: number, as?: { opposite: boolean }): Promise<PayoutNoticeOutcome[]>;
  jobs: NonNullable<Capability["jobs"]>;
};

/** As their nostro accounts name them. */
export const SANDBOX_PAYOUT_BANKS = {
  citic: "sandbox-citic",
  clearing: "sandbox-clearing",
  swift: "sandbox-swift",
  mybank: "sandbox-mybank",
} as const satisfies Record<PayoutBankKey, string>;
const TELL_JOB = "payoutBank.tell";
const MOST_AT_ONCE = 500;
export const SANDBOX_PAYOUT_REASONS = {
  pay: null,
  refuse: "收款账户状态异常，银行未受理",
  return: "收款账户户名与账号不符，收款行退回",
  returnShort: "收款账户已关闭，收款行扣费后退回",
} as const satisfies Record<Decision, string | null>;
/** What the bank does with a new instruction, and how often it tells of it; null: nothing by itself. */
const PLANS: Record<SandboxPayoutPlan, { decision: Decision; times: number } | null> = {
  pay: { decision: "pay", times: 1 },
  refuse: { decision: "refuse", times: 1 },
  silent: null,
  lost: { decision: "pay", times: 0 },
  repeat: { decision: "pay", times: 3 },
  short: { decision: "pay", times: 1 },
  double: { decision: "pay", times: 1 },
};
/** What banks on the way take where charges are shared. */
const EN_ROUTE_DOLLARS = 15;
/** What banks keep of what comes back short: in the smallest unit of whatever currency it is. */
const KEPT_MINOR = 1_500;

export const returnReference = (reference: string): string => `${reference}-R`;
function standingOf(payment: BankPayment | undefined): PayoutStanding {
  if (!payment) return { standing: "unknown" };
  const reason = payment.reason ?? "";
  switch (payment.state) {
    case "returned":
      return {
        standing: "returned",
        reason,
        returnReference: returnReference(payment.reference),
        ...(payment.returned && { amount: payment.returned }),
      };
    case "refused":
      return { standing: "refused", reason };
    case "paid":
      return payment.short.minor > 0n ? { standing: "paid", short: payment.short } : { standing: "paid" };
    case "taken":
      return { standing: "taken" };
  }
}

/** What a bank says that has mixed up its own payments: its books and its statement stay as they are. */
const oppositeOf = ({ standing }: PayoutEnd): PayoutEnd =>
  standing === "refused" ? { standing: "paid" } : { standing: "refused", reason: SANDBOX_PAYOUT_REASONS.refuse };

/** What banks on the way take of it. */
function shortOf({ amount, charges }: PayoutInstruction, plan: SandboxPayoutPlan): bigint {
  const taken = roundFigure(EN_ROUTE_DOLLARS, amount.currency).minor;
  return (charges === "shared" || plan === "short") && taken < amount.minor ? taken : 0n;
}

/** Moves payments and books them into the statement, twice where the bank makes that mistake; answers which it changed. */
const decider =
  ({ clock, statements }: Pick<SandboxPayoutBankDeps, "clock" | "statements">) =>
  async (tx: Tx, decided: readonly Decided[]): Promise<boolean[]> => {
    const manners = await readManners(tx);
    const changed = new Set<string>();
    for (const [decision, same] of Map.groupBy(decided, (one) => one.decision)) {
      const because = { reason: SANDBOX_PAYOUT_REASONS[decision], kept: KEPT_MINOR };
      const payments = await decidePayments(tx, same, decision, because);
      for (const payment of payments) changed.add(keyText(payment));
      if (decision === "refuse") continue;
      for (const [bank, theirs] of Map.groupBy(payments, (payment) => payment.bank)) {
        const lines = theirs.flatMap(({ reference, amount, returned }) => {
          const isPaid = decision === "pay";
          const booked = isPaid ? negateMoney(amount) : (returned ?? amount);
          const line = { reference: isPaid ? reference : returnReference(reference), amount: booked };
          const one = { ...line, bookedAt: clock.now() };
          return manners[bank].plan === "double" && isPaid ? [one, one] : [one];
        });
        await statements.book(tx, SANDBOX_PAYOUT_BANKS[bank], ...lines);
      }
    }
    return decided.map((one) => changed.has(keyText(one)));
  };
type Decided = BankKey & { decision: Decision };

/** What the banks do for many at once: whoever asks at the same moment shares the statements. */
function createDesk(deps: SandboxPayoutBankDeps) {
  const decideAll = decider(deps);
  const find = createCoalescer<BankKey, BankPayment | undefined>({
    name: "payout bank",
    work: (keys) => findPayments(deps.database.db, keys),
  });
  const decide = createCoalescer<Decided, boolean>({
    name: "payout bank",
    work: (batch) => deps.database.transaction((tx) => decideAll(tx, batch)),
    aloneAfterFailure: true,
  });
  const finish = createCoalescer<Plan, null>({
    name: "payout bank",
    async work(plans) {
      const ids = plans.map(({ id }) => id);
      await markDone(deps.database.db, ids, deps.clock.now());
      return plans.map(() => null);
    },
  });
  const instruct = createCoalescer<Given, Taken>({
    name: "payout bank",
    work: (batch) => takeAll(deps, batch),
    aloneAfterFailure: true,
  });
  return { decideAll, decide, find, finish, instruct };
}

export function createSandboxPayoutBanks(deps: SandboxPayoutBankDeps): SandboxPayoutBanks {
  const { database, clock } = deps;
  let listener: ((bank: PayoutBankKey) => PayoutNoticeHandler) | undefined;
  const answering = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new Error("the simulated payout bank is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  const { decideAll, decide, find, finish, instruct } = createDesk(deps);
  const tell = async (key: BankKey, times: number, { opposite } = { opposite: false }) => {
    const known = standingOf(await find(key));
    const outcomes: PayoutNoticeOutcome[] = [];
    if (!listener || known.standing === "unknown" || known.standing === "taken") return outcomes;
    const end = opposite ? oppositeOf(known) : known;
    const handler = listener(key.bank);
    for (let told = 0; told < times; told++) outcomes.push(await handler({ reference: key.reference, ...end }));
    return outcomes;
  };
  /** What is not understood is told again; it does not keep the others waiting. */
  const carryOut = async (plan: Plan): Promise<void> => {
    try {
      await decide(plan);
      await tell(plan, plan.times);
      await finish(plan);
    } catch (error) {
      deps.log.warn({ err: error, reference: plan.reference }, "payout notice not taken");
    }
  };
  const runDue = async () => {
    if ((await deps.railMode()) === "down") return;
    const plans = await listDuePlans(database.db, clock.now(), MOST_AT_ONCE);
    await Promise.all(plans.map(carryOut));
  };
  // Whoever comes while the plans are gone through waits for the next look.
  const runTogether = createCoalescer<null, null>({
    name: "payout bank",
    atOnce: 1,
    async work(asking) {
      await runDue();
      return asking.map(() => null);
    },
  });
  const bankOf = (bank: PayoutBankKey): PayoutBank => ({
    name: SANDBOX_PAYOUT_BANKS[bank],
    isOpen: true,
    async pay(instruction: PayoutInstruction) {
      await answering();
      const { reference } = instruction;
      const { isNew, plan, delaySeconds } = await instruct({ bank, reference, instruction });
      if (isNew && delaySeconds === 0) await runTogether(null);
      if (isNew && plan === "lost") throw new Error("the answer of the simulated payout bank was lost");
      return isNew && delaySeconds > 0 ? { standing: "taken" } : standingOf(await find({ bank, reference }));
    },
    async ask(reference: string) {
      await answering();
      return standingOf(await find({ bank, reference }));
    },
  });

  return {
    banks: Object.fromEntries(PAYOUT_BANK_KEYS.map((key) => [key, bankOf(key)])) as PayoutBanks,
    listen: (handlerOf) => void (listener = handlerOf),
    decide: async (tx, key, decision) => (await decideAll(tx, [{ ...key, decision }]))[0]!,
    tell,
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: async () => void (await runTogether(null)) } },
  };
}

type Given = BankKey & { instruction: PayoutInstruction };
type Taken = { isNew: boolean; plan: SandboxPayoutPlan; delaySeconds: number };
/** What is handed in at the same moment is written down together; one job tells of all that end at the same time. */
async function takeAll(
  { database, clock, ids, jobs }: SandboxPayoutBankDeps,
  given: readonly Given[],
): Promise<Taken[]> {
  const manners = await readManners(database.db);
  const now = clock.now();
  const short = ({ bank, instruction }: Given) => shortOf(instruction, manners[bank].plan);
  const fresh = await database.transaction(async (tx) => {
    const taken = await takeInstructions(
      tx,
      given.map((one) => ({ ...one, short: short(one) })),
      now,
    );
    const plans = given.flatMap(({ bank, reference }) => {
      const { plan, delaySeconds } = manners[bank];
      const planned = PLANS[plan];
      if (!planned || !taken.has(keyText({ bank, reference }))) return [];
      return [{ id: ids.next(), bank, reference, ...planned, dueAt: new Date(now.getTime() + delaySeconds * 1000) }];
    });
    if (plans.length > 0) await insertPlans(tx, plans);
    const later = plans.map(({ dueAt }) => dueAt.getTime()).filter((dueAt) => dueAt > now.getTime());
    for (const dueAt of new Set(later)) await jobs.send(tx, TELL_JOB, {}, { startAfter: new Date(dueAt) });
    return taken;
  });
  return given.map((one) => ({ isNew: fresh.has(keyText(one)), ...manners[one.bank] }));
}
