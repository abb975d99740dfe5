import { Refusal, type FileReply } from "@coralhub/contract";
import {
  answersOf,
  answerText,
  certificationLifecycle,
  checkAnswer,
  RISK_RULES,
  toShanghaiDay,
  wireOf,
  type Answer,
  type CertificationValues,
} from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { describeFiles, fileIdsOf, findDocument } from "../answers.ts";
import { findApplication, type Application } from "../applications-store.ts";
import { findStanding } from "../certification-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { answersIn, fieldOf, headOf } from "../describe-application.ts";
import { listEnquiries } from "../enquiries-store.ts";
import { listEvents, listVerdicts } from "../verdicts-store.ts";
import { auditCase, type CaseInput } from "./hold-case.ts";
import { operatorName } from "./review-store.ts";

/** Everything a reviewer needs beside the documents. Looking is recorded. */
export async function describeCase(deps: CertificationDeps, ctx: OperatorContext, input: CaseInput) {
  const { db } = deps.database;
  const application = await findApplication(db, input.merchantId, input.id);
  if (!application) throw new Refusal("not_found");
  await ctx.once((tx) => auditCase(deps, tx, ctx, "certification.viewed", input));
  const [values, before, verdicts, enquiries, history, standing] = await Promise.all([
    answersIn(deps, db, application, application.version),
    application.version > 1 ? answersIn(deps, db, application, application.version - 1) : undefined,
    listVerdicts(db, application),
    listEnquiries(db, application),
    listEvents(db, application),
    findStanding(db, input.merchantId),
  ]);
  const decided = new Map(verdicts.map((verdict) => [verdict.field, verdict]));
  const explain = explainAnswer(application, before, toShanghaiDay(ctx.now));
  const { heldBy, heldAt, proposedBy, riskScore: score, highRisk: high, assessedAt } = application;
  return {
    ...headOf(application),
    merchantId: application.merchantId,
    subjectName: application.subjectName,
    fields: answersOf(application.form, values).map((answer) => ({ ...fieldOf(answer, decided), ...explain(answer) })),
    files: await describeFiles(deps.files, application.merchantId, [
      ...fileIdsOf(application.form, values),
      ...(before ? fileIdsOf(application.form, before) : []),
      ...enquiries.flatMap(({ posts }) => posts.flatMap(({ fileIds }) => fileIds)),
    ]),
    enquiries,
    history,
    risk: {
      assessed: assessedAt !== null,
      score,
      high,
      facts: application.riskFacts.map(({ rule, detail }) => ({ rule, detail, ...RISK_RULES[rule] })),
    },
    holder:
      heldBy && heldAt
        ? { name: await operatorName(db, heldBy), mine: heldBy === ctx.operator.id, since: heldAt }
        : null,
    proposedBy: proposedBy && (await operatorName(db, proposedBy)),
    status: wireOf(certificationLifecycle, standing?.state ?? "none"),
    openUserId: standing?.openUserId ?? null,
  };
}

function explainAnswer({ form }: Application, before: CertificationValues | undefined, today: string) {
  const old = new Map(before && answersOf(form, before).map((answer) => [answer.path, answer]));
  return (answer: Answer) => {
    const earlier = old.get(answer.path);
    const problem = checkAnswer(answer.field, answer.value, { values: answer.values, today });
    return {
      kind: answer.field.kind,
      text: answerText(answer),
      raw: answer.value,
      before: earlier && earlier.value !== answer.value ? answerText(earlier) || "（空）" : null,
      note: problem ?? confirmed(answer),
    };
  };
}
/** Said of answers that our own arithmetic confirms. */
const CHECKED: Partial<Record<string, string>> = { idNumber: "号码校验无误", uscc: "校验位正确" };
const confirmed = ({ field, value }: Answer): string =>
  (field.kind === "text" && value !== "" && CHECKED[field.check ?? ""]) || "";

/** One document of the case, of any version or answer. Each look is recorded before anything is shown. */
export async function readCaseDocument(
  deps: CertificationDeps,
  ctx: OperatorContext,
  input: CaseInput & { fileId: string },
): Promise<FileReply> {
  const { db } = deps.database;
  const application = await findApplication(db, input.merchantId, input.id);
  const file = application && (await findDocument(deps.files, input.merchantId, input.fileId));
  if (!application || !file || !(await belongsTo(deps, application, input.fileId))) throw new Refusal("not_found");
  await ctx.once((tx) =>
    auditCase(deps, tx, ctx, "certification.document_read", {
      ...input,
      detail: { fileId: file.id, fileName: file.fileName },
    }),
  );
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}

async function belongsTo(deps: CertificationDeps, application: Application, fileId: string): Promise<boolean> {
  const { db } = deps.database;
  for (let version = application.version; version > 0; version--) {
    if (fileIdsOf(application.form, await answersIn(deps, db, application, version)).includes(fileId)) return true;
  }
  const enquiries = await listEnquiries(db, application);
  return enquiries.some(({ posts }) => posts.some(({ fileIds }) => fileIds.includes(fileId)));
}
