import { ACCOUNT_EVENTS } from "../identity/events.ts";
import { CERTIFICATION_EVENTS } from "../certification/events.ts";
import { CONNECTION_EVENTS } from "../stores/connection-events.ts";
import { COLLECTION_EVENTS } from "../income/events.ts";
import type { MessageEvent } from "./event.ts";
import { EXCHANGE_EVENTS } from "../exchange/events.ts";
import { MONEY_EVENTS } from "../payouts/events.ts";
import { SERVICE_EVENTS } from "../services/events.ts";
import { STORE_EVENTS } from "../stores/events.ts";

/** Every message the product can send, with its words: nothing else in the house writes to a merchant. */
export const MESSAGE_EVENTS = {
  ...ACCOUNT_EVENTS,
  ...CERTIFICATION_EVENTS,
  ...CONNECTION_EVENTS,
  ...MONEY_EVENTS,
  ...EXCHANGE_EVENTS,
  ...COLLECTION_EVENTS,
  ...SERVICE_EVENTS,
  ...STORE_EVENTS,
} as const;

export type MessageEventName = keyof typeof MESSAGE_EVENTS;
type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
/** Exactly the values an event's words need: a missing one is a compile error. */
export type MessageData<E extends MessageEventName> = Record<
  | Placeholders<(typeof MESSAGE_EVENTS)[E]["title"]>
  | Placeholders<(typeof MESSAGE_EVENTS)[E]["body"]>
  | Placeholders<LinkPath<(typeof MESSAGE_EVENTS)[E]>>,
  string
>;
type LinkPath<E> = E extends { link: { path: infer Path extends string } } ? Path : never;

export const messageEvent = (name: MessageEventName): MessageEvent => MESSAGE_EVENTS[name];
