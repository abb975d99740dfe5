import { Refusal } from "@coralhub/contract";
import {
  answersOf,
  applicationLifecycle,
  checkAnswer,
  checkAnswers,
  EXPIRY_REMINDER_DAYS,
  FACE_SPEAKS_FOR,
  formSpec,
  nameIn,
  QUEUED,
  reviewDueAt,
  toShanghaiDay,
  type CertificationForm,
  type CertificationValues,
  type SubmissionKind,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Actor, Doing } from "../../platform/lifecycle-engine.ts";
import {
  changedPaths,
  fileIdsOf,
  findDocument,
  mergeAnswers,
  openAnswers,
  sealAnswers,
  tidyAnswers,
} from "./answers.ts";
import { findLatest, readSubmission, type Application } from "./applications-store.ts";
import { ASSESS_JOB } from "./assess-application.ts";
import { lockStanding, type Standing } from "./certification-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { removeDraft } from "./drafts-store.ts";
import { hasPassedFaceCheck } from "./face/face-checks-store.ts";
import { faceIndexOf } from "./face/whose-face.ts";
import { saveSubmission, tryMoveStanding } from "./move-case.ts";
import { clearVerdicts, insertEvent, listVerdicts, saveVerdicts, type Verdict } from "./verdicts-store.ts";

export type Submission = {
  merchantId: string;
  /** The merchant itself, or one of its sellers. */
  subjectId: string;
  form: CertificationForm;
  given: CertificationValues;
  removedRows?: readonly string[];
  by: Actor;
  now: Date;
};
type Before = { application: Application; values: CertificationValues; verdicts: Verdict[] };

const GIVEN_BACK = applicationLifecycle.actions.submit.from;
const NUMBERS_A_DAY = 1_000_000;
const DAY_MS = 86_400_000;

/**
 * Hands answers in for review. What was given back goes on as its next version, with only the rejected fields open;
 * anything else becomes a case of its own, in which what did not change stays accepted.
 */
export async function submitApplication(deps: CertificationDeps, tx: Tx, submission: Submission): Promise<Application> {
  const { merchantId, subjectId, form, now } = submission;
  const standing = await lockStanding(tx, merchantId);
  if (!standing || standing.state === "frozen") throw new Refusal("certification.frozen");
  const before = await whatWasThere(deps, tx, submission);
  if (before && QUEUED.includes(before.application.state)) throw new Refusal("certification.under_review");
  const sameForm = before?.application.form === form ? before : undefined;
  const values = tidyAnswers(
    form,
    mergeAnswers(form, sameForm?.values ?? {}, submission.given, submission.removedRows),
    deps.ids,
  );
  const changed = sameForm ? changedPaths(form, sameForm.values, values) : undefined;
  const continued = sameForm && GIVEN_BACK.includes(sameForm.application.state) ? sameForm : undefined;
  if (continued) refuseLocked(submission, continued, changed!);
  if (sameForm && changed!.size === 0) throw new Refusal("certification.nothing_changed");
  await refuseIncomplete(deps, tx, submission, values, { changed, rejected: rejectedIn(continued) });

  const kind = kindOf(continued, before, standing, now);
  const application = newVersion(deps, submission, { values, kind, continued });
  const answers = sealAnswers(deps.secrets, values, merchantId, application.id, application.version);
  const doing = { at: now, by: submission.by };
  await saveSubmission(deps, tx, { ...application, answers }, doing);
  await deps.files.attach(tx, fileIdsOf(form, values));
  if (continued) await clearVerdicts(tx, application, [...changed!]);
  else if (sameForm) await keepAccepted(tx, application, sameForm, changed!);
  if (formSpec(form).subject === "account") await standingFollows(deps, tx, standing, doing);
  await insertEvent(tx, application, {
    id: deps.ids.next(),
    at: now,
    actorKind: "merchant",
    actor: "商户",
    version: application.version,
    what: kind === "first" ? "提交申请" : "再次提交",
    detail: changed ? changedLabels(form, values, changed) : "",
  });
  await removeDraft(tx, { merchantId, subjectId, form });
  await removeDraft(tx, { merchantId, subjectId: merchantId, form });
  const { id: applicationId, version } = application;
  await deps.jobs.send(tx, ASSESS_JOB, { merchantId, applicationId, version }, { key: `${applicationId}:${version}` });
  return application;
}

async function whatWasThere(
  deps: CertificationDeps,
  tx: Tx,
  { merchantId, subjectId }: Submission,
): Promise<Before | undefined> {
  const application = await findLatest(tx, merchantId, subjectId);
  if (!application) return undefined;
  const { id, version } = application;
  const sealed = await readSubmission(tx, merchantId, id, version);
  const values = sealed ? openAnswers(deps.secrets, sealed, merchantId, id, version) : {};
  return { application, values, verdicts: await listVerdicts(tx, application) };
}

/**
 * An accepted answer stays as it is, unless time has made it wrong, its whole row was sent back, or it is a face whose
 * number may still change.
 */
function refuseLocked({ form, now }: Submission, { values, verdicts }: Before, changed: ReadonlySet<string>): void {
  const today = toShanghaiDay(now);
  const rejectedRows = new Set(
    verdicts.filter(({ verdict }) => verdict === "rejected").map(({ field }) => rowOf(field)),
  );
  const accepted = new Set(verdicts.filter(({ verdict }) => verdict === "accepted").map(({ field }) => field));
  const locked = answersOf(form, values).filter(
    ({ path, field, value, values: beside }) =>
      changed.has(path) &&
      accepted.has(path) &&
      !(path.includes(".") && rejectedRows.has(rowOf(path))) &&
      !(field.kind === "face" && !accepted.has(FACE_SPEAKS_FOR)) &&
      !checkAnswer(field, value, { values: beside, today }),
  );
  if (locked.length === 0) return;
  throw new Refusal(
    "certification.field_locked",
    {},
    Object.fromEntries(locked.map(({ place }) => [place, "这一项已通过，不能修改"])),
  );
}
const rowOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

const rejectedIn = (continued: Before | undefined): Verdict[] =>
  continued?.verdicts.filter(({ verdict }) => verdict === "rejected") ?? [];

/** `changed` is undefined where there was nothing before: then everything is new. */
async function refuseIncomplete(
  deps: CertificationDeps,
  tx: Tx,
  { merchantId, form, now }: Submission,
  values: CertificationValues,
  { changed, rejected }: { changed: ReadonlySet<string> | undefined; rejected: readonly Verdict[] },
): Promise<void> {
  const problems = checkAnswers(form, values, toShanghaiDay(now));
  const isNew = (path: string) => !changed || changed.has(path);
  for (const { path, place, field, value } of answersOf(form, values)) {
    const proveAgain = isNew(path) || (field.kind === "face" && isNew(FACE_SPEAKS_FOR));
    const untouched = isNew(path) ? undefined : rejected.find((verdict) => verdict.field === path);
    if (untouched) problems[place] ??= `还没有修改：${untouched.reason}`;
    if (value === "" || problems[place] || !proveAgain) continue;
    if (field.kind === "document" && !(await findDocument(deps.files, merchantId, value, tx)))
      problems[place] = "文件不存在，请重新上传";
    if (field.kind === "face" && !(await hasPassedFaceCheck(tx, merchantId, value, faceOf(deps, values))))
      problems[place] = "人脸核验没有通过，或核验的是另一个证件号码，请重新核验";
  }
  if (Object.keys(problems).length > 0) throw new Refusal("certification.incomplete", {}, problems);
}

function faceOf(deps: CertificationDeps, { [FACE_SPEAKS_FOR]: idNumber }: CertificationValues): Uint8Array {
  return faceIndexOf(deps, typeof idNumber === "string" ? idNumber : "");
}

function kindOf(
  continued: Before | undefined,
  before: Before | undefined,
  { state, expiresOn }: Standing,
  now: Date,
): SubmissionKind {
  if (continued) return continued.application.state === "supplement" ? "supplement" : "resubmission";
  if (before?.application.state !== "approved") return before ? "resubmission" : "first";
  // From the first reminder on, new papers are what was asked for.
  const reminded = toShanghaiDay(new Date(now.getTime() + EXPIRY_REMINDER_DAYS[0] * DAY_MS));
  return state === "expired" || (expiresOn !== null && expiresOn <= reminded) ? "renewal" : "change";
}

function newVersion(
  deps: CertificationDeps,
  { merchantId, subjectId, form, now }: Submission,
  { values, kind, continued }: { values: CertificationValues; kind: SubmissionKind; continued: Before | undefined },
): Application {
  const day = toShanghaiDay(now).replaceAll("-", "");
  const serial = String(deps.random.below(NUMBERS_A_DAY)).padStart(6, "0");
  return {
    merchantId,
    subjectId,
    form,
    submissionKind: kind,
    submittedAt: now,
    dueAt: reviewDueAt(now),
    state: "waiting",
    id: continued?.application.id ?? deps.ids.next(),
    number: continued?.application.number ?? `KY${day}-${serial}`,
    version: (continued?.application.version ?? 0) + 1,
    subjectName: nameIn(form, values),
    assessedAt: null,
    riskScore: 0,
    riskFacts: [],
    highRisk: false,
    heldBy: null,
    heldAt: null,
    proposedBy: null,
    decidedBy: null,
    decidedAt: null,
  };
}

async function keepAccepted(
  tx: Tx,
  application: Application,
  before: Before,
  changed: ReadonlySet<string>,
): Promise<void> {
  const kept = before.verdicts.filter(({ verdict, field }) => verdict === "accepted" && !changed.has(field));
  await saveVerdicts(tx, application, kept);
}

async function standingFollows(deps: CertificationDeps, tx: Tx, { merchantId, state }: Standing, doing: Doing) {
  const action = state === "certified" ? "change" : "submit";
  if (!(await tryMoveStanding(deps, tx, merchantId, action, doing))) throw new Refusal("state.changed");
}

const changedLabels = (form: CertificationForm, values: CertificationValues, changed: ReadonlySet<string>): string =>
  answersOf(form, values)
    .filter(({ path }) => changed.has(path))
    .map(({ label }) => label)
    .join("、");
