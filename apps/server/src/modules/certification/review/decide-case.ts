import { Refusal } from "@coralhub/contract";
import {
  answersOf,
  enquiryLifecycle,
  ENQUIRY_DAYS,
  QUEUED,
  toShanghaiDay,
  type ApplicationState,
} from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import { requireIndependent } from "../../operations/index.ts";
import { findLatest, lockApplication, type Application } from "../applications-store.ts";
import { lockStanding } from "../certification-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { answersIn } from "../describe-application.ts";
import { findEnquiry, insertPost } from "../enquiries-store.ts";
import { tryMoveCase, tryMoveStanding } from "../move-case.ts";
import { listVerdicts } from "../verdicts-store.ts";
import { approveCase, askMerchant, proposeCase, rejectCase, sendBackCase, type Question } from "./case-outcomes.ts";
import { auditCase, heldCase, reviewerOf, type CaseInput } from "./hold-case.ts";

type Outcome = "approve" | "reject" | "sendBack";
const DAY_MS = 86_400_000;

/** The reviewer's word on the whole case, once every field has one. */
export function decideCase(
  deps: CertificationDeps,
  ctx: OperatorContext,
  input: CaseInput & { version: number; outcome: Outcome; note: string },
): Promise<{ state: ApplicationState }> {
  return ctx.once(async (tx) => {
    await lockStanding(tx, input.merchantId);
    const application = await heldCase(tx, ctx, input);
    const state = await settle(deps, ctx, tx, application, input);
    await auditCase(deps, tx, ctx, "certification.decided", {
      ...input,
      detail: { outcome: input.outcome, state, version: input.version, note: input.note },
    });
    return { state };
  });
}

async function settle(
  deps: CertificationDeps,
  ctx: OperatorContext,
  tx: Parameters<typeof approveCase>[1],
  application: Application,
  { outcome, note }: { outcome: Outcome; note: string },
): Promise<ApplicationState> {
  const decision = { application, by: reviewerOf(ctx), now: ctx.now };
  const isSecond = application.state === "second";
  if (isSecond && application.proposedBy === ctx.operator.id) throw new Refusal("review.second_pair");
  if (isSecond && application.proposedBy)
    await requireIndependent(tx, { maker: application.proposedBy, checker: ctx.operator.id, at: ctx.now });
  if (outcome === "sendBack") {
    if (!isSecond) throw new Refusal("state.changed");
    await sendBackCase(deps, tx, decision, note);
    return "waiting";
  }
  const values = await answersIn(deps, tx, application, application.version);
  const verdicts = new Map((await listVerdicts(tx, application)).map((verdict) => [verdict.field, verdict]));
  const paths = answersOf(application.form, values).map(({ path }) => path);
  const rejected = paths.flatMap((path) => {
    const verdict = verdicts.get(path);
    return verdict?.verdict === "rejected" ? [verdict] : [];
  });
  if (outcome === "reject") {
    if (rejected.length === 0) throw new Refusal("review.nothing_rejected");
    await rejectCase(deps, tx, decision, rejected);
    return "rejected";
  }
  if (rejected.length > 0) throw new Refusal("review.has_rejected", { count: rejected.length });
  const undecided = paths.filter((path) => !verdicts.has(path)).length;
  if (undecided > 0) throw new Refusal("review.undecided", { count: undecided });
  if (!application.assessedAt) throw new Refusal("review.not_assessed");
  if (application.highRisk && !isSecond) {
    await proposeCase(deps, tx, decision);
    return "second";
  }
  await approveCase(deps, tx, decision, values);
  return "approved";
}

/** At any time: of a case in hand, or of one that was approved long ago. */
export function askAbout(
  deps: CertificationDeps,
  ctx: OperatorContext,
  input: CaseInput & { version: number; questions: Question[] },
): Promise<null> {
  return ctx.once(async (tx) => {
    await lockStanding(tx, input.merchantId);
    const application = await lockApplication(tx, input.merchantId, input.id);
    if (!application) throw new Refusal("not_found");
    // Of an older case nothing more can come: its subject has handed in something newer.
    const latest = await findLatest(tx, input.merchantId, application.subjectId);
    if (application.version !== input.version || latest?.id !== application.id) throw new Refusal("state.changed");
    if (QUEUED.includes(application.state)) await heldCase(tx, ctx, input);
    const values = await answersIn(deps, tx, application, application.version);
    const decision = { application, by: reviewerOf(ctx), now: ctx.now };
    await askMerchant(deps, tx, decision, { values, questions: input.questions });
    await auditCase(deps, tx, ctx, "certification.asked", { ...input, detail: { questions: input.questions } });
    return null;
  });
}

/** Another question on the same matter, or the end of it. */
export function pursueEnquiry(
  deps: CertificationDeps,
  ctx: OperatorContext,
  { merchantId, id, text }: { merchantId: string; id: string; text?: string },
): Promise<null> {
  return ctx.once(async (tx) => {
    await lockStanding(tx, merchantId);
    const enquiry = await findEnquiry(tx, merchantId, id);
    if (!enquiry) throw new Refusal("not_found");
    const doing = { at: ctx.now, by: operatorActor(ctx) };
    const dueAt = new Date(ctx.now.getTime() + ENQUIRY_DAYS * DAY_MS);
    const key = { merchantId, id };
    if (text === undefined) await deps.lifecycles.advance(tx, enquiryLifecycle, key, "close", doing);
    else await deps.lifecycles.advance(tx, enquiryLifecycle, key, "askAgain", { ...doing, set: { dueAt } });
    const application = (await lockApplication(tx, merchantId, enquiry.applicationId))!;
    if (text !== undefined) {
      await insertPost(tx, merchantId, id, {
        id: deps.ids.next(),
        byMerchant: false,
        author: "审核员",
        text,
        fileIds: [],
        at: ctx.now,
      });
      const queued = QUEUED.includes(application.state);
      const moved = queued && (await tryMoveCase(deps, tx, application, "ask", { ...doing, set: { dueAt } }));
      if (moved && application.subjectId === merchantId) await tryMoveStanding(deps, tx, merchantId, "ask", doing);
      const due = toShanghaiDay(dueAt);
      await deps.sendMessage(tx, { event: "certification.supplement", merchantId, data: { reason: text, due } });
    }
    const detail = { enquiry: id, ...(text !== undefined && { text }) };
    await auditCase(deps, tx, ctx, "certification.enquiry_pursued", { merchantId, id: enquiry.applicationId, detail });
    return null;
  });
}
