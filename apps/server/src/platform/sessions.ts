import type { Tx } from "./db.ts";

export type Realm = "merchant" | "operator";
export type Session = { id: string; realm: Realm; subjectId: string; createdAt: Date; lastSeenAt: Date; steppedUpAt: Date | null; address: string; userAgent: string };

/** Opaque 256-bit tokens; only the hash is stored. Idle 30 min, absolute 12 h. Cached in process, ended everywhere at once by NOTIFY. */
export type Sessions = {
  open(tx: Tx, session: { realm: Realm; subjectId: string; address: string; userAgent: string }): Promise<{ token: string; session: Session }>;
  find(realm: Realm, token: string): Promise<Session | undefined>;
  list(realm: Realm, subjectId: string): Promise<Session[]>;
  end(tx: Tx, sessionId: string): Promise<void>;
  endAllOf(tx: Tx, realm: Realm, subjectId: string, exceptSessionId?: string): Promise<void>;
  /** Records a fresh proof of identity and rotates the token. */
  stepUp(tx: Tx, sessionId: string): Promise<{ token: string }>;
};
