import {
  moneyOf,
  negateMoney,
  RAIL_MODES,
  type Money,
  type PartnerNoticeOutcome,
  type RailMode,
  type SandboxLenderPlan,
  type SandboxPayOutPlan,
  type SandboxUploadPlan,
} from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { Audit } from "../../../platform/audit.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, Tx } from "../../../platform/db.ts";
import type { Jobs } from "../../../platform/jobs.ts";
import type { Log } from "../../../platform/log.ts";
import type { SandboxStatements } from "../../bank-statements/index.ts";
import { paperHash } from "../../../platform/hand-over-papers.ts";
import type { Lender, LenderNoticeHandler, LenderStanding } from "../index.ts";
import {
  decideRequest,
  findRequest,
  listDue,
  markTold,
  readSettings,
  takePaper,
  takeRequest,
  type LenderDecision,
  type LenderRequest,
  type LenderSettings,
} from "./lender-store.ts";

export type SandboxLenderDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  jobs: Jobs;
  audit: Audit;
  log: Log;
  statements: SandboxStatements;
  /** How the operators want the simulated lender to behave. */
  railMode(): Promise<RailMode>;
  /** How it behaved in a story; as the operators set it where nothing is told. */
  settings?: () => Promise<LenderSettings>;
};
export type SandboxLender = Lender & {
  listen(handler: LenderNoticeHandler): void;
  /** True if it changed anything: a request is decided once. */
  decide(tx: Tx, reference: string, decision: LenderDecision): Promise<boolean>;
  /** Tells how a request ended, so many times, and answers what came of each. */
  tell(reference: string, times: number): Promise<PartnerNoticeOutcome[]>;
  jobs: NonNullable<Capability["jobs"]>;
};

/** As its nostro accounts name it. */
export const SANDBOX_LENDER = "sandbox-lender";
const TELL_JOB = "lender.tell";
const MOST_AT_ONCE = 500;

type Plan = { plan: LenderDecision; times: number } | null;
const APPLICATIONS: Record<SandboxLenderPlan, Plan> = {
  accept: { plan: "accept", times: 1 },
  partly: { plan: "partly", times: 1 },
  ask: { plan: "ask", times: 1 },
  refuse: { plan: "refuse", times: 1 },
  silent: null,
  repeat: { plan: "accept", times: 3 },
};
const PAY_OUTS: Record<SandboxPayOutPlan, Plan> = {
  accept: { plan: "accept", times: 1 },
  refuse: { plan: "refuse", times: 1 },
  silent: null,
  lost: { plan: "accept", times: 0 },
  repeat: { plan: "accept", times: 3 },
};
const UPLOADS: Record<SandboxUploadPlan, Plan> = {
  accept: { plan: "accept", times: 1 },
  ask: { plan: "ask", times: 1 },
  refuse: { plan: "refuse", times: 1 },
  silent: null,
  lost: { plan: "accept", times: 0 },
  repeat: { plan: "accept", times: 3 },
};
const REFUSALS: Record<LenderRequest["kind"], string> = {
  application: "综合评估未达到放款条件",
  payOut: "收款账户当日放款额度已满",
  upload: "报送的资料与工行留存的不一致",
};
const QUESTION = "请补充最近一批货物的采购合同，并说明回款安排";
const QUESTION_ABOUT_DATA = "请说明主要平台和回款周期";

function standingOf(request: LenderRequest | undefined): LenderStanding {
  if (!request) return { standing: "unknown" };
  const { state } = request;
  if (state === "taken") return { standing: "taken" };
  return state === "accepted"
    ? { standing: "accepted", granted: request.granted ?? request.amount }
    : { standing: state, reason: request.reason ?? "" };
}

/** Half of what was asked for, in whole hundreds. */
const halfOf = ({ currency, minor }: Money): Money => moneyOf(currency, (minor / 20_000n) * 10_000n || minor);

const outcomeOf = ({ kind, amount }: LenderRequest, decision: LenderDecision) =>
  decision === "refuse"
    ? ({ state: "refused", reason: REFUSALS[kind], granted: null } as const)
    : decision === "ask"
      ? ({ state: "asked", reason: kind === "upload" ? QUESTION_ABOUT_DATA : QUESTION, granted: null } as const)
      : ({
          state: "accepted",
          reason: null,
          granted: amount && decision === "partly" ? halfOf(amount) : amount,
        } as const);

type Input = Pick<LenderRequest, "reference" | "kind" | "about" | "amount">;
type Book = (tx: Tx, reference: string, amount: Money) => Promise<void>;

/** What the lender decides and tells, now or later. */
function createDesk(deps: SandboxLenderDeps, book: Book) {
  const { database, clock, jobs } = deps;
  let handler: LenderNoticeHandler | undefined;
  const decide = async (tx: Tx, reference: string, decision: LenderDecision) => {
    const before = await findRequest(tx, reference);
    const request = before && (await decideRequest(tx, reference, outcomeOf(before, decision)));
    if (request?.kind === "payOut" && request.state === "accepted") await book(tx, reference, request.amount!);
    return request !== undefined;
  };
  const tell = async (reference: string, times: number) => {
    const said = standingOf(await findRequest(database.db, reference));
    const outcomes: PartnerNoticeOutcome[] = [];
    if (!handler || said.standing === "unknown" || said.standing === "taken") return outcomes;
    for (let told = 0; told < times; told++) outcomes.push(await handler({ reference, ...said }));
    return outcomes;
  };
  /** What is not understood is told again; it does not keep the others waiting. */
  const runDue = async () => {
    if ((await deps.railMode()) === "down") return;
    for (const { reference, plan, times } of await listDue(database.db, clock.now(), MOST_AT_ONCE)) {
      try {
        if (plan) await database.transaction((tx) => decide(tx, reference, plan));
        await tell(reference, times);
        await markTold(database.db, reference);
      } catch (error) {
        deps.log.warn({ err: error, reference }, "lender's notice was not taken");
      }
    }
  };
  const take = async (wanted: Input, plan: Plan, delaySeconds: number, answered: boolean) => {
    const at = clock.now();
    const dueAt = new Date(at.getTime() + delaySeconds * 1000);
    const isNew = await database.transaction(async (tx) => {
      const taken = await takeRequest(tx, { ...wanted, at }, plan && { ...plan, dueAt }, answered);
      if (taken && plan && delaySeconds > 0) await jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
      return taken;
    });
    if (isNew && delaySeconds === 0) await runDue();
    return isNew;
  };
  return { decide, tell, runDue, take, listen: (listener: LenderNoticeHandler) => void (handler = listener) };
}

export function createSandboxLender(deps: SandboxLenderDeps): SandboxLender {
  const { database, clock, statements, settings = () => readSettings(database.db) } = deps;
  const book: Book = (tx, reference, amount) =>
    statements.book(tx, SANDBOX_LENDER, { reference, amount, bookedAt: clock.now() });
  const { runDue, take, ...desk } = createDesk(deps, book);
  const answering = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new Error("the simulated lender is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  return {
    ...desk,
    name: SANDBOX_LENDER,
    isOpen: true,
    async handOver(reference, { id: paperId, fileName, content }) {
      await answering();
      const sha256 = paperHash(content);
      const paper = { reference, paperId, fileName, sizeBytes: content.byteLength, sha256 };
      await takePaper(database.db, paper, clock.now());
      return { sha256 };
    },
    async apply({ reference, holder, amount, answer }) {
      await answering();
      const { applications, delaySeconds } = await settings();
      // Whoever has answered its question is not asked the same again.
      const plan = APPLICATIONS[answer !== null && applications === "ask" ? "accept" : applications];
      await take({ reference, kind: "application", about: holder, amount }, plan, delaySeconds, answer !== null);
      return standingOf(await findRequest(database.db, reference));
    },
    async upload({ reference, holder, what, answer }) {
      await answering();
      const { uploads, delaySeconds } = await settings();
      const about = what.kind === "user" ? `${holder}，认证资料` : `${holder}，${what.orders.length} 笔收款`;
      const plan = UPLOADS[answer !== null && uploads === "ask" ? "accept" : uploads];
      const isNew = await take({ reference, kind: "upload", about, amount: null }, plan, delaySeconds, answer !== null);
      if (isNew && uploads === "lost") throw new Error("the answer of the simulated lender was lost");
      return standingOf(await findRequest(database.db, reference));
    },
    async payOut({ reference, holder, amount }) {
      await answering();
      const { payOuts, delaySeconds } = await settings();
      const isNew = await take(
        { reference, kind: "payOut", about: holder, amount },
        PAY_OUTS[payOuts],
        delaySeconds,
        false,
      );
      if (isNew && payOuts === "lost") throw new Error("the answer of the simulated lender was lost");
      return standingOf(await findRequest(database.db, reference));
    },
    async ask(reference) {
      await answering();
      return standingOf(await findRequest(database.db, reference));
    },
    async remit({ reference, about, amount }) {
      await answering();
      await database.transaction(async (tx) => {
        const isNew = await takeRequest(
          tx,
          { reference, kind: "repayment", about, amount, at: clock.now() },
          null,
          false,
        );
        if (isNew) await book(tx, reference, negateMoney(amount));
      });
    },
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: runDue } },
  };
}
