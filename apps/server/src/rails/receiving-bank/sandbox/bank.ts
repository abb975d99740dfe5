import { Refusal } from "@coralhub/contract";
import { RAIL_MODES, type NoticeOutcome, type RailMode } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { Audit } from "../../../platform/audit.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, Tx } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Jobs } from "../../../platform/jobs.ts";
import type { Log } from "../../../platform/log.ts";
import type { Capability } from "../../../platform/capability.ts";
import { SANDBOX_BANK, type SandboxStatements } from "../../bank-statements/index.ts";
import type { BankNotice, NoticeHandler, Payment, ReceivingBank } from "../index.ts";
import { accountFor } from "./account-details.ts";
import {
  closeAccount,
  decideAccount,
  insertAccount,
  insertNotice,
  keepPayment,
  listDueNotices,
  markArrived,
  markDelivered,
  readSettings,
} from "./bank-store.ts";

export type SandboxBankDeps = {
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
export type SandboxReceivingBank = ReceivingBank & {
  /** Whoever listens is told everything, and told again until it has understood. */
  listen(handler: NoticeHandler): void;
  /** Plans a notice; it is told after the delay. */
  plan(tx: Tx, notice: BankNotice, delaySeconds: number): Promise<void>;
  /** Tells what is due and answers what came of each; of one reference only, where one is named. */
  tellDue(reference?: string): Promise<NoticeOutcome[]>;
  /** Money comes to an account here: announced or arrived, on the statement once arrived, and told. */
  receive(tx: Tx, payment: Payment, how: Receipt): Promise<void>;
  jobs: NonNullable<Capability["jobs"]>;
};
/** How the bank tells of it. */
export type Receipt = {
  stage: "announced" | "arrived";
  times: number;
  outOfOrder: boolean;
  delaySeconds: number;
};

const TELL_JOB = "receivingBank.tell";
const MOST_AT_ONCE = 500;
/** Whoever plans a notice for now tells it; only then, should the teller be gone, it is the minute's job's. */
const TELLER_SECONDS = 5;
/** Numbers are short in some countries: another one is drawn where one is taken. */
const DRAWS = 20;
const DAY_MS = 86_400_000;
const REFUSED = "银行未通过户名核验，请核对户名与证照是否一致";

/** Tells whoever listens what is due; one that is not understood now does not keep the others waiting. */
function createTeller(deps: SandboxBankDeps): Pick<SandboxReceivingBank, "listen" | "tellDue"> {
  const { database, clock } = deps;
  let handler: NoticeHandler | undefined;
  return {
    listen: (listener) => void (handler = listener),
    async tellDue(reference) {
      if (!handler || (await deps.railMode()) === "down") return [];
      const outcomes: NoticeOutcome[] = [];
      const now = clock.now();
      const which =
        reference === undefined
          ? { now, limit: MOST_AT_ONCE }
          : { now: new Date(now.getTime() + TELLER_SECONDS * 1000), limit: MOST_AT_ONCE, reference };
      for (const { id, notice } of await listDueNotices(database.db, which)) {
        try {
          outcomes.push(await handler(notice));
          await markDelivered(database.db, id, clock.now());
        } catch (error) {
          deps.log.warn({ err: error, notice: notice.kind, reference: notice.reference }, "bank notice not taken");
        }
      }
      return outcomes;
    },
  };
}

export function createSandboxReceivingBank(deps: SandboxBankDeps): SandboxReceivingBank {
  const { database, clock, ids, jobs, statements } = deps;
  const { listen, tellDue } = createTeller(deps);
  const answering = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new Error("the simulated receiving bank is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  const plan = async (tx: Tx, notice: BankNotice, delaySeconds: number) => {
    const dueAt = new Date(clock.now().getTime() + (delaySeconds || TELLER_SECONDS) * 1000);
    await insertNotice(tx, ids.next(), notice, dueAt);
    if (delaySeconds > 0) await jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
  };

  return {
    name: SANDBOX_BANK,
    listen,
    plan,
    tellDue,
    async receive(tx, { reference, ...wished }, how) {
      const at = clock.now();
      const payment = await keepPayment(tx, { reference, ...wished }, at);
      const { accountNumber, amount } = payment;
      if (accountNumber !== wished.accountNumber || amount.minor !== wished.amount.minor)
        throw new Refusal("bank.reference_taken");
      if (how.stage === "arrived" && (await markArrived(tx, reference, at)))
        await statements.book(tx, SANDBOX_BANK, { reference, amount, bookedAt: at });
      for (const notice of noticesOf(payment, how, at)) await plan(tx, notice, how.delaySeconds);
    },
    readNotice() {
      // The simulated bank tells its notices in the house; nobody has a key for the hook.
      throw new Refusal("not_found");
    },
    async requestAccount(request) {
      await answering();
      const { openingDelaySeconds, refuse } = await readSettings(database.db);
      for (let draw = 0; draw < DRAWS; draw++) {
        const account = accountFor(`${request.reference}:${draw}`, request.country, request);
        if (await insertAccount(database.db, request, account, clock.now())) break;
      }
      await database.transaction(async (tx) => {
        const { reference } = request;
        const account = await decideAccount(tx, reference, refuse ? "refused" : "open");
        if (!account) return;
        const notice: BankNotice = refuse
          ? { kind: "account.refused", reference, reason: REFUSED }
          : { kind: "account.opened", reference, ...account };
        await plan(tx, notice, openingDelaySeconds);
      });
      if (openingDelaySeconds === 0) await tellDue(request.reference);
    },
    async closeAccount({ reference }) {
      await answering();
      await closeAccount(database.db, reference);
    },
    async returnIncome({ returnReference, amount: { currency, minor } }) {
      await answering();
      const line = { reference: returnReference, amount: { currency, minor: -minor }, bookedAt: clock.now() };
      await statements.book(database.db, SANDBOX_BANK, line);
    },
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: async () => void (await tellDue()) } },
  };
}

/** As the bank would tell it: each notice so many times, and the late ones first where it is out of order. */
export function noticesOf(
  payment: Payment,
  { stage, times, outOfOrder }: Omit<Receipt, "delaySeconds">,
  now: Date,
): BankNotice[] {
  const announced: BankNotice = {
    kind: "income.announced",
    ...payment,
    expectedAt: new Date(now.getTime() + DAY_MS),
  };
  const arrived: BankNotice = { kind: "income.arrived", ...payment };
  const told = stage === "announced" ? [announced] : outOfOrder ? [arrived, announced] : [arrived];
  return told.flatMap((notice) => Array.from({ length: times }, () => notice));
}
