import {
  BRAND,
  mailListName,
  messageEvent,
  QUIET_HOURS,
  startOfShanghaiDay,
  toShanghaiDay,
  toShanghaiTime,
  type MessageChannel,
  type MessageData,
  type MessageEventName,
} from "@coralhub/domain";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantTopic } from "../../platform/live.ts";
import type { OutboxEntry, OutboxHandler } from "../../platform/outbox.ts";
import type { MessagesDeps, Recipient } from "./deps.ts";
import { emailText, smsText, wordsOf, type Words } from "./message-words.ts";
import { insertMessages, listPreferencesOf, type Preference } from "./messages-store.ts";
import { isLocked, isWanted } from "./preferences.ts";
import { unsubscribeLinks } from "./unsubscribe.ts";

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
  /** Never at night, however late something else has made it. */
  byDay?: true;
  /** Where a mail program ends mails of this kind by itself. */
  oneClick?: string;
  /** What it tells, where the merchant may say no to it: asked again when it is sent. */
  event?: MessageEventName;
};

/** Commits with whatever it is about: in-app at once, SMS and mail through the outbox. */
export const createSendMessage = (deps: MessagesDeps): SendMessage => {
  const sendAll = createSendMessages(deps);
  return (tx, message) => sendAll(tx, [message]);
};

/** The same for many, of any merchants, with as many statements as for one. */
export type SendMessages = (tx: Tx, messages: readonly Narrowed[]) => Promise<void>;
/** By these channels at most, with a link of the sender's own. */
type Narrowed = OutgoingMessage & { only?: readonly MessageChannel[]; link?: { label: string; path: string } };
export const createSendMessages = (deps: MessagesDeps): SendMessages =>
  async function send(tx, messages) {
    const merchantIds = [...new Set(messages.map(({ merchantId }) => merchantId))];
    const preferences = await listPreferencesOf(tx, merchantIds);
    const wanted = messages.map((message) => {
      const { event, merchantId, data, only, link } = message;
      const requests = preferences.get(merchantId) ?? [];
      const channels = CHANNELS.filter(
        (channel) => isWanted(requests, event, channel) && (only?.includes(channel) ?? true),
      );
      const words = wordsOf(event, data);
      return { ...message, id: deps.ids.next(), words: link ? { ...words, link } : words, channels };
    });
    const createdAt = deps.clock.now();
    const inApp = wanted.filter(({ channels }) => channels.includes("inApp"));
    await insertMessages(
      tx,
      inApp.map(({ id, merchantId, event, words }) => {
        const { category, needsAction = false } = messageEvent(event);
        return { id, merchantId, event, category, ...words, needsAction, createdAt };
      }),
    );
    for (const merchantId of new Set(inApp.map((message) => message.merchantId))) {
      deps.live.tell(tx, merchantTopic(merchantId), { event: "unreadChanged", data: null });
    }
    const outside = wanted.filter(({ channels }) => channels.some((channel) => channel !== "inApp"));
    if (outside.length === 0) return;
    const owners = [...new Set(outside.map(({ merchantId }) => merchantId))];
    const recipients = await deps.recipientsOf(tx, owners);
    await deps.outbox.enqueueMany(
      tx,
      NOTIFICATION_TOPIC,
      outside.flatMap((message) => notificationsOf(deps, message, recipients.get(message.merchantId), createdAt)),
    );
  };

const CHANNELS = ["inApp", "sms", "email"] as const satisfies readonly MessageChannel[];
type Wanted = OutgoingMessage & { id: string; words: Words; channels: readonly MessageChannel[] };

/** By SMS and by mail, as far as the merchant wants them and can be reached. */
function notificationsOf(
  deps: Pick<MessagesDeps, "publicUrl" | "secrets">,
  { id, merchantId, event, words, channels }: Wanted,
  recipient: Recipient | undefined,
  createdAt: Date,
): Omit<OutboxEntry, "topic">[] {
  const waiting: Waiting[] = [];
  const { topic } = messageEvent(event);
  const optional = (channel: MessageChannel) => !isLocked(event, channel) && { event };
  if (recipient?.mobile && channels.includes("sms")) {
    const atOnce = messageEvent(event).urgent || !recipient.quietNights;
    const notBefore = (atOnce ? createdAt : afterQuietHours(createdAt)).getTime();
    // Whoever gets advertising by SMS can end it from the SMS.
    const ending = topic === "offers" ? ` 退订：${unsubscribeLinks(deps, merchantId, topic).page}` : "";
    const text = smsText(words) + ending;
    const payload = { channel: "sms", to: recipient.mobile, subject: "", text, notBefore } as const;
    waiting.push({ ...payload, ...(!atOnce && { byDay: true as const }), ...optional("sms") });
  }
  if (recipient?.email && channels.includes("email")) {
    const links = isLocked(event, "email") ? undefined : unsubscribeLinks(deps, merchantId, topic);
    const text = emailText(words, deps.publicUrl, links && { name: mailListName(topic), page: links.page });
    const notBefore = createdAt.getTime();
    const payload = { channel: "email", to: recipient.email, subject: words.title, text, notBefore } as const;
    waiting.push({ ...payload, ...(links && { oneClick: links.oneClick }), ...optional("email") });
  }
  return waiting.map((payload) => ({ reference: `${id}.${payload.channel}`, merchantId, payload }));
}

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

type Mail = { reference: string; merchantId: string; to: string; subject: string; text: string; oneClick: string };
/** A mail of its own words, once for its reference. */
export const enqueueMail = (
  deps: Pick<MessagesDeps, "clock" | "outbox">,
  tx: Tx,
  { reference, merchantId, ...mail }: Mail,
): Promise<void> => {
  const payload: Waiting = { channel: "email", ...mail, notBefore: deps.clock.now().getTime() };
  return deps.outbox.enqueue(tx, { topic: NOTIFICATION_TOPIC, reference, merchantId, payload });
};

/** The moment itself by day; the coming morning at night. */
export function afterQuietHours(time: Date): Date {
  const hour = Number(toShanghaiTime(time).slice(11, 13));
  if (hour >= QUIET_HOURS.to && hour < QUIET_HOURS.from) return time;
  const midnight = startOfShanghaiDay(toShanghaiDay(time)).getTime();
  return new Date(midnight + (hour < QUIET_HOURS.to ? QUIET_HOURS.to : 24 + QUIET_HOURS.to) * 3_600_000);
}

type DeliveryDeps = Pick<MessagesDeps, "clock" | "notifications" | "database" | "spendNotice">;
/** Whoever has said no meanwhile is not told after all; an SMS for which there is no money left this hour waits. */
export const deliverNotification = ({ clock, notifications, database, spendNotice }: DeliveryDeps): OutboxHandler => {
  const preferencesOf = createCoalescer<string, readonly Preference[]>({
    name: "preferences",
    async work(merchantIds) {
      const found = await listPreferencesOf(database.db, [...new Set(merchantIds)]);
      return merchantIds.map((merchantId) => found.get(merchantId) ?? []);
    },
  });
  return async ({ reference, merchantId, payload }) => {
    const { channel, to, subject, text, notBefore, byDay, oneClick, event } = payload as Waiting;
    const now = clock.now();
    const waitMs = Math.max(notBefore, byDay ? afterQuietHours(now).getTime() : 0) - now.getTime();
    if (waitMs > 0) return { result: "retry", reason: "quiet hours", afterSeconds: Math.ceil(waitMs / 1000) };
    if (event && !isWanted(await preferencesOf(merchantId!), event, channel)) {
      return { result: "delivered" };
    }
    const notice = { reference, channel, to, subject, text, ...(oneClick && { oneClick }) };
    if (channel === "email") {
      await notifications.send(notice);
      return { result: "delivered" };
    }
    // What nobody may say no to tells of a danger.
    const spent = await spendNotice(to, event ? "ordinary" : "security");
    if (!spent.allowed) return { result: "retry", reason: "sms budget", afterSeconds: spent.retryAfterSeconds };
    try {
      await notifications.send(notice);
    } catch (error) {
      // It is sent again under the same reference, and counted then.
      await spent.giveBack();
      throw error;
    }
    return { result: "delivered" };
  };
};
