import { plantCertification } from "../modules/certification/index.ts";
import { plantNotices } from "../modules/home/index.ts";
import { plantMerchant } from "../modules/identity/index.ts";
import { plantMessages } from "../modules/messages/index.ts";
import type { Database } from "../platform/db.ts";
import type { Passwords } from "../platform/passwords.ts";
import type { Secrets } from "../platform/secrets.ts";
import { demoPersonId, idAt } from "./ids.ts";
import { DEMO_MERCHANTS, DEMO_PASSWORD, type DemoMerchant } from "./merchants.ts";
import { DEMO_MESSAGES } from "./messages.ts";
import { DEMO_NOTICES } from "./notices.ts";

type Deps = {
  database: Pick<Database, "db" | "transaction">;
  passwords: Passwords;
  secrets: Secrets;
  now: Date;
};
const HOUR_MS = 3_600_000;

/** Merchants with their past. Each is planted whole or not at all; one who is there keeps whatever has become of them. */
export async function plantMerchants({ database, passwords, secrets, now }: Deps): Promise<void> {
  for (const merchant of DEMO_MERCHANTS) {
    await database.transaction(async (tx) => {
      const { merchantId } = merchant;
      const registeredAt = new Date(merchant.registered);
      if (
        !(await plantMerchant(secrets, tx, { ...merchant, personId: demoPersonId(merchantId), registeredAt }, () =>
          passwords.hash(DEMO_PASSWORD),
        ))
      )
        return;
      await plantCertification(tx, { ...merchant.certification, merchantId, changedAt: registeredAt });
      await plantMessages(tx, messagesOf(merchant, now));
    });
  }
  const notices = DEMO_NOTICES.map(({ ago, ...notice }) => ({ ...notice, publishedAt: before(now, ago * 24) }));
  await database.transaction((tx) => plantNotices(tx, notices));
}

const before = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS);

const messagesOf = ({ merchantId }: DemoMerchant, now: Date) =>
  DEMO_MESSAGES.filter((message) => message.merchantId === merchantId).map(({ ago, read, ...message }, index) => {
    const at = before(now, ago);
    return { ...message, at, id: idAt(at, index), status: read ? ("read" as const) : ("unread" as const) };
  });
