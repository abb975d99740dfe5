import {
  answersOf,
  HIGH_RISK_SCORE,
  QUEUED,
  riskFacts,
  riskScore,
  screeningSubjects,
  toShanghaiDay,
  type CertificationForm,
  type CertificationValues,
} from "@coralhub/domain";
import { findApplication, noteNumbers, saveAssessment } from "./applications-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { answersIn } from "./describe-application.ts";
import { noteEvent } from "./review/case-events.ts";

export const ASSESS_JOB = "certification.assess";
/** What a job about a case carries. */
export type CaseRef = { merchantId: string; applicationId: string; version: number };
const HOUSE = { kind: "system", id: "system", name: "系统" } as const;

/** Looks names, countries and numbers up and writes down the facts an operator reads. Lists that do not answer are asked again. */
export async function assessApplication(
  deps: CertificationDeps,
  { merchantId, applicationId, version }: CaseRef,
): Promise<boolean> {
  const { db } = deps.database;
  const application = await findApplication(db, merchantId, applicationId);
  if (!application || application.version !== version || !QUEUED.includes(application.state)) return false;
  if (application.assessedAt) return true;
  const values = await answersIn(deps, db, application, version);
  const { form } = application;
  const hits = deps.screening.connected ? await deps.screening.screen(screeningSubjects(form, values)) : undefined;
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const sharedWith = await noteNumbers(tx, application, numbersIn(deps, form, values));
    const facts = riskFacts({ form, values, today: toShanghaiDay(now), version, hits, sharedWith });
    const score = riskScore(facts);
    const found = { at: now, score, facts, highRisk: score >= HIGH_RISK_SCORE };
    if (!(await saveAssessment(tx, application, found))) return false;
    const outcome = hits ? (hits.length > 0 ? `命中 ${hits.length} 条` : "没有命中") : "名单没有接入";
    const detail = `风险评分 ${score}，${outcome}`;
    await noteEvent(deps, tx, application, HOUSE, { at: now, what: "名单筛查", detail });
    return true;
  });
}

/** Document numbers as keyed hashes: enough to see that two accounts share one. */
function numbersIn({ secrets }: CertificationDeps, form: CertificationForm, values: CertificationValues): Uint8Array[] {
  const numbers = answersOf(form, values).flatMap(({ field, value }) =>
    field.kind === "text" && (field.check === "idNumber" || field.check === "uscc") && value !== "" ? [value] : [],
  );
  return [...new Set(numbers)].map((number) => secrets.blindIndex(number, "certification document number"));
}
