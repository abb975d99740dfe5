import type { MessageEvent } from "./messages/event.ts";

/** What happened, in words, and the moves of lifecycles that make it happen: `table.action`. */
export type WebhookTopicRow = { label: string; when: readonly `${string}.${string}`[] };

/** What a capability adds to the product's tables, in words people read; what it has none of is left out. */
export type CapabilityFacts = {
  /** Jobs behind the pages, by name. */
  jobs?: Readonly<Record<string, string>>;
  /** What the audit log can say about it. */
  auditActions?: Readonly<Record<string, string>>;
  /** Why it moves money. */
  reasons?: Readonly<Record<string, string>>;
  /** What of it takes two operators, by name. */
  approvals?: Readonly<Record<string, string>>;
  /** What merchants are told. */
  messages?: Readonly<Record<string, MessageEvent>>;
  /** Its desks in the console with something to decide. */
  desks?: readonly string[];
  /** What a merchant's own systems can be told by webhook. */
  webhookTopics?: Readonly<Record<string, WebhookTopicRow>>;
  /** What a key of the open API may be allowed. */
  apiScopes?: Readonly<Record<string, string>>;
};
