import type { ReactNode } from "react";
import { useSlow } from "../use-timing.ts";
import "./feedback.css";

/** A bar of waiting text. */
export function Bone({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className="bone" style={{ width, height }} />;
}

/** Its room at once, so that nothing moves; after 200 ms the shape of what comes. Spoken once. */
export function Waiting({ children, label = "正在加载" }: { children: ReactNode; label?: string }) {
  const slow = useSlow(true);
  return (
    <div role="status" aria-busy="true" className="waiting">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true" className={slow ? undefined : "waiting-unseen"}>
        {children}
      </div>
    </div>
  );
}

/** Rows with a tile, two lines and an amount. */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <Waiting>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="bone-row">
          <Bone width={40} height={40} />
          <span className="bone-lines">
            <Bone width={`${62 - index * 7}%`} />
            <Bone width={`${36 + index * 5}%`} height={10} />
          </span>
          <Bone width={96} />
        </div>
      ))}
    </Waiting>
  );
}

/** A page's title and panels, while its code or its first answer is on the way. */
export function PageSkeleton() {
  return (
    <Waiting>
      <div className="bone-page">
        <Bone width={160} height={28} />
        <div className="bone-panel">
          <Bone width="40%" />
          <Bone width="70%" />
          <Bone width="55%" />
        </div>
        <div className="bone-panel">
          <Bone width="60%" />
          <Bone width="30%" />
        </div>
      </div>
    </Waiting>
  );
}
