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
  decidePayment,
  findPayment,
  insertPlan,
  listDuePlans,
  markDone,
  readSettings,
  takeInstruction,
  type BankKey,
  type BankPayment,
  type Decision,
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

/** Moves a payment and books it into the statement, twice where the bank makes that mistake. */
const decider =
  ({ clock, statements }: Pick<SandboxPayoutBankDeps, "clock" | "statements">) =>
  async (tx: Tx, key: BankKey, decision: Decision): Promise<boolean> => {
    const { bank, reference } = key;
    const payment = await decidePayment(tx, key, decision, {
      reason: SANDBOX_PAYOUT_REASONS[decision],
      kept: KEPT_MINOR,
    });
    if (!payment || decision === "refuse") return payment !== undefined;
    const booked = decision === "pay" ? negateMoney(payment.amount) : (payment.returned ?? payment.amount);
    const line = { reference: decision === "pay" ? reference : returnReference(reference), amount: booked };
    const lines = [{ ...line, bookedAt: clock.now() }];
    const { plan } = await readSettings(tx, bank);
    if (plan === "double" && decision === "pay") lines.push({ ...line, bookedAt: clock.now() });
    await statements.book(tx, SANDBOX_PAYOUT_BANKS[bank], ...lines);
    return true;
  };

export function createSandboxPayoutBanks(deps: SandboxPayoutBankDeps): SandboxPayoutBanks {
  const { database, clock, jobs } = deps;
  let listener: ((bank: PayoutBankKey) => PayoutNoticeHandler) | undefined;
  const answering = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new Error("the simulated payout bank is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  const decide = decider(deps);
  const tell = async (key: BankKey, times: number, { opposite } = { opposite: false }) => {
    const known = standingOf(await findPayment(database.db, key));
    const outcomes: PayoutNoticeOutcome[] = [];
    if (!listener || known.standing === "unknown" || known.standing === "taken") return outcomes;
    const end = opposite ? oppositeOf(known) : known;
    const handler = listener(key.bank);
    for (let told = 0; told < times; told++) outcomes.push(await handler({ reference: key.reference, ...end }));
    return outcomes;
  };
  /** What is not understood is told again; it does not keep the others waiting. */
  const runDue = async () => {
    if ((await deps.railMode()) === "down") return;
    for (const plan of await listDuePlans(database.db, clock.now(), MOST_AT_ONCE)) {
      try {
        await database.transaction((tx) => decide(tx, plan, plan.decision));
        await tell(plan, plan.times);
        await markDone(database.db, plan.id, clock.now());
      } catch (error) {
        deps.log.warn({ err: error, reference: plan.reference }, "payout notice not taken");
      }
    }
  };
  const bankOf = (bank: PayoutBankKey): PayoutBank => ({
    name: SANDBOX_PAYOUT_BANKS[bank],
    isOpen: true,
    async pay(instruction: PayoutInstruction) {
      await answering();
      const { plan, delaySeconds } = await readSettings(database.db, bank);
      const { reference } = instruction;
      const planned = PLANS[plan];
      const { isNew } = await database.transaction(async (tx) => {
        const taken = await takeInstruction(tx, bank, instruction, shortOf(instruction, plan), clock.now());
        if (!taken.isNew || !planned) return taken;
        const dueAt = new Date(clock.now().getTime() + delaySeconds * 1000);
        await insertPlan(tx, { id: deps.ids.next(), bank, reference, ...planned }, dueAt);
        if (delaySeconds > 0) await jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
        return taken;
      });
      if (isNew && delaySeconds === 0) await runDue();
      if (isNew && plan === "lost") throw new Error("the answer of the simulated payout bank was lost");
      return standingOf(await findPayment(database.db, { bank, reference }));
    },
    async ask(reference: string) {
      await answering();
      return standingOf(await findPayment(database.db, { bank, reference }));
    },
  });

  return {
    banks: Object.fromEntries(PAYOUT_BANK_KEYS.map((key) => [key, bankOf(key)])) as PayoutBanks,
    listen: (handlerOf) => void (listener = handlerOf),
    decide,
    tell,
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: runDue } },
  };
}
