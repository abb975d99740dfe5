import { sql } from "kysely";
import { verifyAudit, type AuditHead, type AuditVerdict } from "./audit-chain.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { FileStorage } from "./file-storage.ts";
import type { Secrets } from "./secrets.ts";

/**
 * Where the audit chain had come to, kept outside the database and sealed: whoever cuts the chain off there cannot change
 * what is written here. The newest is found by its name, each day's stays beside it. That one was kept is written into the
 * log itself: whoever takes the anchor away, or puts an older one in its place, is found by that.
 */
export type AuditAnchors = {
  /** Walks the whole chain, and holds it against the last anchor. `staleDays`: nothing was anchored for so long. */
  look(): Promise<AuditVerdict & { staleDays?: number }>;
  /** From now on the chain must lead through this head. Whoever keeps it notes so in the log (`audit.anchored`). */
  keep(head: AuditHead): Promise<void>;
};

const CONTEXT = "audit anchor";
export const NEWEST_ANCHOR = "audit-anchor-newest";
export const anchorOfDay = (day: Date): string => `audit-anchor-${day.toISOString().slice(0, 10)}`;
/** Every night; one that a restart has cost is no reason to wake anybody. */
const FRESH_DAYS = 2;
const DAY_MS = 86_400_000;

type Anchor = AuditHead & { /** Anchors of earlier versions do not say. */ at?: Date };
type Deps = { db: Db; clock: Clock; secrets: Pick<Secrets, "seal" | "openText">; storage: FileStorage };
export function createAuditAnchors({ db, clock, secrets, storage }: Deps): AuditAnchors {
  /** Undefined where nothing was anchored yet; "forged" where what lies there is not ours. */
  const newest = async (): Promise<Anchor | "forged" | undefined> => {
    const sealed = await storage.read(NEWEST_ANCHOR);
    if (!sealed) return undefined;
    try {
      return readAnchor(secrets.openText(sealed, CONTEXT)) ?? "forged";
    } catch {
      return "forged";
    }
  };
  return {
    async look() {
      const anchor = await newest();
      if (anchor === "forged") return broken("存证打不开，可能被改动过");
      const noted = await lastNoted(db);
      if (noted !== null && !anchor) return broken(`存证不见了：日志记着第 ${noted} 条存过证`);
      if (noted !== null && anchor!.seq < noted)
        return broken(`存证是旧的：停在第 ${anchor!.seq} 条，日志记着第 ${noted} 条存过证`);
      const verdict = await verifyAudit(db, anchor);
      const staleDays = anchor?.at ? Math.floor((clock.now().getTime() - anchor.at.getTime()) / DAY_MS) : 0;
      return staleDays > FRESH_DAYS ? { ...verdict, staleDays } : verdict;
    },
    async keep(head) {
      const at = clock.now();
      const sealed = secrets.seal(`${headText(head)}@${at.toISOString()}`, CONTEXT);
      await storage.write(anchorOfDay(at), sealed);
      await storage.write(NEWEST_ANCHOR, sealed);
    },
  };
}

const broken = (problem: string): AuditVerdict => ({ intact: false, problem, brokenAt: null });

async function lastNoted(db: Db): Promise<bigint | null> {
  const { rows } = await sql<{ seq: bigint | null }>`
    select max((detail ->> 'seq')::bigint) as seq from audit_entry where action = 'audit.anchored'`.execute(db);
  return rows[0]!.seq;
}

export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`;
export function readHead(text: string): AuditHead | undefined {
  const match = /^(\d+):([0-9a-f]{64})$/.exec(text);
  return match ? { seq: BigInt(match[1]!), hash: match[2]! } : undefined;
}
function readAnchor(text: string): Anchor | undefined {
  const [head = "", at] = text.split("@");
  const read = readHead(head);
  return read && (at === undefined ? read : { ...read, at: new Date(at) });
}
