/**
 * One login for all tabs of this origin. A tab without one asks the others, which answer out of their own memory:
 * nothing is kept that outlives them. Whoever signs out signs out everywhere.
 */
type Kept = Record<string, string>;
type Said = { ask: string } | { answer: string; kept: Kept } | { ended: true };

const ANSWER_WITHIN_MS = 150;
/** Where a tab is known to have the login: it may be busy, or in the background of a slow machine. */
const KNOWN_ANSWER_WITHIN_MS = 2_000;

export type Tabs = {
  /** What this tab may hand over; nothing while nobody is signed in here. */
  read(): Kept | null;
  keep(kept: Kept): void;
  /** Another tab signed out. */
  onEnded(): void;
};

export function joinTabs(name: string, { read, keep, onEnded }: Tabs) {
  const channel = new BroadcastChannel(name);
  const say = (said: Said): void => channel.postMessage(said);
  let waiting: { id: string; got(kept: Kept): void } | undefined;
  channel.addEventListener("message", ({ data }: MessageEvent<Said>) => {
    if ("ended" in data) return onEnded();
    if ("answer" in data) return data.answer === waiting?.id ? waiting.got(data.kept) : undefined;
    const kept = read();
    if (kept) say({ answer: data.ask, kept });
  });
  const presence = showPresence(name);
  if (read()) presence.show();
  return {
    /** Takes over the login of another tab, if there is one; soon over where there is none. */
    async ask(): Promise<void> {
      if (read()) return;
      const id = crypto.randomUUID();
      const patience = (await presence.isThereAny()) ? KNOWN_ANSWER_WITHIN_MS : ANSWER_WITHIN_MS;
      const kept = await new Promise<Kept | null>((resolve) => {
        setTimeout(() => resolve(null), patience);
        waiting = { id, got: resolve };
        say({ ask: id });
      });
      waiting = undefined;
      if (!kept) return;
      keep(kept);
      presence.show();
    },
    tellEnded: () => say({ ended: true }),
    leave() {
      presence.hide();
      channel.close();
    },
  };
}

/**
 * A tab that came with a login holds a lock of this name as long as it lives, so that a new one knows whether an answer is
 * worth waiting for. Browsers have locks on safe addresses only; elsewhere nobody is known to be there.
 */
function showPresence(name: string) {
  const locks = (navigator as { locks?: LockManager }).locks;
  let hide = (): void => undefined;
  return {
    show() {
      const held = new Promise<void>((resolve) => (hide = resolve));
      void locks?.request(name, { mode: "shared" }, () => held);
    },
    async isThereAny(): Promise<boolean> {
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some((lock) => lock.name === name);
    },
    hide: () => hide(),
  };
}
