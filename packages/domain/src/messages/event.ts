import type { ParameterList, ParametersOf } from "../addresses/address.ts";
import type { PORTAL, PortalKey } from "../addresses/portal.ts";
import type { MessageCategory, MessageChannel, MessageTopic } from "./categories.ts";

/** `always`: cannot be switched off. `on` and `off` are what a merchant starts with. */
type ChannelDefault = "always" | "on" | "off";
type Channels = Record<MessageChannel, ChannelDefault>;
type Row<K extends PortalKey> = (typeof PORTAL)[K];
/** A page by its key, with what it cannot be opened without. */
export type MessageLink = {
  [K in PortalKey]: { label: string; to: K } & ([] extends ParameterList<Row<K>>
    ? { parameters?: ParametersOf<Row<K>> }
    : { parameters: ParametersOf<Row<K>> });
}[PortalKey];
export type MessageEvent = {
  /** What it is called among the preferences. */
  label: string;
  category: MessageCategory;
  topic: MessageTopic;
  /** `{name}` is filled from the event's data. */
  title: string;
  body: string;
  /** Leads to the very thing where there is one: `{name}` in a parameter is filled in, too. */
  link?: MessageLink;
  /** Something waits for the merchant. */
  needsAction?: true;
  /** Sent at once, at night too. */
  urgent?: true;
  channels: Channels;
};

/** The usual ways of telling, by what it is about. */
export const TELL = {
  security: { inApp: "always", sms: "always", email: "always" },
  waiting: { inApp: "always", sms: "on", email: "on" },
  payout: { inApp: "always", sms: "on", email: "on" },
  money: { inApp: "always", sms: "off", email: "on" },
  card: { inApp: "always", sms: "off", email: "off" },
  notice: { inApp: "on", sms: "off", email: "off" },
  /** Advertising goes out by SMS and mail only to those who have asked for it. */
  offers: { inApp: "on", sms: "off", email: "off" },
} as const satisfies Record<string, Channels>;
