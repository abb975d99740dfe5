import { lazy, Suspense, useId, useState, type ReactNode } from "react";
import { Bone } from "../feedback/skeletons.tsx";
import "./charts.css";

export type TrendPoint = {
  /** On the axis: `11-02`. */
  label: string;
  /** For drawing only; the words come from `text`. */
  value: number;
  /** The exact amount, as the table and the tooltip say it. */
  text: string;
  /** Not over yet: drawn dashed. */
  open?: boolean;
  /** Stands out and carries its number. */
  current?: boolean;
};
type TrendChartProps = {
  points: readonly TrendPoint[];
  /** What is drawn, for the table and the spoken name. */ title: string;
  actions?: ReactNode;
};

// The drawing library is bigger than the rest of a page: it comes when a chart is on the screen.
const TrendBars = lazy(() => import("./trend-bars.tsx").then((module) => ({ default: module.TrendBars })));

/** Bars of one series, with the numbers behind 「查看数据」. */
export function TrendChart({ points, title, actions }: TrendChartProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <div className="trend">
      {asTable ? (
        <table id={id} className="trend-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">时间</th>
              <th scope="col">金额</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, text, open }) => (
              <tr key={label}>
                <th scope="row">
                  {label}
                  {open && "（未结束）"}
                </th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div id={id} className="trend-drawing" role="img" aria-label={`${title}，可查看数据`}>
          <Suspense fallback={<TrendFallback count={points.length} />}>
            <TrendBars points={points} />
          </Suspense>
        </div>
      )}
      <div className="trend-foot">
        {actions}
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

function TrendFallback({ count }: { count: number }) {
  return (
    <div className="trend-fallback">
      {Array.from({ length: count }, (_, index) => (
        <Bone key={index} width={32} height={60 + ((index * 37) % 80)} />
      ))}
    </div>
  );
}
