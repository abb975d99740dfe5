import type { AuditActor } from "./audit.ts";

/** Why whatever opened an account ends: the desk gives it back to its owner, or it is closed. */
export type AccessEnd = "recovered" | "closed";

/** How it is told, and who stands in the audit log. */
export const ACCESS_ENDS: Record<AccessEnd, { words: string; actor: AuditActor }> = {
  recovered: { words: "账户找回", actor: { kind: "system", id: "recovery" } },
  closed: { words: "账户注销", actor: { kind: "system", id: "closing" } },
};
