import {
  BRAND,
  messageEvent,
  QUIET_HOURS,
  startOfShanghaiDay,
  toShanghaiDay,
  toShanghaiTime,
  type MessageData,
  type MessageEventName,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { merchantTopic } from "../../platform/live.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { MessagesDeps } from "./deps.ts";
import { emailText, smsText, wordsOf } from "./message-words.ts";
import { insertMessage, listPreferences } from "./messages-store.ts";
import { isWanted } from "./preferences.ts";

/** All another module says: what happened, to whom, and the values its words need. */
export type OutgoingMessage = {
  [E in MessageEventName]: { event: E; merchantId: string; data: MessageData<E> };
}[MessageEventName];
export type SendMessage = (tx: Tx, message: OutgoingMessage) => Promise<void>;

export const NOTIFICATION_TOPIC = "messages.notification";

type Waiting = {
  channel: "sms" | "email";
  to: string;
  subject: string;
  text: string;
  /** Milliseconds since the epoch. */ notBefore: number;
};

/** Commits with whatever it is about: in-app at once, SMS and mail through the outbox. */
export const createSendMessage = (deps: MessagesDeps): SendMessage =>
  async function send(tx, { event, merchantId, data }) {
    const { category, needsAction, urgent } = messageEvent(event);
    const words = wordsOf(event, data);
    const preferences = await listPreferences(tx, merchantId);
    const createdAt = deps.clock.now();
    const id = deps.ids.next();
    if (isWanted(preferences, event, "inApp")) {
      await insertMessage(tx, {
        id,
        merchantId,
        event,
        category,
        ...words,
        needsAction: needsAction ?? false,
        createdAt,
      });
      deps.live.tell(tx, merchantTopic(merchantId), { event: "unreadChanged", data: null });
    }
    const recipient = await deps.recipientOf(tx, merchantId);
    const queue = (payload: Waiting) =>
      deps.outbox.enqueue(tx, {
        topic: NOTIFICATION_TOPIC,
        reference: `${id}.${payload.channel}`,
        merchantId,
        payload,
      });
    if (recipient.mobile && isWanted(preferences, event, "sms")) {
      const notBefore = (urgent || !recipient.quietNights ? createdAt : afterQuietHours(createdAt)).getTime();
      await queue({ channel: "sms", to: recipient.mobile, subject: "", text: smsText(words), notBefore });
    }
    if (recipient.email && isWanted(preferences, event, "email")) {
      const text = emailText(words, deps.publicUrl);
      await queue({
        channel: "email",
        to: recipient.email,
        subject: words.title,
        text,
        notBefore: createdAt.getTime(),
      });
    }
  };

/** Words for an address that is not, or no longer, the merchant's own: sent as they are, at once. */
export type TellAddress = (tx: Tx, merchantId: string, to: string, text: string) => Promise<void>;
export const createTellAddress =
  (deps: Pick<MessagesDeps, "clock" | "ids" | "outbox">): TellAddress =>
  async (tx, merchantId, to, text) => {
    const channel = to.includes("@") ? "email" : "sms";
    const payload: Waiting = {
      channel,
      to,
      subject: `${BRAND.name}安全提醒`,
      text,
      notBefore: deps.clock.now().getTime(),
    };
    await deps.outbox.enqueue(tx, {
      topic: NOTIFICATION_TOPIC,
      reference: `${deps.ids.next()}.${channel}`,
      merchantId,
      payload,
    });
  };

/** The moment itself by day; the coming morning at night. */
export function afterQuietHours(time: Date): Date {
  const hour = Number(toShanghaiTime(time).slice(11, 13));
  if (hour >= QUIET_HOURS.to && hour < QUIET_HOURS.from) return time;
  const midnight = startOfShanghaiDay(toShanghaiDay(time)).getTime();
  return new Date(midnight + (hour < QUIET_HOURS.to ? QUIET_HOURS.to : 24 + QUIET_HOURS.to) * 3_600_000);
}

export const deliverNotification =
  ({ clock, notifications }: Pick<MessagesDeps, "clock" | "notifications">): OutboxHandler =>
  async ({ reference, payload }) => {
    const { channel, to, subject, text, notBefore } = payload as Waiting;
    const waitMs = notBefore - clock.now().getTime();
    if (waitMs > 0) return { result: "retry", reason: "quiet hours", afterSeconds: Math.ceil(waitMs / 1000) };
    await notifications.send({ reference, channel, to, subject, text });
    return { result: "delivered" };
  };
