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
import { someoneOf, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { fileIdsOf, sealAnswers } from "./answers.ts";
import { saveAssessment } from "./applications-store.ts";
import { recordPassed } from "./certification-store.ts";
import { moveCase, saveSubmission, tryMoveStanding } from "./move-case.ts";
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
type Reviewed = NonNullable<ApplicationPlant["reviewed"]>;
type Deps = { ids: Ids; random: Random; secrets: Secrets; lifecycles: Lifecycles };
const MOVES = { second: "propose", rejected: "reject", approved: "approve" } as const;

/** A case a start brings along, as if it had been handed in and reviewed: for the sandbox's demo people. */
export async function plantApplication(deps: Deps, tx: Tx, plant: ApplicationPlant): Promise<void> {
  const { merchantId, form, versions, state, reviewed, riskFacts = [] } = plant;
  const id = deps.ids.next();
  await handIn(deps, tx, plant, id);
  const version = versions.length;
  const { values, at } = versions.at(-1)!;
  const score = riskScore(riskFacts);
  const ref = { merchantId, id, version };
  await saveAssessment(tx, ref, { at, score, facts: riskFacts, highRisk: score >= HIGH_RISK_SCORE });
  if (reviewed) await review(deps, tx, plant, reviewed, ref);
  if (!reviewed || state !== "approved") return;
  const expiresOn = firstExpiry(form, values) ?? null;
  const { kind, bigCustomer = false } = formSpec(form);
  const item = { itemCode: Number(values["itemCode"]) || null, itemName: null };
  const passed = { kind, name: nameIn(form, values), applicationId: id, bigCustomer, expiresOn, item };
  const doing = decidedBy(reviewed);
  await recordPassed(tx, merchantId, { ...passed, openUserId: "" }, doing.at);
  await tryMoveStanding(deps, tx, merchantId, "approve", doing);
}

const decidedBy = ({ by, at }: Reviewed) => ({ at, by: { kind: "operator" as const, ...by, roles: [] } });

/** Each version of it; what came a second time had been given back. */
async function handIn(deps: Deps, tx: Tx, plant: ApplicationPlant, id: string): Promise<void> {
  const { ids, random, secrets } = deps;
  const { merchantId, form, versions, reviewed } = plant;
  const day = toShanghaiDay(versions[0]!.at).replaceAll("-", "");
  const number = `KY${day}-${String(random.below(1_000_000)).padStart(6, "0")}`;
  for (const [index, { values, at }] of versions.entries()) {
    const version = index + 1;
    const answers = sealAnswers(secrets, values, merchantId, id, version);
    const head = { merchantId, id, subjectId: merchantId, form, number, version, subjectName: nameIn(form, values) };
    const times = { submittedAt: at, dueAt: reviewDueAt(at) };
    const submissionKind = index === 0 ? ("first" as const) : ("resubmission" as const);
    if (index > 0 && reviewed)
      await moveCase(deps, tx, { merchantId, id, version: index }, "reject", decidedBy(reviewed));
    const doing = { at, by: someoneOf(plant) };
    await saveSubmission(deps, tx, { ...head, ...times, submissionKind, answers }, doing);
    await attachFiles(tx, fileIdsOf(form, values));
    const what = index === 0 ? "提交申请" : "再次提交";
    const event = { id: ids.next(), at, actorKind: "merchant" as const, actor: "商户", what, detail: "", version };
    await insertEvent(tx, { merchantId, id }, event);
  }
}

async function review(
  deps: Deps,
  tx: Tx,
  { form, state, versions }: ApplicationPlant,
  reviewed: Reviewed,
  ref: { merchantId: string; id: string; version: number },
): Promise<void> {
  const { by, at: decidedAt, rejected } = reviewed;
  const { version } = ref;
  const verdicts = answersOf(form, versions.at(-1)!.values).map(({ path }) => {
    const reason = rejected[path];
    const verdict = reason === undefined ? ("accepted" as const) : ("rejected" as const);
    return { field: path, verdict, reason: reason ?? "", version, decidedBy: by.name, decidedAt };
  });
  // In a case that came back, what was rejected has been changed and is open again.
  const standing = state === "waiting" ? verdicts.filter(({ verdict }) => verdict === "accepted") : verdicts;
  await saveVerdicts(tx, ref, standing);
  const set = state === "second" ? { proposedBy: by.id } : { decidedBy: by.id, decidedAt };
  if (state !== "waiting") await moveCase(deps, tx, ref, MOVES[state], { ...decidedBy(reviewed), set });
  const what = { approved: "审核通过", rejected: "审核未通过", second: "初审通过，交复核", waiting: "审核未通过" }[
    state
  ];
  const detail = Object.values(rejected).join("；");
  const event = { at: decidedAt, actorKind: "operator" as const, actor: by.name, what, detail, version };
  await insertEvent(tx, ref, { id: deps.ids.next(), ...event });
}
