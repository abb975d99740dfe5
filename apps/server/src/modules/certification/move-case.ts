import { Refusal } from "@coralhub/contract";
import { applicationLifecycle, certificationLifecycle, enquiryLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Change, type Doing, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import {
  insertApplication,
  insertSubmission,
  listEarlierApproved,
  type Application,
  type NewSubmission,
} from "./applications-store.ts";
import { listUnsettled } from "./enquiries-store.ts";

type Deps = { lifecycles: Lifecycles };
type CaseAction = keyof typeof applicationLifecycle.actions;
type StandingAction = keyof typeof certificationLifecycle.actions;
type CaseChange = Doing & { set?: Partial<Pick<Application, "proposedBy" | "dueAt" | "decidedBy" | "decidedAt">> };

/** The version that was looked at, and none other. Who held the case lets go of it. */
export const tryMoveCase = (
  { lifecycles }: Deps,
  tx: Tx,
  { merchantId, id, version }: Pick<Application, "merchantId" | "id" | "version">,
  action: CaseAction,
  { at, by, set }: CaseChange,
): Promise<boolean> =>
  lifecycles.tryAdvance(tx, applicationLifecycle, { merchantId, id }, action, {
    at,
    by,
    expects: { version },
    set: { heldBy: null, heldAt: null, proposedBy: null, ...set },
  });

export async function moveCase(...move: Parameters<typeof tryMoveCase>): Promise<void> {
  if (!(await tryMoveCase(...move))) throw new Refusal("state.changed");
}

/** A new case, or the next version of one that was given back. */
export async function saveSubmission(deps: Deps, tx: Tx, submission: NewSubmission, doing: Doing): Promise<void> {
  const { version, submissionKind, subjectName, submittedAt, dueAt } = submission;
  if (version === 1) await insertApplication(tx, submission);
  else {
    const { merchantId, id } = submission;
    const assessed = { assessedAt: null, riskScore: 0, riskFacts: [], highRisk: false };
    const decided = { heldBy: null, heldAt: null, proposedBy: null, decidedBy: null, decidedAt: null };
    const change: Change = {
      ...doing,
      expects: { version: version - 1 },
      set: { version, submissionKind, subjectName, submittedAt, dueAt, ...assessed, ...decided },
    };
    await deps.lifecycles.advance(tx, applicationLifecycle, { merchantId, id }, "submit", change);
  }
  await insertSubmission(tx, submission);
}

/** What a subject was approved on before is replaced by this case. */
export async function supersedeEarlier({ lifecycles }: Deps, tx: Tx, application: Application, at: Date) {
  const { merchantId } = application;
  const earlier = (await listEarlierApproved(tx, application)).map((id) => ({ key: { merchantId, id } }));
  await lifecycles.advanceMany(tx, applicationLifecycle, "supersede", { at, by: SYSTEM }, earlier);
}

export async function closeEnquiries({ lifecycles }: Deps, tx: Tx, application: Application, doing: Doing) {
  const { merchantId } = application;
  const unsettled = (await listUnsettled(tx, application)).map((id) => ({ key: { merchantId, id } }));
  await lifecycles.advanceMany(tx, enquiryLifecycle, "close", doing, unsettled);
}

/** False where the account stands elsewhere by now: a freeze, say, is not ended by what happens to a case meanwhile. */
export const tryMoveStanding = (
  { lifecycles }: Deps,
  tx: Tx,
  merchantId: string,
  action: StandingAction,
  change: Doing & { set?: { frozenReason: string | null } },
): Promise<boolean> => lifecycles.tryAdvance(tx, certificationLifecycle, { merchantId }, action, change);
