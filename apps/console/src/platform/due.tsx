import { useNow } from "./now.ts";
import { timeLeft } from "./time-left.ts";
import "./page.css";

/** How long is left of a promise, by the server's clock. */
export function Due({ at }: { at: Date }) {
  const now = useNow();
  if (!now) return "—";
  const { words, tone } = timeLeft(at, now);
  return <span className={`due tone-${tone}`}>{words}</span>;
}
