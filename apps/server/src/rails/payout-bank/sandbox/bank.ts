import {
  negateMoney,
  RAIL_MODES,
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
import type { PayoutBank, PayoutNoticeHandler, PayoutStanding } from "../index.ts";
import {
  decidePayment,
  findPayment,
  insertPlan,
  listDuePlans,
  markDone,
  readSettings,
  takeInstruction,
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
export type SandboxPayoutBank = PayoutBank & {
  listen(handler: PayoutNoticeHandler): void;
  /** True if it changed anything: a payment is decided once. */
  decide(tx: Tx, reference: string, decision: Decision): Promise<boolean>;
  /** Tells how a payment ended, so many times, and answers what came of each. */
  tell(reference: string, times: number): Promise<PayoutNoticeOutcome[]>;
  jobs: NonNullable<Capability["jobs"]>;
};

/** As its nostro accounts name it. */
export const SANDBOX_PAYOUT_BANK = "sandbox-citic";
const TELL_JOB = "payoutBank.tell";
const MOST_AT_ONCE = 500;
export const SANDBOX_PAYOUT_REASONS = {
  pay: null,
  refuse: "收款账户状态异常，银行未受理",
  return: "收款账户户名与账号不符，收款行退回",
} as const satisfies Record<Decision, string | null>;
/** What the bank does with a new instruction, and how often it tells of it; null: nothing by itself. */
const PLANS: Record<SandboxPayoutPlan, { decision: Decision; times: number } | null> = {
  pay: { decision: "pay", times: 1 },
  refuse: { decision: "refuse", times: 1 },
  silent: null,
  lost: { decision: "pay", times: 0 },
  repeat: { decision: "pay", times: 3 },
};

export const returnReference = (reference: string): string => `${reference}-R`;
function standingOf(payment: BankPayment | undefined): PayoutStanding {
  if (!payment) return { standing: "unknown" };
  const reason = payment.reason ?? "";
  switch (payment.state) {
    case "returned":
      return { standing: "returned", reason, returnReference: returnReference(payment.reference) };
    case "refused":
      return { standing: "refused", reason };
    default:
      return { standing: payment.state };
  }
}

export function createSandboxPayoutBank(deps: SandboxPayoutBankDeps): SandboxPayoutBank {
  const { database, clock, jobs, statements } = deps;
  let handler: PayoutNoticeHandler | undefined;
  const answering = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new Error("the simulated payout bank is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  const decide = async (tx: Tx, reference: string, decision: Decision) => {
    const payment = await decidePayment(tx, reference, decision, SANDBOX_PAYOUT_REASONS[decision]);
    if (!payment || decision === "refuse") return payment !== undefined;
    const booked = decision === "pay" ? negateMoney(payment.amount) : payment.amount;
    const line = { reference: decision === "pay" ? reference : returnReference(reference), amount: booked };
    await statements.book(tx, SANDBOX_PAYOUT_BANK, { ...line, bookedAt: clock.now() });
    return true;
  };
  const tell = async (reference: string, times: number) => {
    const end = standingOf(await findPayment(database.db, reference));
    const outcomes: PayoutNoticeOutcome[] = [];
    if (!handler || end.standing === "unknown" || end.standing === "taken") return outcomes;
    for (let told = 0; told < times; told++) outcomes.push(await handler({ reference, ...end }));
    return outcomes;
  };
  /** What is not understood is told again; it does not keep the others waiting. */
  const runDue = async () => {
    if ((await deps.railMode()) === "down") return;
    for (const plan of await listDuePlans(database.db, clock.now(), MOST_AT_ONCE)) {
      try {
        await database.transaction((tx) => decide(tx, plan.reference, plan.decision));
        await tell(plan.reference, plan.times);
        await markDone(database.db, plan.id, clock.now());
      } catch (error) {
        deps.log.warn({ err: error, reference: plan.reference }, "payout notice not taken");
      }
    }
  };

  return {
    name: SANDBOX_PAYOUT_BANK,
    isOpen: true,
    listen: (listener) => void (handler = listener),
    decide,
    tell,
    async pay(instruction) {
      await answering();
      const { plan, delaySeconds } = await readSettings(database.db);
      const { reference } = instruction;
      const planned = PLANS[plan];
      const { isNew } = await database.transaction(async (tx) => {
        const taken = await takeInstruction(tx, instruction, clock.now());
        if (!taken.isNew || !planned) return taken;
        const dueAt = new Date(clock.now().getTime() + delaySeconds * 1000);
        await insertPlan(tx, { id: deps.ids.next(), reference, ...planned }, dueAt);
        if (delaySeconds > 0) await jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
        return taken;
      });
      if (isNew && delaySeconds === 0) await runDue();
      if (isNew && plan === "lost") throw new Error("the answer of the simulated payout bank was lost");
      return standingOf(await findPayment(database.db, reference));
    },
    async ask(reference) {
      await answering();
      return standingOf(await findPayment(database.db, reference));
    },
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: runDue } },
  };
}
