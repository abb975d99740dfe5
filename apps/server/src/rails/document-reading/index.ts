import type { DocumentName, RailMode } from "@coralhub/domain";
import type { Mode, SignedServiceConfig } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { createReadingService } from "./connectors/reading-service.ts";
import { createSandboxReader } from "./sandbox/reader.ts";

export { drawIdentityCard, drawLicense, drawPaper } from "./sandbox/draw-documents.ts";
export { createSampleDocuments } from "./sandbox/samples.ts";

/** What could be read, by the names of the form's fields; or why nothing could. Never more than a suggestion. */
export type DocumentText =
  | { result: "read"; fields: Record<string, string> }
  | { result: "unreadable"; reason: string };
export type DocumentReading = { read(document: DocumentName, bytes: Uint8Array): Promise<DocumentText> };

const NOT_CONNECTED: DocumentText = { result: "unreadable", reason: "没有读出文字，请手动填写" };

type Settings = { mode: Mode; documentReading: SignedServiceConfig | undefined };
type Surroundings = { railMode(): Promise<RailMode>; log: Pick<Log, "warn"> };

/** A configured service is used in both modes. Without a reader people type by hand: nothing depends on it. */
export function createDocumentReading({ mode, documentReading }: Settings, around: Surroundings): DocumentReading {
  if (documentReading) return createReadingService(documentReading, around.log);
  return mode === "sandbox" ? createSandboxReader(around) : { read: async () => NOT_CONNECTED };
}
