import { RAIL_MODES, type RailMode } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoalescer } from "../../../platform/coalescer.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Notifications } from "../index.ts";
import { insertMails, type CaughtMail } from "./mailbox-store.ts";

export type SandboxDeps = {
  database: Pick<Database, "db">;
  clock: Clock;
  ids: Ids;
  /** How the operators want the simulated carriers to behave. */
  railMode(): Promise<RailMode>;
};

/** Catches what would be sent, as slowly or as badly as the operators want. */
export function createSandboxMailbox({ database, clock, ids, railMode }: SandboxDeps): Notifications {
  const catchMail = createCoalescer<CaughtMail, null>({
    name: "mailbox",
    async work(mails) {
      await insertMails(database.db, mails);
      return mails.map(() => null);
    },
  });
  return {
    async send({ channel, to, subject, text, code, attachments = [] }) {
      const mode = await railMode();
      if (mode === "down") throw new Error("the simulated carrier is down");
      await sleep(RAIL_MODES[mode].delaySeconds * 1000);
      await catchMail({
        id: ids.next(),
        channel,
        to,
        subject: channel === "email" ? subject : null,
        text: [text, ...attachments.map(({ fileName, content }) => `附件：${fileName}，${content.length} 字节`)].join(
          "\n",
        ),
        code: code ?? null,
        sentAt: clock.now(),
      });
    },
  };
}
