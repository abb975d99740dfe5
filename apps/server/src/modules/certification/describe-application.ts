import { answersOf, answerText, applicationLifecycle, type Answer } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { describeFiles, fileIdsOf, openAnswers } from "./answers.ts";
import { findLatest, readSubmission, type Application } from "./applications-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { listEnquiries } from "./enquiries-store.ts";
import { listEvents, listVerdicts, type Verdict } from "./verdicts-store.ts";

export const headOf = (a: Application) => ({
  applicationId: a.id,
  form: a.form,
  number: a.number,
  state: a.state,
  submissionKind: a.submissionKind,
  version: a.version,
  submittedAt: a.submittedAt,
  dueAt: a.dueAt,
  decidedAt: a.decidedAt,
});

export async function answersIn(
  deps: Pick<CertificationDeps, "secrets">,
  db: Db,
  { merchantId, id }: Application,
  version: number,
) {
  const sealed = await readSubmission(db, merchantId, id, version);
  return sealed ? openAnswers(deps.secrets, sealed, merchantId, id, version) : {};
}

export const fieldOf = ({ path, place, section, label }: Answer, verdicts: ReadonlyMap<string, Verdict>) => {
  const verdict = verdicts.get(path);
  return {
    path,
    place,
    section,
    label,
    verdict: verdict?.verdict ?? null,
    reason: verdict?.reason ?? "",
    decidedAt: verdict?.decidedAt ?? null,
  };
};

/** As its owner sees it: verdicts appear once a decision was made, not while someone is still at it. */
export async function describeApplication(deps: CertificationDeps, application: Application) {
  const { db } = deps.database;
  const [values, verdicts, enquiries, history] = await Promise.all([
    answersIn(deps, db, application, application.version),
    listVerdicts(db, application),
    listEnquiries(db, application),
    listEvents(db, application),
  ]);
  const editable = applicationLifecycle.actions.submit.from.includes(application.state);
  const shown = verdicts.filter(
    ({ version }) => editable || application.state === "approved" || version < application.version,
  );
  const decided = new Map(shown.map((verdict) => [verdict.field, verdict]));
  const answers = answersOf(application.form, values);
  return {
    ...headOf(application),
    values,
    editable,
    isFace: answers.some(({ field, value }) => field.kind === "face" && value !== ""),
    fields: answers.map((answer) => fieldOf(answer, decided)),
    files: await describeFiles(deps.files, application.merchantId, [
      ...fileIdsOf(application.form, values),
      ...enquiries.flatMap(({ posts }) => posts.flatMap(({ fileIds }) => fileIds)),
    ]),
    enquiries,
    history: history
      .filter(({ actorKind, what }) => actorKind === "merchant" || PUBLIC_STEPS.has(what))
      .map((event) => (event.actorKind === "merchant" ? event : { ...event, actor: "审核员" })),
  };
}

/** What the merchant learns of our side of the story; who it was, risk and screening stay inside. */
const PUBLIC_STEPS: ReadonlySet<string> = new Set(["审核通过", "审核未通过", "要求补充资料"]);

/** Everything last handed in for the account, as a person reads it. */
export async function answersInWords(deps: CertificationDeps, merchantId: string): Promise<Record<string, string>> {
  const { db } = deps.database;
  const application = await findLatest(db, merchantId, merchantId);
  if (!application) return {};
  const values = await answersIn(deps, db, application, application.version);
  return Object.fromEntries(answersOf(application.form, values).map((answer) => [answer.label, answerText(answer)]));
}

/** The natural persons of what was last handed in: a name each, and where in the papers it stands. */
export async function peopleIn(
  deps: Pick<CertificationDeps, "database" | "secrets">,
  merchantId: string,
): Promise<{ name: string; role: string }[]> {
  const application = await findLatest(deps.database.db, merchantId, merchantId);
  if (!application) return [];
  const values = await answersIn(deps, deps.database.db, application, application.version);
  const people = answersOf(application.form, values).flatMap(({ label, section, value }) =>
    label.includes("姓名") && value !== "" ? [{ name: value, role: section }] : [],
  );
  return people.filter(({ name }, place) => people.findIndex((one) => one.name === name) === place);
}
