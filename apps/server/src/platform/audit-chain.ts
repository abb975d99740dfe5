import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./db.ts";

export type AuditHead = { seq: bigint; hash: string };
export type AuditVerdict =
  | { intact: true; entries: number; head: AuditHead | undefined }
  | {
      intact: false;
      problem: string;
      /** The first entry that is wrong, where one can be named. */ brokenAt: bigint | null;
    };

type Link = { seq: bigint; hash: Buffer; body: string | null };
const PAGE = 5_000;

/**
 * Recomputes the whole chain here, not in the database, whose functions an intruder could have changed as well.
 * A chain cut off at its end looks whole; `expected`, a head noted earlier and kept elsewhere, finds that too.
 */
export async function verifyAudit(db: Db, expected?: AuditHead): Promise<AuditVerdict> {
  let head: AuditHead | undefined;
  let previous: Buffer = Buffer.alloc(0);
  let entries = 0;
  let expectedSeen = expected === undefined;
  for (let links = await page(db, 0n); links.length > 0; links = await page(db, head!.seq)) {
    for (const { seq, hash, body } of links) {
      const problem = problemOf(seq, BigInt(entries + 1), body, previous, hash);
      if (problem) return { intact: false, problem, brokenAt: BigInt(entries + 1) };
      previous = hash;
      entries++;
      head = { seq, hash: hash.toString("hex") };
      if (expected?.seq === seq) {
        if (expected.hash !== head.hash)
          return {
            intact: false,
            problem: `第 ${seq} 条与记下的链头不符，链被重写过`,
            brokenAt: seq,
          };
        expectedSeen = true;
      }
    }
  }
  if (!expectedSeen)
    return {
      intact: false,
      problem: `第 ${expected!.seq} 条缺失，链尾被截断`,
      brokenAt: expected!.seq,
    };
  const unlinked = await countUnlinked(db);
  if (unlinked > 0) return { intact: false, problem: `有 ${unlinked} 条记录不在链上`, brokenAt: null };
  return { intact: true, entries, head };
}

function problemOf(
  seq: bigint,
  wanted: bigint,
  body: string | null,
  previous: Buffer,
  hash: Buffer,
): string | undefined {
  if (seq !== wanted) return `第 ${wanted} 条缺失`;
  if (body === null) return `第 ${seq} 条缺失`;
  const computed = createHash("sha256").update(previous).update(body, "utf8").digest();
  return computed.equals(hash) ? undefined : `第 ${seq} 条被改动`;
}

async function page(db: Db, after: bigint): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.seq, l.hash, case when e.id is not null then jsonb_build_array(
      l.seq, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
      e.actor_kind, e.actor_id, e.person_id, e.action, e.subject, e.detail, e.address)::text end as body
    from audit_link l left join audit_entry e on e.id = l.entry_id
    where l.seq > ${after} order by l.seq limit ${PAGE}`.execute(db);
  return rows;
}

async function countUnlinked(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry e where not exists (select 1 from audit_link l where l.entry_id = e.id)`.execute(
    db,
  );
  return rows[0]!.count;
}
