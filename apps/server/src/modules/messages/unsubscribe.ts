import { Refusal } from "@coralhub/contract";
import { addressOf, mailListName, MESSAGE_TOPICS, messageEvent, type MailList } from "@coralhub/domain";
import type { Secrets } from "../../platform/secrets.ts";
import { readSigned, signText } from "../../platform/signed-text.ts";
import type { MessagesDeps } from "./deps.ts";
import { saveDigest } from "./digest-store.ts";
import { listPreferences, savePreferences } from "./messages-store.ts";
import { EVENT_NAMES, isLocked, isWanted } from "./preferences.ts";

const PURPOSE = "mail list";

/** Says whose mails of which kind: whoever got the mail can end them, without signing in. */
export const mailToken = (secrets: Pick<Secrets, "sign">, merchantId: string, list: MailList): string =>
  signText(secrets, `${merchantId}.${list}`, PURPOSE);

function readToken(secrets: Pick<Secrets, "sign">, token: string): { merchantId: string; list: MailList } {
  const [merchantId = "", list = ""] = readSigned(secrets, token, PURPOSE)?.split(".") ?? [];
  if (!(list === "digest" || list in MESSAGE_TOPICS)) throw new Refusal("messages.link_unknown");
  return { merchantId, list: list as MailList };
}

type Links = { page: string; oneClick: string };
/** The page a reader opens, and the address a mail program posts to by itself (RFC 8058). */
export function unsubscribeLinks(
  { secrets, publicUrl }: Pick<MessagesDeps, "secrets" | "publicUrl">,
  merchantId: string,
  list: MailList,
): Links {
  const token = mailToken(secrets, merchantId, list);
  return {
    page: `${publicUrl}${addressOf("unsubscribe", { token })}`,
    oneClick: `${publicUrl}/api/message/unsubscribe/${token}`,
  };
}

/** Ends the mails (of advertising also the SMS) at once; `again` takes it back. The same twice is the same. */
export async function unsubscribe(deps: MessagesDeps, { token, again }: { token: string; again: boolean }) {
  const { merchantId, list } = readToken(deps.secrets, token);
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    if (list === "digest") {
      await saveDigest(tx, merchantId, again ? "weekly" : "off");
      return;
    }
    const requests = await listPreferences(tx, merchantId);
    // A link in a mail gives the mails back, never a consent to SMS, and only what was said no to.
    const channels = list === "offers" && !again ? (["email", "sms"] as const) : (["email"] as const);
    for (const channel of channels) {
      const events = EVENT_NAMES.filter(
        (name) =>
          messageEvent(name).topic === list &&
          !isLocked(name, channel) &&
          (again
            ? requests.some((request) => request.event === name && request.channel === channel && !request.wanted)
            : isWanted(requests, name, channel)),
      );
      if (events.length > 0) await savePreferences(tx, { merchantId, events, channel, wanted: again, at });
    }
  });
  return { list: mailListName(list), on: again };
}
