import type { LiveEvent } from "@coralhub/contract";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

export type LiveSource = (signal: AbortSignal) => Promise<AsyncIterable<LiveEvent>>;
export type LiveHandlers = {
  onEvent(event: LiveEvent): void;
  /** After a gap whatever was announced meanwhile is unknown: the page should look again. */
  onReconnect?(): void;
};

/** Follows the server's event stream until stopped: reconnects with growing, scattered pauses, and at once when back online. */
export function followLive(
  open: LiveSource,
  { onEvent, onReconnect }: LiveHandlers,
  scatter = Math.random,
): () => void {
  const stopped = new AbortController();
  void (async () => {
    let waitMs = FIRST_WAIT_MS;
    let connectedBefore = false;
    while (!stopped.signal.aborted) {
      try {
        const events = await open(stopped.signal);
        waitMs = FIRST_WAIT_MS;
        if (connectedBefore) onReconnect?.();
        connectedBefore = true;
        for await (const event of events) onEvent(event);
      } catch {
        // A stream that breaks is ordinary: the next round opens it again.
      }
      if (stopped.signal.aborted) return;
      await pause(waitMs * (0.5 + scatter() / 2), stopped.signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  })();
  return () => stopped.abort();
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      removeEventListener("online", finish);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    addEventListener("online", finish);
    signal.addEventListener("abort", finish);
  });
