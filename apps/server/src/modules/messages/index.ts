import { messageEndpoints, messageList, Refusal } from "@coralhub/contract";
import {
  MESSAGE_CATEGORIES,
  maskEmail,
  maskMobile,
  messageEvent,
  messageLifecycle,
  stateOfWire,
  type MessageCategory,
  type MessageState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Capability } from "../../platform/capability.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { merchantTopic } from "../../platform/live.ts";
import type { MessagesDeps, MessagesHouse } from "./deps.ts";
import {
  allMessages,
  countAll,
  countByCategory,
  countUnread,
  listChosen,
  listPreferences,
  messageSource,
  savePreferences,
} from "./messages-store.ts";
import { findDigest, saveDigest } from "./digest-store.ts";
import { sendDigests } from "./digest.ts";
import { createPromote, type Promote } from "./promote.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { describePreferences, EVENT_NAMES, isLocked } from "./preferences.ts";
import {
  createSendMessage,
  createSendMessages,
  createTellAddress,
  deliverNotification,
  NOTIFICATION_TOPIC,
  type SendMessage,
  type SendMessages,
  type TellAddress,
} from "./send-message.ts";

export { noPushes, type PushResult } from "./promote.ts";
export { plantMessages } from "./plant-messages.ts";
export { type OutgoingMessage, type SendMessage, type TellAddress } from "./send-message.ts";

export type Messages = Capability<typeof messageEndpoints> & {
  /** One line for every other module: event, merchant, data. Commits with `tx`. */
  send: SendMessage;
  sendMany: SendMessages;
  tellAddress: TellAddress;
  /** Advertising, as far as consent, caps and addresses allow. */
  promote: Promote;
  unreadCount(merchantId: string): Promise<number>;
  countsOf(merchantId: string): Promise<{ total: number; unread: number }>;
};

const CATEGORY_NAMES = Object.keys(MESSAGE_CATEGORIES) as MessageCategory[];
const categoryOfWire = (wire: number | undefined) =>
  CATEGORY_NAMES.find((name) => MESSAGE_CATEGORIES[name].wire === wire);
const ACTION_TO = { read: "read", unread: "unread", deleted: "delete" } as const satisfies Record<MessageState, string>;

export function createMessages(house: MessagesHouse): Messages {
  const deps: MessagesDeps = { ...house, notifications: house.rails.notifications };
  const { db } = deps.database;
  const sendMany = createSendMessages(deps);
  return {
    endpoints: messageEndpoints,
    handlers: { ...reading(deps), ...preferences(deps) },
    // By day only, and again every hour: a server that stood still makes up for it the same day.
    jobs: {
      "messages.digest": { cron: "5 9-20 * * *", run: () => sendDigests({ ...deps, together: house.together }) },
    },
    outbox: { [NOTIFICATION_TOPIC]: deliverNotification(deps) },
    send: createSendMessage(deps),
    sendMany,
    promote: createPromote(deps, sendMany),
    tellAddress: createTellAddress(deps),
    unreadCount: (merchantId) => countUnread(db, merchantId),
    async countsOf(merchantId) {
      const [total, unread] = await Promise.all([countAll(db, merchantId), countUnread(db, merchantId)]);
      return { total, unread };
    },
    personalData: async (merchantId) => ({ 消息: await allMessages(db, merchantId) }),
  };
}

type AllHandlers = Messages["handlers"];

function reading(deps: MessagesDeps) {
  const { db } = deps.database;
  return {
    messages(ctx, { mark, category, status, ...input }) {
      const only = categoryOfWire(category);
      const state = status === undefined ? undefined : stateOfWire(messageLifecycle, status);
      const filters = { ...input.filters, ...(only && { category: [only] }), ...(state && { status: [state] }) };
      return deps.lists.page({ ownerId: ctx.merchantId }, messageList, messageSource(mark), { ...input, filters });
    },
    async changeMessageStatus(ctx, { ids, mark, category, status }) {
      const to = stateOfWire(messageLifecycle, status)!;
      if (ids.length === 0 && mark === undefined) throw new Refusal("messages.nothing_chosen");
      const chosen = ids.length > 0 ? { ids } : { mark: mark ?? "all", category: categoryOfWire(category) };
      const changed = await ctx.once(async (tx) => {
        const action = ACTION_TO[to];
        const keys = await listChosen(tx, ctx.merchantId, chosen, messageLifecycle.actions[action].from);
        const doing = { by: merchantActor(ctx), at: ctx.now };
        const moves = keys.map((key) => ({ key }));
        const moved = (await deps.lifecycles.advanceMany(tx, messageLifecycle, action, doing, moves)).filter(
          Boolean,
        ).length;
        if (moved > 0) deps.live.tell(tx, merchantTopic(ctx.merchantId), { event: "unreadChanged", data: null });
        return moved;
      });
      return { changed, unread: await countUnread(db, ctx.merchantId) };
    },
    unreadCount: (ctx: MerchantContext) => countUnread(db, ctx.merchantId),
    async messageCounts(ctx) {
      const counted = await countByCategory(db, ctx.merchantId);
      const sum = (key: "unread" | "waiting") => counted.reduce((total, row) => total + row[key], 0);
      const byCategory = CATEGORY_NAMES.map((category) => ({
        category,
        unread: counted.find((row) => row.category === category)?.unread ?? 0,
      }));
      return { unread: sum("unread"), waiting: sum("waiting"), byCategory };
    },
  } satisfies Partial<AllHandlers>;
}

function preferences(deps: MessagesDeps) {
  const { db } = deps.database;
  return {
    async messagePreferences(ctx) {
      const [requests, recipient, digest] = await Promise.all([
        listPreferences(db, ctx.merchantId),
        deps.recipientOf(db, ctx.merchantId),
        findDigest(db, ctx.merchantId),
      ]);
      return {
        digest,
        topics: describePreferences(requests),
        quietNights: recipient.quietNights,
        mobile: recipient.mobile && maskMobile(recipient.mobile),
        email: recipient.email && maskEmail(recipient.email),
      };
    },
    async setMessagePreference(ctx, { topic, event, channel, on }) {
      const named = EVENT_NAMES.filter((name) =>
        event === undefined ? messageEvent(name).topic === topic : name === event,
      );
      if (named.length === 0) throw new Refusal("messages.preference_unknown");
      const free = named.filter((name) => !isLocked(name, channel));
      if (free.length === 0 && !on) throw new Refusal("messages.channel_locked");
      await ctx.once((tx) =>
        savePreferences(tx, { merchantId: ctx.merchantId, events: free, channel, wanted: on, at: ctx.now }),
      );
      return null;
    },
    async setDigest(ctx, { rhythm }) {
      await ctx.once((tx) => saveDigest(tx, ctx.merchantId, rhythm));
      return null;
    },
    unsubscribe: (_ctx, input) => unsubscribe(deps, input),
    async setQuietNights(ctx, { on }) {
      await ctx.once((tx) => deps.setQuietNights(tx, ctx.merchantId, on));
      return null;
    },
  } satisfies Partial<AllHandlers>;
}
