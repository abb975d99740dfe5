import type { LiveEvent } from "@coralhub/contract";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantTopic } from "../../platform/live.ts";
import type { IdentityDeps } from "./deps.ts";

const HEARD = ["unreadChanged", "sessionsChanged"] as const;
/** However often something changes while nobody listens, it is told once. */
const CHANGED = "changed:";

/** The unread badge now and whenever it changes, and what else has changed, until the session ends. */
export const liveStream = (deps: IdentityDeps, ctx: MerchantContext): AsyncIterable<LiveEvent> => ({
  [Symbol.asyncIterator]: () => openStream(deps, ctx),
});

/** Not a generator: a page that leaves must be let go while nothing happens, and a waiting generator cannot be. */
function openStream(deps: IdentityDeps, { merchantId, session }: MerchantContext): AsyncIterator<LiveEvent> {
  const pending = new Set<string>(["unreadChanged"]);
  let wake = () => {};
  let closed = false;
  const note = (what: string) => {
    pending.add(what);
    wake();
  };
  const unsubscribe = deps.live.subscribe(merchantTopic(merchantId), ({ event, data }) => {
    if (event === "changed") note(`${CHANGED}${(data as { what: string }).what}`);
    if (HEARD.some((name) => name === event)) note(event);
  });
  // After a lost connection nobody knows what was missed.
  const offConnect = deps.live.onConnect(() => HEARD.forEach(note));
  const close = () => {
    closed = true;
    unsubscribe();
    offConnect();
    wake();
  };
  return {
    async next() {
      while (!closed) {
        if (pending.delete("sessionsChanged") && !(await deps.sessions.isOpen(session.id))) {
          close();
          return { done: false, value: { event: "sessionEnded", data: {} } };
        }
        if (pending.delete("unreadChanged")) {
          return { done: false, value: { event: "unread", data: { count: await deps.unreadCount(merchantId) } } };
        }
        const changed = [...pending].find((what) => what.startsWith(CHANGED));
        if (changed !== undefined) {
          pending.delete(changed);
          return { done: false, value: { event: "changed", data: { what: changed.slice(CHANGED.length) } } };
        }
        if (pending.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      }
      return { done: true, value: undefined };
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
  };
}
