import { useId, type ReactNode } from "react";
import "./page-parts.css";

type PanelProps = {
  title?: ReactNode;
  /** One line under the title. */
  intro?: ReactNode;
  /** Right of the title: a link, a switch, a state. */
  action?: ReactNode;
  children?: ReactNode;
  /** Rows and tables reach the panel's edges. */
  flush?: boolean;
  footer?: ReactNode;
};

/** White with a hairline. Never a panel inside a panel: inside, hairlines and space divide. */
export function Panel({ title, intro, action, children, flush, footer }: PanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={title ? id : undefined}>
      {(title || action) && (
        <div className={`panel-head ${flush ? "panel-head-line" : ""}`}>
          <div className="panel-words">
            {title && (
              <h2 id={id} className="type-section">
                {title}
              </h2>
            )}
            {intro && <p className="panel-intro">{intro}</p>}
          </div>
          {action}
        </div>
      )}
      {children && <div className={flush ? "panel-flush" : "panel-body"}>{children}</div>}
      {footer && <div className="panel-footer">{footer}</div>}
    </section>
  );
}

/** One line of a feed or a to-do list: tile, two lines of words, then what stands at the right. */
export function FeedRow(props: { tile?: ReactNode; title: ReactNode; note?: ReactNode; end?: ReactNode }) {
  return (
    <div className="feed-row">
      {props.tile}
      <div className="feed-words">
        <div className="feed-title">{props.title}</div>
        {props.note && <div className="feed-note">{props.note}</div>}
      </div>
      {props.end && <div className="feed-end">{props.end}</div>}
    </div>
  );
}

export type Fact = { label: ReactNode; value: ReactNode };

/** Label and value, in one or two columns. */
export function Facts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  return (
    <dl className={`facts facts-${columns}`}>
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ColumnsProps = { children: ReactNode; side: ReactNode };

/** Main and side, 8 + 4; below 1280 the side falls under the main column, two abreast; on a phone one by one. */
export function Columns({ children, side }: ColumnsProps) {
  return (
    <div className="columns">
      <div className="columns-main">{children}</div>
      <aside className="columns-side">{side}</aside>
    </div>
  );
}
