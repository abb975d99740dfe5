import { sandboxDocumentEndpoints } from "@coralhub/contract";
import { DOCUMENTS, LONG_TERM, type DocumentName } from "@coralhub/domain";
import sharp from "sharp";
import type { Capability } from "../../../platform/capability.ts";
import { drawIdentityCard, drawLicense, drawPaper } from "./draw-documents.ts";
import { markOf } from "./reader.ts";

type Words = { name: string; number: string; company: string; code: string; address: string };
const SINCE = "2019-04-16";

/** What the reader finds, under the names the forms use; a form takes those it asks for. */
function textOn(document: DocumentName, { name, number, company, code, address }: Words): Record<string, string> {
  switch (document) {
    case "idCardFront":
    case "idCardInHand":
      return {
        name,
        idCardName: name,
        agentName: name,
        idCardNumber: number,
        idCardNo: number,
        permanentAddress: address,
      };
    case "idCardBack":
      return { iStartTime: SINCE, iEndTime: LONG_TERM, idCardStartTime: SINCE, idCardEndTime: LONG_TERM };
    case "businessLicense":
      return {
        companyName: company,
        enterpriseNameCh: company,
        rcNo: code,
        bStartTime: SINCE,
        bEndTime: LONG_TERM,
        businessAddress: address,
      };
    case "incorporation":
    case "businessRegistration":
      return { companyName: company, companyNameCh: company, coAddress: address };
    default:
      return {};
  }
}

function draw(document: DocumentName, words: Words): Promise<Uint8Array> {
  const { name, number, company, code, address } = words;
  if (document === "idCardFront" || document === "idCardInHand") return drawIdentityCard({ name, number, address });
  if (document === "businessLicense")
    return drawLicense({ name: company, number: code, holder: name, from: SINCE, address });
  return drawPaper(DOCUMENTS[document].label, [
    `主体：${company}`,
    `负责人：${name}`,
    `有效期：${SINCE} 至 ${LONG_TERM}`,
    `地址：${address}`,
  ]);
}

/** Specimens on request. Not assembled in production. */
export function createSampleDocuments(): Capability<typeof sandboxDocumentEndpoints> {
  return {
    endpoints: sandboxDocumentEndpoints,
    handlers: {
      async sampleDocument(_ctx, { document, ...words }) {
        const picture = sharp(await draw(document, words));
        const marked = picture.withExif({ IFD0: { ImageDescription: markOf(textOn(document, words)) } });
        const fileName = `样本-${DOCUMENTS[document].label}.jpg`;
        return { fileName, contentType: "image/jpeg", body: await marked.jpeg({ quality: 85 }).toBuffer() };
      },
    },
  };
}
