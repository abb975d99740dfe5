import { useEffect } from "react";
import { useCountdown } from "./use-countdown.ts";
import "./parts.css";

const RADIUS = 16;
const AROUND = 2 * Math.PI * RADIUS;

/** How long a price holds: a ring that empties, and the seconds as a number. Give it the quote's id as its key. */
export function QuoteRing({ seconds }: { seconds: number }) {
  const [left, start] = useCountdown();
  useEffect(() => start(seconds), [start, seconds]);
  return (
    <span className="quote-ring" role="timer" aria-label={`报价剩 ${left} 秒`}>
      <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r={RADIUS} className="quote-ring-whole" />
        <circle
          cx="20"
          cy="20"
          r={RADIUS}
          className="quote-ring-left"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - left / seconds)}
          transform="rotate(-90 20 20)"
        />
        <text x="20" y="20" textAnchor="middle" dominantBaseline="central">
          {left}
        </text>
      </svg>
    </span>
  );
}
