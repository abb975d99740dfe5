import { Refusal } from "@coralhub/contract";
import { enquiryLifecycle, formSpec, reviewDueAt } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { findDocument } from "./answers.ts";
import { lockApplication } from "./applications-store.ts";
import { ASSESS_JOB } from "./assess-application.ts";
import { lockStanding } from "./certification-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { countOpen, findEnquiry, insertPost } from "./enquiries-store.ts";
import { tryMoveCase, tryMoveStanding } from "./move-case.ts";
import { insertEvent, listVerdicts } from "./verdicts-store.ts";

/** The last answer sends the case back to the desk, if nothing in it was rejected as well. */
export function answerEnquiry(
  deps: CertificationDeps,
  ctx: MerchantContext,
  { id, text, fileIds }: { id: string; text: string; fileIds: string[] },
): Promise<null> {
  const { merchantId, now } = ctx;
  const doing = { at: now, by: merchantActor(ctx) };
  return ctx.once(async (tx) => {
    await lockStanding(tx, merchantId);
    const enquiry = await findEnquiry(tx, merchantId, id);
    if (!enquiry) throw new Refusal("not_found");
    for (const [at, fileId] of fileIds.entries()) {
      if (!(await findDocument(deps.files, merchantId, fileId, tx)))
        throw new Refusal("certification.incomplete", {}, { [`fileIds.${at}`]: "文件不存在，请重新上传" });
    }
    if (!(await deps.lifecycles.tryAdvance(tx, enquiryLifecycle, { merchantId, id }, "answer", doing)))
      throw new Refusal("certification.enquiry_settled");
    const post = { id: deps.ids.next(), byMerchant: true, author: "商户", text, fileIds, at: now };
    await insertPost(tx, merchantId, id, post);
    const application = (await lockApplication(tx, merchantId, enquiry.applicationId))!;
    await insertEvent(tx, application, {
      id: deps.ids.next(),
      at: now,
      actorKind: "merchant",
      actor: "商户",
      version: application.version,
      what: "答复补充要求",
      detail: enquiry.label,
    });
    const rejected = (await listVerdicts(tx, application)).some(({ verdict }) => verdict === "rejected");
    if (rejected || (await countOpen(tx, application)) > 0) return null;
    if (application.state !== "supplement") return null;
    if (!(await tryMoveCase(deps, tx, application, "submit", { ...doing, set: { dueAt: reviewDueAt(now) } })))
      return null;
    if (formSpec(application.form).subject === "account") await tryMoveStanding(deps, tx, merchantId, "submit", doing);
    const { id: applicationId, version } = application;
    await deps.jobs.send(
      tx,
      ASSESS_JOB,
      { merchantId, applicationId, version },
      { key: `${applicationId}:${version}:${id}:${post.id}` },
    );
    return null;
  });
}
