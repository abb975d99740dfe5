import { z } from "zod";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import type { Log } from "../../../platform/log.ts";
import { askSigned } from "../../../platform/signed-post.ts";
import type { DocumentReading, DocumentText } from "../index.ts";

/** The merchant waits at the upload; later than this, typing is quicker. */
const TIMEOUT_MS = 8_000;
const SILENT: DocumentText = { result: "unreadable", reason: "识别服务暂时不可用，请手动填写" };
const NOTHING: DocumentText = { result: "unreadable", reason: "没有读出文字，请手动填写" };
const MOST_FIELDS = 60;

const answerShape = z.object({
  fields: z
    .record(z.string().max(60), z.string().max(500))
    .refine((fields) => Object.keys(fields).length <= MOST_FIELDS),
});

/**
 * An HTTP service that takes {document, file (base64 JPEG, PNG or PDF)}, signed, and answers {"fields": {…}} by the
 * names of our forms (name, idCardNumber, companyName, rcNo, …; days as 2026-11-15); no field where nothing is legible.
 */
export function createReadingService(service: SignedServiceConfig, log: Pick<Log, "warn">): DocumentReading {
  return {
    async read(document, bytes) {
      const content = { document, file: Buffer.from(bytes).toString("base64") };
      try {
        const { fields } = await askSigned(service, content, { shape: answerShape, timeoutMs: TIMEOUT_MS });
        return Object.keys(fields).length > 0 ? { result: "read", fields } : NOTHING;
      } catch (error) {
        log.warn({ err: error, document }, "document reading service did not answer");
        return SILENT;
      }
    },
  };
}
