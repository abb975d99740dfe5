import {
  MESSAGE_CHANNELS,
  PUSH_CAPS,
  type MessageChannel,
  type MessageEventName,
  type PushMiss,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { MessagesDeps, Recipient } from "./deps.ts";
import {
  countPushes,
  insertPushes,
  listPreferencesOf,
  lockPushes,
  type Preference,
  type PushCount,
} from "./messages-store.ts";
import { isWanted } from "./preferences.ts";
import type { OutgoingMessage, SendMessages } from "./send-message.ts";

/** Advertising: the same words to many, by the channels its sender chose. */
export type Push = {
  /** The same for everybody it goes to: nobody gets it twice by one channel. */
  reference: string;
  channels: readonly MessageChannel[];
  message: Omit<Extract<OutgoingMessage, { event: "campaign.push" }>, "merchantId">;
  link: { label: string; path: string };
};
/** How many were reached by each channel, and why the others were not. */
export type PushResult = Record<MessageChannel, { sent: number } & Record<PushMiss, number>>;
export type Promote = (tx: Tx, merchantIds: readonly string[], push: Push) => Promise<PushResult>;

const CHANNELS = Object.keys(MESSAGE_CHANNELS) as MessageChannel[];
const DAY_MS = 86_400_000;
const LONGEST_DAYS = Math.max(...Object.values(PUSH_CAPS).map(({ days }) => days));
const EVENT = "campaign.push" satisfies MessageEventName;

export const noPushes = (): PushResult => {
  const none = () => ({ sent: 0, unwanted: 0, capped: 0, unreachable: 0 });
  return { inApp: none(), sms: none(), email: none() };
};

/** To whom consent, caps and addresses allow it, by the channels they allow. Commits with `tx`. */
export const createPromote =
  (deps: MessagesDeps, sendAll: SendMessages): Promote =>
  async (tx, merchantIds, { reference, channels, message, link }) => {
    const result = noPushes();
    if (merchantIds.length === 0) return result;
    // What was sent is counted and written by one at a time: several servers keep the caps together.
    await lockPushes(tx);
    const at = deps.clock.now();
    const since = new Date(at.getTime() - LONGEST_DAYS * DAY_MS);
    const [preferences, recipients, counts] = [
      await listPreferencesOf(tx, merchantIds),
      await deps.recipientsOf(tx, merchantIds),
      await countPushes(tx, merchantIds, { reference, since }),
    ];
    const reached = merchantIds.flatMap((merchantId) => {
      const known = counts.filter((count) => count.merchantId === merchantId);
      const about = { requests: preferences.get(merchantId) ?? [], recipient: recipients.get(merchantId), known };
      const only = CHANNELS.filter((channel) => {
        if (!channels.includes(channel) || known.some((one) => one.channel === channel && one.same)) return false;
        const miss = missOf(channel, about);
        result[channel][miss ?? "sent"] += 1;
        return miss === undefined;
      });
      return only.length > 0 ? [{ merchantId, only }] : [];
    });
    await insertPushes(
      tx,
      reached.flatMap(({ merchantId, only }) => only.map((channel) => ({ merchantId, reference, channel, at }))),
    );
    await sendAll(
      tx,
      reached.map(({ merchantId, only }) => ({ ...message, merchantId, only, link })),
    );
    return result;
  };

type About = { requests: readonly Preference[]; recipient: Recipient | undefined; known: readonly PushCount[] };
function missOf(channel: MessageChannel, { requests, recipient, known }: About): PushMiss | undefined {
  if (!isWanted(requests, EVENT, channel)) return "unwanted";
  if (channel === "sms" && !recipient?.mobile) return "unreachable";
  if (channel === "email" && !recipient?.email) return "unreachable";
  const sent = known.reduce((sum, one) => sum + (one.channel === channel ? one.count : 0), 0);
  return sent >= PUSH_CAPS[channel].most ? "capped" : undefined;
}
