import { POSTING_REASON_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, money, nothing, transferable } from "../endpoint.ts";
import { account, booksEndpoints, finance, merchantId, postingId } from "./books.ts";
import { ledgerAdjustmentList } from "./lists.ts";
import { walletEndpoints } from "./wallet.ts";
import { listInput, listOutput } from "../list.ts";
import { toldDay, wireDay, wireTime } from "../wire-time.ts";

const adjustmentEndpoints = {
  ledgerAdjustments: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/adjustments/list",
    title: "人工调账列表",
    input: listInput(ledgerAdjustmentList),
    output: listOutput(ledgerAdjustmentList),
  }),
  proposeAdjustment: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/adjustments",
    title: "提出人工调账",
    idempotent: true,
    input: z.object({
      merchantId,
      from: account,
      to: account,
      amount: transferable,
      /** The posting it takes back (红冲): between its accounts, the way back, at most what was posted, once. */
      corrects: postingId.optional(),
      /** Where an account with a bank is adjusted: the bank's own reference, under which both sides then agree. */
      bankReference: z.string().trim().min(1).max(64).optional(),
      memo: z.string().trim().min(1, "请写明调账原因").max(500),
    }),
    output: z.object({ id: z.uuid() }),
  }),
  decideAdjustment: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/adjustments/{merchantId}/{id}/decide",
    title: "复核人工调账",
    idempotent: true,
    input: z
      .object({
        merchantId,
        id: z.uuid(),
        decision: z.enum(["approve", "reject"]),
        note: z.string().trim().max(500).default(""),
      })
      .refine(({ decision, note }) => decision === "approve" || note !== "", {
        path: ["note"],
        message: "请写明驳回原因",
      }),
    output: z.object({ postingId: z.uuid().nullable() }),
  }),
};

const statementEntry = z.object({
  postingId: z.uuid(),
  line: z.number().int(),
  postedAt: wireTime,
  reason: z.enum(POSTING_REASON_NAMES),
  reference: z.string().nullable(),
  amount: money,
  /** The part of the amount that was charged for it. */
  fee: money.nullable(),
  balance: money,
});

const merchantEndpoints = {
  accountStatement: endpoint({
    method: "GET",
    path: "/ledger/statement",
    title: "账户对账单",
    family: "portal",
    access: "merchant",
    input: z.object({
      account,
      from: wireDay,
      until: wireDay,
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    output: z.object({ opening: money, closing: money, entries: z.array(statementEntry), next: z.string().nullable() }),
  }),
  entryProof: endpoint({
    method: "GET",
    path: "/ledger/proof",
    title: "下载一笔账目的凭证",
    family: "portal",
    access: "merchant",
    reply: "file",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 60 },
    input: z.object({ postingId, line: z.coerce.number().int().min(1).max(100), account }),
    output: fileReply,
  }),
  sealedDays: endpoint({
    method: "GET",
    path: "/ledger/seals",
    title: "每日封存链值",
    family: "portal",
    access: "merchant",
    input: nothing,
    output: z.array(z.object({ day: toldDay, root: z.string(), chain: z.string(), sealedAt: wireTime })),
  }),
};

export const ledgerEndpoints = { ...booksEndpoints, ...adjustmentEndpoints, ...merchantEndpoints, ...walletEndpoints };
