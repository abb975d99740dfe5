import type { Tx } from "./db.ts";

export type AuditActor = { kind: "operator" | "merchant" | "system"; id: string };
export type AuditRecord = { actor: AuditActor; action: string; subject: string; detail?: Record<string, unknown>; address?: string };
/** Append-only and hash-chained: a changed or missing row is found by the verify command. */
export type Audit = { record(tx: Tx, record: AuditRecord): Promise<void> };
