import { EXPORT_FORMAT_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { currency, endpoint, fileReply, uploadedFile } from "../endpoint.ts";
import { checkedSheet, importedLines, importedSheet, MOST_IMPORTED_ROWS } from "../import-sheet.ts";
import { certified, merchant, verificationCode, writing } from "./inputs.ts";
import { country } from "./views.ts";

const kind = z.enum(["supplier", "service"]).default("supplier");

/** Payees from a sheet, in the columns other services export. */
export const payeeImportCalls = {
  payeeSheetTemplate: endpoint({
    ...merchant,
    method: "GET",
    path: "/beneficiary/import/template",
    title: "导入收款人：某个国家和币种的模板",
    reply: "file",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ country, currency, format: z.enum(EXPORT_FORMAT_NAMES).default("xlsx") }),
    output: fileReply,
  }),
  checkPayeeSheet: endpoint({
    ...certified,
    method: "POST",
    path: "/beneficiary/import/check",
    title: `导入收款人：上传表格并逐行核对，还不保存（最多 ${MOST_IMPORTED_ROWS} 行）`,
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile(), kind }),
    output: checkedSheet,
  }),
  importPayees: endpoint({
    ...writing,
    path: "/beneficiary/import",
    title: "导入收款人：保存核对过的行（验证码一次，通知一次）",
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z.object({ fileId: z.uuid(), kind, lines: importedLines, verificationCode }),
    output: importedSheet,
  }),
};
