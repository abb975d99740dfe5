import { EXPORT_FORMAT_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, uploadedFile } from "../endpoint.ts";
import { checkedSheet, importedLines, importedSheet, MOST_IMPORTED_ROWS } from "../import-sheet.ts";

/** What every row says that does not say otherwise: other services' lists have no such columns. */
const defaults = {
  tradeCategory: z.string().trim().max(10).optional(),
  predictMonthlyIncome: z.string().trim().max(10).optional(),
  expectAccountName: z.string().trim().max(80, "最多 80 个字").optional(),
};
const certified = { family: "portal", access: "certified", method: "POST" } as const;

/** Shops from a sheet, in the columns other services and shop managers export. */
export const storeImportEndpoints = {
  storeSheetTemplate: endpoint({
    family: "portal",
    access: "merchant",
    method: "GET",
    path: "/merchant/import/template",
    title: "导入店铺：模板",
    reply: "file",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ format: z.enum(EXPORT_FORMAT_NAMES).default("xlsx") }),
    output: fileReply,
  }),
  checkStoreSheet: endpoint({
    ...certified,
    path: "/merchant/import/check",
    title: `导入店铺：上传表格并逐行核对，还不提交（最多 ${MOST_IMPORTED_ROWS} 行）`,
    body: "multipart",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile(), ...defaults }),
    output: checkedSheet,
  }),
  importStores: endpoint({
    ...certified,
    idempotent: true,
    path: "/merchant/import",
    title: "导入店铺：提交核对过的行",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z.object({
      fileId: z.uuid(),
      lines: importedLines,
      /** Pictures a platform wants, by the line they belong to; uploaded with /merchant/store/upload. */
      papers: z
        .array(z.object({ line: z.number().int().min(2), fileIds: z.array(z.uuid()).min(1).max(5, "最多 5 份") }))
        .max(MOST_IMPORTED_ROWS)
        .default([]),
      ...defaults,
    }),
    output: importedSheet,
  }),
};
