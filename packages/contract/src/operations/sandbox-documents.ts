import { DOCUMENTS, type DocumentName } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply } from "../endpoint.ts";

const words = (limit: number, usual: string) => z.string().trim().min(1).max(limit).default(usual);

/** Specimens to try the forms with: the sandbox's reader finds their text. Absent in production. */
export const sandboxDocumentEndpoints = {
  sampleDocument: endpoint({
    family: "sandbox",
    access: "operator",
    method: "GET",
    path: "/documents/{document}",
    title: "下载一张样本证件，上传后能识别出文字",
    reply: "file",
    input: z.object({
      document: z.enum(Object.keys(DOCUMENTS) as [DocumentName, ...DocumentName[]]),
      name: words(60, "林见南"),
      number: words(20, "11010519491231002X"),
      company: words(100, "深圳市南屿科技有限公司"),
      code: words(18, "91350100M000100Y43"),
      address: words(200, "广东省深圳市南山区海天一路 8 号"),
    }),
    output: fileReply,
  }),
};
