import { Refusal, SAVED_VIEWS_AT_MOST } from "@coralhub/contract";
import type { MerchantContext } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/db-errors.ts";
import type { RecordsDeps } from "./deps.ts";
import { insertView, updateView, type ViewFacts } from "./saved-views-store.ts";

/** A new view, or another name or content for one that is there. */
export async function saveView(
  { ids }: Pick<RecordsDeps, "ids">,
  ctx: MerchantContext,
  { id, ...view }: ViewFacts & { id?: string | undefined },
): Promise<{ id: string }> {
  try {
    return await ctx.once(async (tx) => {
      if (id !== undefined) {
        if (!(await updateView(tx, ctx.merchantId, { id, ...view }))) throw new Refusal("not_found");
        return { id };
      }
      const made = ids.next();
      if (!(await insertView(tx, ctx.merchantId, { id: made, at: ctx.now, ...view })))
        throw new Refusal("view.too_many", { most: SAVED_VIEWS_AT_MOST });
      return { id: made };
    });
  } catch (error) {
    if (isUniqueViolation(error, "saved_view_name_key")) throw new Refusal("view.name_taken");
    throw error;
  }
}
