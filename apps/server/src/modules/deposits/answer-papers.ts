import { Refusal, type FileReply, type UploadedFile } from "@coralhub/contract";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import { handOverPapers } from "../../platform/hand-over-papers.ts";
import type { DepositsDeps } from "./deps.ts";
import { findAccount } from "./opening-store.ts";
import { listPapers, markReceived } from "./papers-store.ts";

const PURPOSE = "deposit answer";

/** Only while the partner waits for an answer; it is handed in with the words. */
export async function uploadPaper(deps: DepositsDeps, ctx: MerchantContext, file: UploadedFile) {
  const { merchantId } = ctx;
  const account = await findAccount(deps.database.db, merchantId);
  if (account?.state !== "asked") throw new Refusal("state.changed");
  const received = await deps.files.receive({
    ownerId: merchantId,
    purpose: PURPOSE,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id: fileId, fileName } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId, fileName };
}

/** Only the merchant's own files that were uploaded for an answer. */
export const namePapers = ({ files }: DepositsDeps, merchantId: string, fileIds: readonly string[]) =>
  Promise.all(
    fileIds.map(async (fileId) => {
      const file = await files.find(merchantId, fileId);
      if (file?.purpose !== PURPOSE) throw new Refusal("deposit.paper_unknown");
      return { fileId, fileName: file.fileName };
    }),
  );

/** The partner has them before it decides. */
export async function sendPapers(
  deps: DepositsDeps,
  opening: { merchantId: string; reference: string },
): Promise<void> {
  const { db } = deps.database;
  const errand = { ...opening, papers: await listPapers(db, opening) };
  await handOverPapers({ files: deps.files, to: deps.partner }, errand, (fileId) =>
    markReceived(db, opening, fileId, deps.clock.now()),
  );
}

export async function showPaper(
  deps: DepositsDeps,
  { operator, address }: OperatorContext,
  { merchantId, fileId }: { merchantId: string; fileId: string },
): Promise<FileReply> {
  const { db } = deps.database;
  const reference = (await findAccount(db, merchantId))?.reference;
  const papers = reference ? await listPapers(db, { merchantId, reference }) : [];
  const isOne = papers.some((paper) => paper.fileId === fileId);
  const file = isOne ? await deps.files.find(merchantId, fileId) : undefined;
  if (!file) throw new Refusal("not_found");
  const body = await deps.files.read(file);
  await deps.database.transaction((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: operator.id },
      action: "deposit.viewed",
      subject: `deposit:${merchantId}`,
      address,
      detail: { fileId },
    }),
  );
  return { fileName: file.fileName, contentType: file.contentType, body };
}
