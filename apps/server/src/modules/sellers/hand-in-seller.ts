import { Refusal } from "@coralhub/contract";
import type { CertificationValues } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { SellersDeps } from "./deps.ts";
import { findSeller, followCase, insertSeller, type SellerForm } from "./sellers-store.ts";

type Papers = { id: string; form: SellerForm; given: CertificationValues };
const submit = (deps: SellersDeps, tx: Tx, ctx: MerchantContext, { id, form, given }: Papers) =>
  deps.certification.applications.submit(tx, {
    merchantId: ctx.merchantId,
    subjectId: id,
    form,
    given,
    by: merchantActor(ctx),
    now: ctx.now,
  });

/** A new seller and its case, in one step. */
export function addSeller(deps: SellersDeps, ctx: MerchantContext, form: SellerForm, given: CertificationValues) {
  const { merchantId, now } = ctx;
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    const handedIn = await submit(deps, tx, ctx, { id, form, given });
    await insertSeller(tx, merchantId, { id, form, applicationId: handedIn.id, bankCardId: null }, now);
    return { id, number: handedIn.number, submittedAt: handedIn.submittedAt, dueAt: handedIn.dueAt };
  });
}

/** Corrects what was rejected, or changes what was approved; then the seller follows its newest case. */
export function modifySeller(
  deps: SellersDeps,
  ctx: MerchantContext,
  form: SellerForm,
  { id, given }: { id: string; given: CertificationValues },
) {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const seller = await findSeller(tx, merchantId, id);
    if (!seller) throw new Refusal("not_found");
    if (seller.form !== form) throw new Refusal("certification.wrong_form");
    const handedIn = await submit(deps, tx, ctx, { id, form, given });
    await followCase(tx, merchantId, id, handedIn.id);
    return { id, number: handedIn.number, submittedAt: handedIn.submittedAt, dueAt: handedIn.dueAt };
  });
}
