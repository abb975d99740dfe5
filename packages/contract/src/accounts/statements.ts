import { z } from "zod";
import { endpoint, fileReply, money } from "../endpoint.ts";
import { walletEntryList } from "../ledger/wallet.ts";
import { listInput, listOutput } from "../list.ts";
import { paperLanguage } from "../paper-language.ts";
import { wireMonth } from "../wire-time.ts";

const merchantCall = { family: "portal", access: "merchant" } as const;
const fileCall = {
  ...merchantCall,
  method: "POST",
  reply: "file",
  rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
  output: fileReply,
} as const;
const accountId = z.uuid();
const month = wireMonth;

/** What a merchant reads and hands on of one receiving account. */
export const accountStatementEndpoints = {
  accountEntries: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/account/entries",
    title: "收款账户的账目与余额",
    input: listInput(walletEntryList).extend({ accountId }),
    output: listOutput(walletEntryList),
  }),
  exportAccountEntries: endpoint({
    ...fileCall,
    path: "/records/account/entries/export",
    title: "导出收款账户的账目",
    input: z.object({ accountId, filters: listInput(walletEntryList).shape.filters }),
  }),
  monthlyStatement: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/account/statement",
    title: "收款账户月结单",
    input: z.object({ accountId, month }),
    output: z.object({
      month,
      opening: money,
      closing: money,
      /** Income and expense as payments tell them, and what is neither: held, under way, moved to another own account. */
      credits: money,
      debits: money,
      other: money,
      entries: z.number().int(),
      /** The month is not over yet: more may come. */
      open: z.boolean(),
      /** The first month of the account: earlier ones have no statement. */
      since: month,
    }),
  }),
  monthlyStatementPdf: endpoint({
    ...fileCall,
    path: "/records/account/statement/pdf",
    title: "收款账户月结单（PDF，中文或英文）",
    input: z.object({ accountId, month, language: paperLanguage }),
  }),
  accountLetter: endpoint({
    ...fileCall,
    path: "/records/account/letter/pdf",
    title: "收款账户证明（PDF，中文或英文）",
    input: z.object({
      accountId,
      /** Names the store and its platform. */
      storeId: z.uuid().optional(),
      language: paperLanguage,
    }),
  }),
};
