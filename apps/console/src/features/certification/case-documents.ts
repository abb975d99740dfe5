import type { CaseDocument } from "../../platform/document-pane.tsx";
import type { Case } from "./review-calls.ts";

/** The documents of the answers, then those that came with answers to questions. */
export function documentsOf(shown: Case): CaseDocument[] {
  const asked = shown.fields.flatMap(({ kind, raw, label }) =>
    kind === "document" && raw ? [{ fileId: raw, label }] : [],
  );
  const answered = shown.enquiries.flatMap(({ posts, label }) =>
    posts.flatMap(({ fileIds }) => fileIds.map((fileId) => ({ fileId, label: `补充：${label}` }))),
  );
  return [...asked, ...answered];
}
