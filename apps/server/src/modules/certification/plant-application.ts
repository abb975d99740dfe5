import {
  answersOf,
  firstExpiry,
  formSpec,
  HIGH_RISK_SCORE,
  nameIn,
  reviewDueAt,
  riskScore,
  toShanghaiDay,
  type ApplicationState,
  type CertificationForm,
  type CertificationValues,
  type RiskFact,
} from "@coralhub/domain";
import { attachFiles } from "../../platform/files.ts";
import type { Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { fileIdsOf, sealAnswers } from "./answers.ts";
import { moveApplication, saveAssessment, saveSubmission } from "./applications-store.ts";
import { recordPassed } from "./certification-store.ts";
import { insertEvent, saveVerdicts } from "./verdicts-store.ts";

export type ApplicationPlant = {
  merchantId: string;
  form: CertificationForm;
  /** Each time it was handed in, oldest first. */
  versions: { values: CertificationValues; at: Date }[];
  state: Extract<ApplicationState, "waiting" | "second" | "rejected" | "approved">;
  /** Verdicts a reviewer has given so far: what is not rejected is accepted, unless it changed afterwards. */
  reviewed?: { by: { id: string; name: string }; at: Date; rejected: Record<string, string> };
  riskFacts?: RiskFact[];
};
type Deps = { ids: Ids; random: Random; secrets: Secrets };

/** A case a start brings along, as if it had been handed in and reviewed: for the sandbox's demo people. */
export async function plantApplication({ ids, random, secrets }: Deps, tx: Tx, plant: ApplicationPlant): Promise<void> {
  const { merchantId, form, versions, state, reviewed, riskFacts = [] } = plant;
  const id = ids.next();
  const first = versions[0]!.at;
  const number = `KY${toShanghaiDay(first).replaceAll("-", "")}-${String(random.below(1_000_000)).padStart(6, "0")}`;
  for (const [index, { values, at }] of versions.entries()) {
    const version = index + 1;
    const answers = sealAnswers(secrets, values, merchantId, id, version);
    const head = { merchantId, id, subjectId: merchantId, form, number, version, subjectName: nameIn(form, values) };
    const times = { submittedAt: at, dueAt: reviewDueAt(at) };
    const submissionKind = index === 0 ? ("first" as const) : ("resubmission" as const);
    await saveSubmission(tx, { ...head, ...times, submissionKind, answers }, ["waiting"]);
    await attachFiles(tx, fileIdsOf(form, values));
    const what = index === 0 ? "提交申请" : "再次提交";
    await insertEvent(
      tx,
      { merchantId, id },
      { id: ids.next(), at, actorKind: "merchant", actor: "商户", what, detail: "", version },
    );
  }
  const version = versions.length;
  const { values, at } = versions.at(-1)!;
  const score = riskScore(riskFacts);
  const ref = { merchantId, id, version };
  await saveAssessment(tx, ref, { at, score, facts: riskFacts, highRisk: score >= HIGH_RISK_SCORE });
  if (reviewed) {
    const { by, at: decidedAt, rejected } = reviewed;
    const verdicts = answersOf(form, values).map(({ path }) => {
      const reason = rejected[path];
      const verdict = reason === undefined ? ("accepted" as const) : ("rejected" as const);
      return { field: path, verdict, reason: reason ?? "", version, decidedBy: by.name, decidedAt };
    });
    // In a case that came back, what was rejected has been changed and is open again.
    await saveVerdicts(
      tx,
      ref,
      state === "waiting" ? verdicts.filter(({ verdict }) => verdict === "accepted") : verdicts,
    );
    const decided = { decidedBy: by.id, decidedAt };
    const change = state === "second" ? { proposedBy: by.id } : decided;
    if (state !== "waiting") await moveApplication(tx, ref, ["waiting"], { state, ...change });
    const what = { approved: "审核通过", rejected: "审核未通过", second: "初审通过，交复核", waiting: "审核未通过" }[
      state
    ];
    const detail = Object.values(rejected).join("；");
    const event = {
      id: ids.next(),
      at: decidedAt,
      actorKind: "operator" as const,
      actor: by.name,
      what,
      detail,
      version,
    };
    await insertEvent(tx, ref, event);
  }
  if (state !== "approved") return;
  const expiresOn = firstExpiry(form, values) ?? null;
  const { kind, bigCustomer = false } = formSpec(form);
  const item = { itemCode: Number(values["itemCode"]) || null, itemName: null };
  const passed = { kind, name: nameIn(form, values), applicationId: id, bigCustomer, expiresOn, item };
  await recordPassed(tx, merchantId, { ...passed, openUserId: "" }, reviewed!.at);
}
