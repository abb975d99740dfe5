import { CURRENCY_CODES, FEE_BEARER_NAMES, FEE_BUSINESS_NAMES, FEE_FORMS } from "@coralhub/domain";
import { z } from "zod";
import { proposed } from "../approvals/approvals.ts";
import { endpoint, nothing } from "../endpoint.ts";
import { givenTime, toldDay, wireDay, wireTime } from "../wire-time.ts";

const finance = { family: "ops", access: "operator:finance" } as const;
const formed = ({ pattern, message }: { pattern: RegExp; message: string }) => z.string().regex(pattern, message);
const rateText = formed(FEE_FORMS.rate);
const amountText = formed(FEE_FORMS.amount);
const feeTerms = z.object({
  basisPoints: rateText,
  flat: amountText.optional(),
  min: amountText.optional(),
  max: amountText.optional(),
  bearer: z.enum(FEE_BEARER_NAMES),
  tiers: z
    .array(z.object({ fromVolume: z.number().int().min(0).max(1e12), basisPoints: rateText }))
    .max(10)
    .optional(),
  markupBasisPoints: rateText.optional(),
  waivedUntil: toldDay.optional(),
});
const feeRule = z.object({
  business: z.enum(FEE_BUSINESS_NAMES),
  currency: z.union([z.literal("*"), z.enum(CURRENCY_CODES)]),
  corridor: formed(FEE_FORMS.corridor),
  terms: feeTerms,
});
const feeRuleRow = feeRule.extend({
  /** Absent for the product's own price list. */
  id: z.uuid().nullable(),
  effectiveFrom: wireTime.nullable(),
});
export type FeeRuleRow = z.output<typeof feeRuleRow>;

export const priceEndpoints = {
  /** Everybody's prices, as they are charged now. */
  priceList: endpoint({
    family: "portal",
    access: "merchant",
    method: "GET",
    path: "/feeConfig/priceList",
    title: "收费标准",
    input: nothing,
    output: z.array(feeRule),
  }),
  feeRules: endpoint({
    ...finance,
    method: "GET",
    path: "/ledger/fee_rules",
    title: "收费规则",
    input: nothing,
    output: z.array(feeRuleRow),
  }),
  /** Another operator puts it into force. */
  proposeFeeRule: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/fee_rules",
    title: "提出调整收费规则",
    idempotent: true,
    input: feeRule.extend({
      terms: feeTerms.extend({ waivedUntil: wireDay.optional() }),
      effectiveFrom: givenTime.optional(),
      reason: z.string().trim().min(1, "请写明调整原因").max(500),
    }),
    output: proposed,
  }),
};
