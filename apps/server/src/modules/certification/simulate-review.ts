import { answersOf, QUEUED, simulateReview } from "@coralhub/domain";
import { describeFiles, fileIdsOf } from "./answers.ts";
import { lockApplication } from "./applications-store.ts";
import type { CaseRef } from "./assess-application.ts";
import { lockStanding } from "./certification-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { answersIn } from "./describe-application.ts";
import { listEnquiries } from "./enquiries-store.ts";
import { approveCase, askMerchant, rejectCase } from "./review/case-outcomes.ts";
import { readReviewerSettings } from "./reviewer-settings-store.ts";
import { listVerdicts, saveVerdicts } from "./verdicts-store.ts";

export const SIMULATE_JOB = "certification.simulate-review";
const SIMULATED = { kind: "system", id: "sandbox", name: "模拟审核员" } as const;

/** Plans the sandbox reviewer's look at a case, if there is such a reviewer at the moment. */
export async function planSimulation(deps: CertificationDeps, ref: CaseRef): Promise<void> {
  const { on, delaySeconds } = await readReviewerSettings(deps.database.db);
  if (!on) return;
  const startAfter = new Date(deps.clock.now().getTime() + delaySeconds * 1000);
  await deps.database.transaction((tx) => deps.jobs.send(tx, SIMULATE_JOB, ref, { startAfter }));
}

/** Decides by the rules its panel shows. What is risky, or in somebody's hands, is left to people. */
export async function simulateCase(
  deps: CertificationDeps,
  { merchantId, applicationId, version }: CaseRef,
): Promise<void> {
  if (!(await readReviewerSettings(deps.database.db)).on) return;
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    // Standing before case, as everywhere: two locks in one order cannot wait for each other.
    await lockStanding(tx, merchantId);
    const application = await lockApplication(tx, merchantId, applicationId);
    if (!application || application.version !== version || application.state !== QUEUED[0]) return;
    if (application.highRisk || application.heldBy || !application.assessedAt) return;
    const { form } = application;
    const values = await answersIn(deps, tx, application, version);
    const before = await listVerdicts(tx, application);
    const accepted = new Set(before.filter(({ verdict }) => verdict === "accepted").map(({ field }) => field));
    const files = await describeFiles(deps.files, merchantId, fileIdsOf(form, values), tx);
    const names = new Map(files.map(({ fileId, fileName }) => [fileId, fileName]));
    const verdictsNow = simulateReview(form, values, names, accepted);
    if (!verdictsNow) return;
    // What was asked once has been answered: the same words do not raise the same question again.
    const raised = new Set((await listEnquiries(tx, application)).map(({ field }) => field));
    const { rejected } = verdictsNow;
    const asked = verdictsNow.asked.filter(({ path }) => !raised.has(path));
    const reasons = new Map(rejected.map(({ path, reason }) => [path, reason]));
    const questioned = new Set(asked.map(({ path }) => path));
    const verdicts = answersOf(form, values)
      .filter(({ path }) => !accepted.has(path) && !questioned.has(path))
      .map(({ path }) => {
        const reason = reasons.get(path);
        const verdict = reason === undefined ? ("accepted" as const) : ("rejected" as const);
        return { field: path, verdict, reason: reason ?? "", version, decidedBy: SIMULATED.name, decidedAt: now };
      });
    await saveVerdicts(tx, application, verdicts);
    const decision = { application, by: SIMULATED, now };
    const refused = verdicts.filter(({ verdict }) => verdict === "rejected");
    if (refused.length > 0) await rejectCase(deps, tx, decision, refused);
    else if (asked.length > 0)
      await askMerchant(deps, tx, decision, {
        values,
        questions: asked.map(({ path, label }) => ({ field: path, text: `请补充「${label}」的说明或材料` })),
      });
    else await approveCase(deps, tx, decision, values);
  });
}
