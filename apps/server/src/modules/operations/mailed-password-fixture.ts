import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";

/** What was mailed to a new operator; delivering it is the outbox's work, so it is asked to at once. */
export async function initialPasswordOf({ platform }: App, email: string): Promise<string> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await sleep(20)) {
    await platform.outbox.deliverDue();
    const { rows } = await sql<{ code: string }>`
      select code from sandbox_mail where recipient = ${email} and code is not null order by sent_at desc, id desc limit 1`.execute(
      platform.database.db,
    );
    if (rows[0]) return rows[0].code;
  }
  throw new Error(`no initial password was mailed to ${email}`);
}
