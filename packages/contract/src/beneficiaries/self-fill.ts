import { z } from "zod";
import { currency, done, endpoint, nothing } from "../endpoint.ts";
import { merchant, saved, supplierInput, verificationCode, writing } from "./inputs.ts";
import { bankForm, country, payeeDetail } from "./views.ts";

const linkView = z.object({
  id: z.uuid(),
  kind: z.enum(["supplier", "service"]),
  name: z.string(),
  country: z.string(),
  currency,
  createdAt: payeeDetail.shape.createdAt,
  expiresAt: payeeDetail.shape.createdAt,
  filledAt: payeeDetail.shape.createdAt.nullable(),
  /** What was filled in, the number by its end. */
  filled: z
    .object({ holderName: z.string(), bankName: z.string(), lastFour: z.string(), country: z.string() })
    .nullable(),
});
export type PayeeLink = z.output<typeof linkView>;
const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "链接不完整，请整段复制");

/** A supplier fills in its own account, without one of ours. */
export const selfFillCalls = {
  sendLink: endpoint({
    ...writing,
    path: "/beneficiary/link/create",
    title: "生成供应商自填链接（7 天，一次）",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({
      kind: z.enum(["supplier", "service"]).default("supplier"),
      name: z.string().trim().min(2, "请填写名称").max(140),
      country,
      currency,
    }),
    output: z.object({ id: z.uuid(), secret: z.string(), expiresAt: payeeDetail.shape.createdAt }),
  }),
  payeeLinks: endpoint({
    ...merchant,
    method: "GET",
    path: "/beneficiary/link/list",
    title: "发出的自填链接",
    input: nothing,
    output: z.array(linkView),
  }),
  openLink: endpoint({
    family: "portal",
    access: "public",
    method: "POST",
    path: "/beneficiary/link/open",
    title: "供应商打开自填链接",
    rateLimit: { per: "address", limit: 60, windowSeconds: 600 },
    input: z.object({ secret }),
    output: z.object({ payer: z.string(), name: z.string(), country: z.string(), currency, forms: z.array(bankForm) }),
  }),
  fillLink: endpoint({
    family: "portal",
    access: "public",
    method: "POST",
    path: "/beneficiary/link/fill",
    title: "供应商填写收款账户",
    rateLimit: { per: "address", limit: 30, windowSeconds: 600 },
    input: supplierInput
      .omit({ verificationCode: true, papers: true, maximumAmount: true, remark: true, category: true })
      .extend({ secret }),
    output: done,
  }),
  acceptLink: endpoint({
    ...writing,
    path: "/beneficiary/link/accept",
    title: "核对供应商填写的账户并保存",
    input: z.object({ id: z.uuid(), verificationCode }),
    output: saved,
  }),
  withdrawLink: endpoint({
    ...writing,
    path: "/beneficiary/link/withdraw",
    title: "撤回自填链接，或不采用填好的账户",
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
};
