import type pg from "pg";
import { isConnectionError } from "../../platform/db-errors.ts";
import type { Statement } from "./ledger-store.ts";
import { sendTransaction, type Connections, type Sent } from "./transactions.ts";

/** Sends transaction after transaction over one connection, without waiting for the answers in between. */
export type Pipeline = {
  /** Resolves when this and everything sent before is durable or refused; rejects if this was refused or lost. */
  send(statements: readonly Statement[], sent: Sent): Promise<void>;
};

type Session = { client: Promise<pg.PoolClient>; users: number; lost: boolean };

export function createPipeline({ pool, named }: Connections): Pipeline {
  let session: Session | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function sendOver(own: Session, statements: readonly Statement[], sent: Sent): Promise<void> {
    own.users++;
    try {
      await sendTransaction(await own.client, named, statements, sent);
    } catch (error) {
      own.lost ||= isConnectionError(error);
      throw error;
    } finally {
      own.users--;
      if (own.lost || own.users === 0) leave(own);
    }
  }

  /** Nobody else begins to use it; whoever is last gives it back, or throws it away with whatever it was doing. */
  function leave(own: Session): void {
    if (session === own) session = undefined;
    if (own.users === 0) own.client.then((client) => client.release(own.lost)).catch(() => {});
  }

  return {
    async send(statements, sent) {
      if (statements.length === 0) return void (await last);
      session ??= { client: pool.connect(), users: 0, lost: false };
      const sending = sendOver(session, statements, sent);
      last = sending.catch(() => {});
      await sending;
    },
  };
}
