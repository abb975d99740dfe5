import { MESSAGE_EVENTS } from "../capabilities.ts";
import type { MessageEvent } from "./event.ts";

export type MessageEventName = keyof typeof MESSAGE_EVENTS;
type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
/** Exactly the values an event's words need: a missing one is a compile error. */
export type MessageData<E extends MessageEventName> = Record<
  | Placeholders<(typeof MESSAGE_EVENTS)[E]["title"]>
  | Placeholders<(typeof MESSAGE_EVENTS)[E]["body"]>
  | Placeholders<LinkTexts<(typeof MESSAGE_EVENTS)[E]>>,
  string
>;
type LinkTexts<E> = E extends { link: { parameters: infer Given } } ? Extract<Given[keyof Given], string> : never;

export const messageEvent = (name: MessageEventName): MessageEvent => MESSAGE_EVENTS[name];
