/**
 * One login for all tabs of this origin. A tab without one asks the others, which answer out of their own memory:
 * nothing is kept that outlives them. Whoever signs out signs out everywhere.
 */
type Kept = Record<string, string>;
type Said = { ask: string } | { answer: string; kept: Kept } | { ended: true };

const ANSWER_WITHIN_MS = 150;

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
  return {
    /** Takes over the login of another tab, if there is one; soon over where there is none. */
    async ask(): Promise<void> {
      if (read()) return;
      const id = crypto.randomUUID();
      const kept = await new Promise<Kept | null>((resolve) => {
        setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
        waiting = { id, got: resolve };
        say({ ask: id });
      });
      waiting = undefined;
      if (kept) keep(kept);
    },
    tellEnded: () => say({ ended: true }),
    leave: () => channel.close(),
  };
}
