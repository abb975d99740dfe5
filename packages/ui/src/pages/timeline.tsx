import type { ReactNode } from "react";
import { tableTime } from "../values/time-text.ts";
import "./page-parts.css";

export type TimelineNode = {
  title: ReactNode;
  /** 平台, 银行, 珊瑚汇, 您; or a line of explanation. */
  note?: ReactNode;
  /** When, or an estimate while it lies ahead. */
  when?: ReactNode;
  state: "done" | "current" | "next";
};

/** What a record went through, as the server tells it; the last step is where it stands. */
export const pastNodes = (
  steps: readonly { label: string; note?: string | null | undefined; at: Date }[],
): TimelineNode[] =>
  steps.map(({ label, note, at }, place) => ({
    title: label,
    ...(note && { note }),
    when: tableTime(at),
    state: place === steps.length - 1 ? "current" : "done",
  }));

const spoken = { done: "已完成", current: "当前", next: "尚未发生" };

/** Newest at the bottom; what lies ahead is dashed; the current node is the only filled one. */
export function Timeline({ nodes }: { nodes: readonly TimelineNode[] }) {
  return (
    <ol className="timeline">
      {nodes.map(({ title, note, when, state }, index) => (
        <li key={index} className={`timeline-${state}`} aria-current={state === "current" ? "step" : undefined}>
          <span className="timeline-dot" aria-hidden="true" />
          <div className="timeline-words">
            <span className="timeline-title">{title}</span>
            <span className="visually-hidden">{spoken[state]}</span>
            {note && <span className="timeline-note">{note}</span>}
          </div>
          <span className="timeline-when">{when}</span>
        </li>
      ))}
    </ol>
  );
}
