import type { UploadedFile } from "@coralhub/contract";
import type { DocumentName } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { FILE_PURPOSE } from "./answers.ts";
import type { CertificationDeps } from "./deps.ts";

/** Stored first: whether anything can be read from it does not matter to whether it is kept. */
export async function uploadDocument(
  deps: CertificationDeps,
  ctx: MerchantContext,
  { file, document }: { file: UploadedFile; document: DocumentName },
) {
  const bytes = await file.read();
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: FILE_PURPOSE,
    kind: "document",
    fileName: file.fileName,
    bytes,
  });
  const stored = await ctx.once((tx) => deps.files.record(tx, received));
  // From the picture as it came: what it carries besides the picture is gone once it is stored.
  const text = await deps.documentReading.read(document, bytes);
  return {
    fileId: stored.id,
    fileName: stored.fileName,
    contentType: stored.contentType,
    sizeBytes: stored.sizeBytes,
    reading: text.result === "read" ? text.fields : null,
    readingProblem: text.result === "read" ? null : text.reason,
  };
}
