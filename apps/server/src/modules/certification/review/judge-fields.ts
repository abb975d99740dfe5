import { Refusal } from "@coralhub/contract";
import { answersOf } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { holdApplication } from "../applications-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { answersIn } from "../describe-application.ts";
import { clearVerdicts, saveVerdicts } from "../verdicts-store.ts";
import { auditCase, heldCase, holdBy, type CaseInput } from "./hold-case.ts";

type Judgement = { field: string; verdict: "accepted" | "rejected" | null; reason: string };

/** Saved one by one while the reviewer works; the merchant sees them only with the decision. */
export function judgeFields(
  deps: CertificationDeps,
  ctx: OperatorContext,
  input: CaseInput & { version: number; verdicts: Judgement[] },
): Promise<null> {
  if (input.verdicts.some(({ verdict, reason }) => verdict === "rejected" && reason === ""))
    throw new Refusal("review.reason_missing");
  return ctx.once(async (tx) => {
    const application = await heldCase(tx, ctx, input);
    const values = await answersIn(deps, tx, application, application.version);
    const known = new Set(answersOf(application.form, values).map(({ path }) => path));
    if (input.verdicts.some(({ field }) => !known.has(field))) throw new Refusal("review.field_unknown");
    const taken = input.verdicts.filter(({ verdict }) => verdict === null).map(({ field }) => field);
    await clearVerdicts(tx, application, taken);
    const decided = input.verdicts.flatMap(({ field, verdict, reason }) =>
      verdict ? [{ field, verdict, reason: verdict === "rejected" ? reason : "" }] : [],
    );
    const stamp = { version: application.version, decidedBy: ctx.operator.name, decidedAt: ctx.now };
    await saveVerdicts(
      tx,
      application,
      decided.map((verdict) => ({ ...verdict, ...stamp })),
    );
    await holdApplication(tx, input.merchantId, input.id, holdBy(ctx));
    await auditCase(deps, tx, ctx, "certification.fields_judged", { ...input, detail: { verdicts: input.verdicts } });
    return null;
  });
}
