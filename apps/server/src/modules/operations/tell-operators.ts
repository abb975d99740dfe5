import { BRAND } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Outbox, OutboxHandler } from "../../platform/outbox.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Notifications } from "../../rails/notifications/index.ts";
import { listOperators } from "./operators-store.ts";

export const MAIL_TOPIC = "operations.mail";
export type Mail = { to: string; text: string; subject?: string };

/** To every admin in use, and to whom it concerns: nobody's account changes without the others knowing. */
export async function tellAdmins(
  deps: { outbox: Pick<Outbox, "enqueue">; ids: Ids },
  tx: Tx,
  text: string,
  { concerned = [], subject }: { concerned?: readonly string[]; subject?: string } = {},
): Promise<void> {
  const admins = (await listOperators(tx)).filter(({ roles, disabledAt }) => roles.includes("admin") && !disabledAt);
  for (const to of new Set([...admins.map(({ email }) => email), ...concerned])) {
    const payload: Mail = { to, text, ...(subject !== undefined && { subject }) };
    await deps.outbox.enqueue(tx, { topic: MAIL_TOPIC, reference: deps.ids.next(), merchantId: null, payload });
  }
}

export const deliverMail =
  (notifications: Notifications): OutboxHandler =>
  async ({ reference, payload }) => {
    const { to, text, subject = "操作员变更" } = payload as Mail;
    await notifications.send({ reference, channel: "email", to, subject: `${BRAND.name}运营后台：${subject}`, text });
    return { result: "delivered" };
  };
