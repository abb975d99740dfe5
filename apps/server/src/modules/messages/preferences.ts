import {
  MESSAGE_CHANNELS,
  MESSAGE_EVENTS,
  MESSAGE_TOPICS,
  messageEvent,
  type MessageChannel,
  type MessageEventName,
  type MessageTopic,
} from "@coralhub/domain";
import type { Preference } from "./messages-store.ts";

export const EVENT_NAMES = Object.keys(MESSAGE_EVENTS) as MessageEventName[];
const CHANNELS = Object.keys(MESSAGE_CHANNELS) as MessageChannel[];
const TOPICS = Object.keys(MESSAGE_TOPICS) as MessageTopic[];

export const isLocked = (event: MessageEventName, channel: MessageChannel): boolean =>
  messageEvent(event).channels[channel] === "always";

/** The merchant's request where there is one and it counts, else the catalogue's default. */
export function isWanted(
  preferences: readonly Preference[],
  event: MessageEventName,
  channel: MessageChannel,
): boolean {
  const standard = messageEvent(event).channels[channel];
  if (standard === "always") return true;
  return preferences.find((p) => p.event === event && p.channel === channel)?.wanted ?? standard === "on";
}

type ChannelStates = Record<MessageChannel, { on: boolean; locked: boolean }>;
const statesBy = (decide: (channel: MessageChannel) => { on: boolean; locked: boolean }): ChannelStates => {
  const states = CHANNELS.map((channel) => [channel, decide(channel)] as const);
  return Object.fromEntries(states) as ChannelStates;
};

/** The whole table of "how we tell you": topics as rows, each with its events. */
export const describePreferences = (preferences: readonly Preference[]) =>
  TOPICS.map((topic) => {
    const names = EVENT_NAMES.filter((name) => messageEvent(name).topic === topic);
    const events = names.map((event) => ({
      event,
      label: messageEvent(event).label,
      channels: statesBy((channel) => ({
        on: isWanted(preferences, event, channel),
        locked: isLocked(event, channel),
      })),
    }));
    const channels = statesBy((channel) => ({
      on: events.every((event) => event.channels[channel].on),
      locked: events.every((event) => event.channels[channel].locked),
    }));
    return { topic, label: MESSAGE_TOPICS[topic], channels, events };
  });
