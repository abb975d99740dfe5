import { WEBHOOK_TOPICS, type WebhookTopic } from "@coralhub/domain";
import type { Happened } from "../../platform/lifecycle-engine.ts";
import type { Tx } from "../../platform/db.ts";
import { APPS_TOPIC } from "./apply-app.ts";
import { merchantsWithApps } from "./apps-store.ts";
import type { DeveloperDeps } from "./deps.ts";
import { EVENTS_TOPIC } from "./events-topic.ts";
import { insertEvents, type NewEvent } from "./deliveries-store.ts";

const TOPIC_OF: ReadonlyMap<string, WebhookTopic> = new Map(
  Object.entries(WEBHOOK_TOPICS).flatMap(([topic, { when }]) =>
    when.map((move) => [move as string, topic as WebhookTopic] as const),
  ),
);
export const topicOf = (table: string, action: string): WebhookTopic | undefined => TOPIC_OF.get(`${table}.${action}`);

const REMEMBERED_MS = 60_000;
const MOST = 100_000;

/** Hears every move of every lifecycle, in its transaction, and writes down what a program may want to know. */
export function createEventTeller(deps: DeveloperDeps) {
  /** Merchants known to have no app, until when: most have none, and their moves shall cost nothing. */
  const without = new Map<string, number>();
  deps.live.subscribe(APPS_TOPIC, ({ data }) => void without.delete((data as { merchantId: string }).merchantId));
  deps.live.onConnect(() => without.clear());

  const isWithout = (merchantId: string, now: number): boolean =>
    deps.live.connected() && (without.get(merchantId) ?? 0) > now;

  return async function tell(tx: Tx, { table, action, at, keys }: Happened): Promise<void> {
    const topic = topicOf(table, action);
    if (!topic) return;
    const now = deps.wallClock.now().getTime();
    const events = keys.flatMap(({ merchantId, id }): NewEvent[] =>
      merchantId === undefined || isWithout(merchantId, now)
        ? []
        : [{ merchantId, id: deps.ids.next(), topic, subject: table, subjectId: id ?? merchantId, at }],
    );
    if (events.length === 0) return;
    if ((await insertEvents(tx, events)) > 0) return deps.live.tell(tx, EVENTS_TOPIC, { event: "ready", data: null });
    const owners = [...new Set(events.map(({ merchantId }) => merchantId))];
    const having = new Set(await merchantsWithApps(tx, owners));
    if (without.size > MOST) without.clear();
    for (const owner of owners) if (!having.has(owner)) without.set(owner, now + REMEMBERED_MS);
  };
}
