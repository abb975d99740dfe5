import { Refusal } from "@coralhub/contract";
import { businessItem } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { saveBusinessItem } from "./certification-store.ts";

const OTHER = "其他";

/** A merchant whose category is 其他 says in its own words what it sells. */
export async function nameBusinessItem(ctx: MerchantContext, input: { itemCode: number; itemName: string }) {
  const category = businessItem(input.itemCode)!;
  if (category.name === OTHER && input.itemName === "")
    throw new Refusal("input.invalid", {}, { itemName: "请写明经营的商品或服务" });
  const item = { itemCode: category.code, itemName: input.itemName || category.name };
  await ctx.once((tx) => saveBusinessItem(tx, ctx.merchantId, item));
  return item;
}
