import {
  negateMoney,
  addMoney,
  RAIL_MODES,
  type PartnerNoticeOutcome,
  type RailMode,
  type SandboxOpeningPlan,
  type SandboxPlacementPlan,
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
import { paperHash } from "../../../platform/hand-over-papers.ts";
import type { DepositPartner, PartnerNoticeHandler, PartnerStanding } from "../index.ts";
import {
  decideRequest,
  findRequest,
  insertAccepted,
  insertPlan,
  listDuePlans,
  markDone,
  payBack,
  readSettings,
  takePaper,
  takeRequest,
  type NewRequest,
  type PartnerDecision,
  type PartnerRequest,
  type PartnerSettings,
} from "./partner-store.ts";

export type SandboxPartnerDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  audit: Audit;
  log: Log;
  statements: SandboxStatements;
  /** How the operators want the simulated partner to behave. */
  railMode(): Promise<RailMode>;
  /** How it behaved in a story; as the operators set it where nothing is told. */
  settings?: () => Promise<PartnerSettings>;
};
export type SandboxDepositPartner = DepositPartner & {
  listen(handler: PartnerNoticeHandler): void;
  /** True if it changed anything: a request is decided once. */
  decide(tx: Tx, reference: string, decision: PartnerDecision): Promise<boolean>;
  /** Tells how a request ended, so many times, and answers what came of each. */
  tell(reference: string, times: number): Promise<PartnerNoticeOutcome[]>;
  jobs: NonNullable<Capability["jobs"]>;
};

/** As its nostro accounts name it. */
export const SANDBOX_DEPOSIT_PARTNER = "sandbox-anext";
const TELL_JOB = "depositPartner.tell";
const MOST_AT_ONCE = 500;

type Planned = { decision: PartnerDecision; times: number } | null;
const OPENINGS: Record<SandboxOpeningPlan, Planned> = {
  accept: { decision: "accept", times: 1 },
  ask: { decision: "ask", times: 1 },
  refuse: { decision: "refuse", times: 1 },
  silent: null,
};
const PLACEMENTS: Record<SandboxPlacementPlan, Planned> = {
  accept: { decision: "accept", times: 1 },
  refuse: { decision: "refuse", times: 1 },
  silent: null,
  lost: { decision: "accept", times: 0 },
  repeat: { decision: "accept", times: 3 },
};
const REASONS: Record<PartnerRequest["kind"], Record<PartnerDecision, string | null>> = {
  opening: {
    accept: null,
    refuse: "开户资料与公开登记信息不一致",
    ask: "请说明主要资金来源，并附上近三个月最大三笔收入的合同或结算单",
  },
  placement: { accept: null, refuse: "该币种当日额度已满", ask: null },
};

function standingOf(request: PartnerRequest | undefined): PartnerStanding {
  if (!request) return { standing: "unknown" };
  const reason = request.reason ?? "";
  switch (request.state) {
    case "refused":
    case "asked":
      return { standing: request.state, reason };
    case "paidBack":
      return { standing: "accepted" };
    default:
      return { standing: request.state };
  }
}

/** What the partner decides and tells, now or later. */
function createDesk(deps: SandboxPartnerDeps, book: Book) {
  const { database, clock, jobs } = deps;
  let handler: PartnerNoticeHandler | undefined;

  const decide = async (tx: Tx, reference: string, decision: PartnerDecision) => {
    const before = await findRequest(tx, reference);
    const request = before && (await decideRequest(tx, reference, decision, REASONS[before.kind][decision]));
    if (request?.kind === "placement" && decision === "accept") await book(tx, reference, request.amount!);
    return request !== undefined;
  };
  const tell = async (reference: string, times: number) => {
    const end = standingOf(await findRequest(database.db, reference));
    const outcomes: PartnerNoticeOutcome[] = [];
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
        deps.log.warn({ err: error, reference: plan.reference }, "deposit partner's notice was not taken");
      }
    }
  };
  /** Writes the request down once and plans what becomes of it. */
  const take = async (request: NewRequest, planned: Planned, delaySeconds: number, answered: boolean) => {
    const { isNew } = await database.transaction(async (tx) => {
      const at = clock.now();
      const taken = await takeRequest(tx, request, { at, answered });
      if (!taken.isNew || !planned) return taken;
      const dueAt = new Date(at.getTime() + delaySeconds * 1000);
      await insertPlan(tx, { id: deps.ids.next(), reference: request.reference, ...planned }, dueAt);
      if (delaySeconds > 0) await jobs.send(tx, TELL_JOB, {}, { startAfter: dueAt });
      return taken;
    });
    if (isNew && delaySeconds === 0) await runDue();
    return isNew;
  };
  return { decide, tell, runDue, take, listen: (listener: PartnerNoticeHandler) => void (handler = listener) };
}

type Book = (tx: Tx, reference: string, amount: NonNullable<PartnerRequest["amount"]>) => Promise<void>;

export function createSandboxDepositPartner(deps: SandboxPartnerDeps): SandboxDepositPartner {
  const { database, clock, statements, settings = () => readSettings(database.db) } = deps;
  const book: Book = (tx, reference, amount) =>
    statements.book(tx, SANDBOX_DEPOSIT_PARTNER, { reference, amount, bookedAt: clock.now() });
  const { runDue, take, ...desk } = createDesk(deps, book);
  const answering = async () => {
    const mode = await deps.railMode();
    if (mode === "down") throw new Error("the simulated deposit partner is down");
    await sleep(RAIL_MODES[mode].delaySeconds * 1000);
  };
  return {
    ...desk,
    name: SANDBOX_DEPOSIT_PARTNER,
    isOpen: true,
    async handOver(reference, { id: paperId, fileName, content }) {
      await answering();
      const sha256 = paperHash(content);
      const paper = { reference, paperId, fileName, sizeBytes: content.byteLength, sha256 };
      await takePaper(database.db, paper, clock.now());
      return { sha256 };
    },
    async open({ reference, holder, answer }) {
      await answering();
      const { openings, delaySeconds } = await settings();
      // Whoever has answered its question is not asked the same again.
      const planned = answer !== null && openings === "ask" ? OPENINGS.accept : OPENINGS[openings];
      await take({ reference, kind: "opening", about: holder, amount: null }, planned, delaySeconds, answer !== null);
      return standingOf(await findRequest(database.db, reference));
    },
    async place({ reference, holder, principal }) {
      await answering();
      const { placements, delaySeconds } = await settings();
      const request = { reference, kind: "placement", about: holder, amount: principal } as const;
      const isNew = await take(request, PLACEMENTS[placements], delaySeconds, false);
      if (isNew && placements === "lost") throw new Error("the answer of the simulated deposit partner was lost");
      return standingOf(await findRequest(database.db, reference));
    },
    async ask(reference) {
      await answering();
      return standingOf(await findRequest(database.db, reference));
    },
    async settle({ reference, principal, interest, renewed }) {
      await answering();
      await database.transaction(async (tx) => {
        if (!(await payBack(tx, reference))) return;
        if (interest.minor > 0n) await book(tx, `${reference}-I`, interest);
        await book(tx, `${reference}-M`, negateMoney(addMoney(principal, interest)));
        if (!renewed) return;
        await insertAccepted(
          tx,
          { reference: renewed.reference, kind: "placement", about: `续存 ${reference}`, amount: renewed.principal },
          clock.now(),
        );
        await book(tx, renewed.reference, renewed.principal);
      });
    },
    jobs: { [TELL_JOB]: { cron: "* * * * *", run: runDue } },
  };
}
