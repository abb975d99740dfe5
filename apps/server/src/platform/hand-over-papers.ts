import { createHash } from "node:crypto";
import type { Files } from "./files.ts";

/** A paper on its way to a partner. */
export type RailPaper = { id: string; fileName: string; contentType: string; content: Uint8Array };
/** The partner's word about what it has read: the hash of the content, in hexadecimal. */
export type PaperReceipt = { sha256: string };
export type TakesPapers = {
  /** Under the reference it belongs to; the same paper again changes nothing. */
  handOver(reference: string, paper: RailPaper): Promise<PaperReceipt>;
};

export const paperHash = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

type Paper = { fileId: string; receivedAt: Date | null };
type Errand = { merchantId: string; reference: string; papers: readonly Paper[] };
/**
 * Hands over what the partner does not have yet, one after the other. A receipt for anything else than what was sent counts as
 * none: whoever delivers tries again.
 */
export async function handOverPapers(
  { files, to }: { files: Pick<Files, "find" | "read">; to: TakesPapers },
  { merchantId, reference, papers }: Errand,
  received: (fileId: string) => Promise<void>,
): Promise<void> {
  for (const { fileId, receivedAt } of papers) {
    if (receivedAt !== null) continue;
    const file = await files.find(merchantId, fileId);
    if (!file) throw new Error(`paper ${fileId} is not there any more`);
    const { fileName, contentType } = file;
    const content = await files.read(file);
    const { sha256 } = await to.handOver(reference, { id: fileId, fileName, contentType, content });
    if (sha256 !== paperHash(content)) throw new Error(`the partner has read another paper than ${fileId}`);
    await received(fileId);
  }
}
