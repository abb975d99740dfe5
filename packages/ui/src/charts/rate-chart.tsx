import { lazy, Suspense, useId, useState, type ReactNode } from "react";
import { Bone } from "../feedback/skeletons.tsx";
import "./charts.css";

export type RateChartPoint = {
  /** Unique along the axis. */
  key: string;
  /** On the axis and in the table: `11-02`, `14:30`. */
  label: string;
  /** For drawing only; the words come from `text`. */
  value: number;
  text: string;
};
export type RateChartProps = {
  points: readonly RateChartPoint[];
  /** What is drawn, for the table and the spoken name. */
  title: string;
  /** A price somebody waits for. */
  line?: { value: number; label: string } | undefined;
  /** Where the reader acted. */
  trades?: readonly { key: string; value: number }[];
  legend?: ReactNode;
};

// The drawing library is bigger than the rest of a page: it comes when a chart is on the screen.
const RateLine = lazy(() => import("./rate-line.tsx").then((module) => ({ default: module.RateLine })));

/** One rate over time, with the numbers behind 「查看数据」. */
export function RateChart({ points, title, line, trades, legend }: RateChartProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <div className="trend">
      {asTable ? (
        // Longer than its place: whoever has no mouse moves it with the arrows.
        <div id={id} className="rate-table" role="region" aria-label={title} tabIndex={0}>
          <table className="trend-table">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">中间价</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ key, label, text }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div id={id} className="rate-drawing" role="img" aria-label={`${title}，可查看数据`}>
          <Suspense fallback={<Bone width="100%" height={200} />}>
            <RateLine points={points} line={line} {...(trades && { trades })} />
          </Suspense>
        </div>
      )}
      <div className="trend-foot">
        {legend}
        <button
          type="button"
          className="text-button"
          aria-expanded={asTable}
          aria-controls={id}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "查看图" : "查看数据"}
        </button>
      </div>
    </div>
  );
}
