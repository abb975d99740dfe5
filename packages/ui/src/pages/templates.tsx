import type { LinkTarget } from "@coralhub/domain";
import type { ReactNode } from "react";
import { Check } from "../icons.tsx";
import { Steps, type Step } from "../parts/steps.tsx";
import { useNarrow } from "../use-media-query.ts";
import { PageHeader } from "./page-header.tsx";
import { Facts, Columns, Panel, type Fact } from "./panel.tsx";
import { Timeline, type TimelineNode } from "./timeline.tsx";
import "./page-parts.css";
import "./templates.css";

type ActionBarProps = {
  /** What will happen. */
  note?: ReactNode;
  /** Left of the primary: 上一步, 取消. */
  secondary?: ReactNode;
  primary: ReactNode;
};

/** Sticks to the bottom, 72 high; on a phone the primary takes the whole width. */
export function ActionBar({ note, secondary, primary }: ActionBarProps) {
  return (
    <div className="action-bar">
      <div className="action-bar-inner">
        <span className="action-bar-note">{note}</span>
        {secondary}
        {primary}
      </div>
    </div>
  );
}

/** At the side of a form; folded under 「说明」 on a phone. */
export function HelpAside({ title, children }: { title: string; children: ReactNode }) {
  const narrow = useNarrow();
  if (!narrow) return <Panel title={title}>{children}</Panel>;
  return (
    <details className="help-fold">
      <summary>说明：{title}</summary>
      {children}
    </details>
  );
}

type FormPageProps = {
  title: ReactNode;
  intro?: ReactNode;
  back?: { label: string; to: LinkTarget };
  children: ReactNode;
  side?: ReactNode;
  actions: ActionBarProps;
};

export function FormPage({ title, intro, back, children, side, actions }: FormPageProps) {
  return (
    <div className="form-page">
      <PageHeader title={title} intro={intro} back={back} />
      {side ? <Columns side={side}>{children}</Columns> : children}
      <ActionBar {...actions} />
    </div>
  );
}

type WizardPageProps = FormPageProps & {
  steps: readonly (Step | string)[];
  current: number;
  onStep?: (index: number) => void;
  tile?: ReactNode;
  /** 「已自动保存 14:32」 */
  saved?: ReactNode;
  /** Under the rail: who reads it. */
  railNote?: ReactNode;
};

/** Up to four steps stand on top, more at the left. */
export function WizardPage(props: WizardPageProps) {
  const { title, intro, back, tile, saved, steps, current, onStep, children, side, actions, railNote } = props;
  const rail = steps.length > 4;
  const body = side ? <Columns side={side}>{children}</Columns> : children;
  return (
    <div className="form-page">
      <PageHeader
        title={title}
        intro={intro}
        back={back}
        tile={tile}
        actions={
          saved && (
            <span className="saved" role="status">
              <Check size={16} />
              {saved}
            </span>
          )
        }
      />
      <div className={rail ? "wizard-rail" : "wizard-line"}>
        <div>
          <Steps steps={steps} current={current} layout={rail ? "rail" : "line"} onSelect={onStep} />
          {railNote && <div className="rail-note">{railNote}</div>}
        </div>
        <div className="wizard-body">{body}</div>
      </div>
      <ActionBar {...actions} />
    </div>
  );
}

type DetailPageProps = {
  title: ReactNode;
  state?: ReactNode;
  intro?: ReactNode;
  tile?: ReactNode;
  back?: { label: string; to: LinkTarget };
  actions?: ReactNode;
  /** Usually `<Money size="figure">`. */
  amount?: { label: ReactNode; value: ReactNode };
  hold?: ReactNode;
  facts?: readonly Fact[];
  timeline?: readonly TimelineNode[];
  children?: ReactNode;
  side?: ReactNode;
};

/** Object name, state, amount; then why it stands still, facts, and what happened. */
export function DetailPage(props: DetailPageProps) {
  const { title, state, intro, tile, back, actions, amount, hold, facts, timeline, children, side } = props;
  const main = (
    <>
      {hold}
      {(amount || facts) && (
        <Panel>
          {amount && (
            <div className="detail-amount">
              <span className="detail-label">{amount.label}</span>
              {amount.value}
            </div>
          )}
          {facts && <Facts facts={facts} columns={2} />}
        </Panel>
      )}
      {timeline && (
        <Panel title="办理进度">
          <Timeline nodes={timeline} />
        </Panel>
      )}
      {children}
    </>
  );
  return (
    <div className="detail-page">
      <PageHeader title={title} aside={state} intro={intro} tile={tile} back={back} actions={actions} />
      {side ? <Columns side={side}>{main}</Columns> : <div className="columns-main">{main}</div>}
    </div>
  );
}

type ResultPageProps = {
  /** A tick only when it is finished; an open ring with an arrow while it travels. */
  sign: "done" | "travelling";
  title: ReactNode;
  amount?: ReactNode;
  /** 「预计今天（周五）18:00 前到账，到账后短信通知您」 */
  promise?: ReactNode;
  facts?: readonly Fact[];
  next?: readonly TimelineNode[];
  primary?: ReactNode;
  secondary?: ReactNode;
};

export function ResultPage({ sign, title, amount, promise, facts, next, primary, secondary }: ResultPageProps) {
  return (
    <div className="result">
      <ResultSign done={sign === "done"} />
      <h1 className="type-title">{title}</h1>
      {amount}
      {promise && <p className="result-promise">{promise}</p>}
      {(facts || next) && (
        <div className="result-panel">
          <Panel footer={next && <Timeline nodes={next} />}>{facts && <Facts facts={facts} />}</Panel>
        </div>
      )}
      {primary}
      {secondary}
    </div>
  );
}

/** A closed ring with a tick, or a ring a third of the way round with an arrow. */
function ResultSign({ done }: { done: boolean }) {
  return (
    <svg
      className="result-sign"
      width="56"
      height="56"
      viewBox="0 0 56 56"
      fill="none"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="28" cy="28" r="26" stroke={done ? "var(--success)" : "var(--line-2)"} />
      {done ? (
        <path d="M18 29l7 7l13-15" stroke="var(--success)" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <g stroke="var(--text)" strokeLinecap="round" strokeLinejoin="round">
          <path d="M28 2A26 26 0 0 1 51 40" />
          <path d="M21 35l14-14M24 21h11v11" />
        </g>
      )}
    </svg>
  );
}

type LandingPageProps = {
  /** On the ink band: the number or the promise. */
  band: ReactNode;
  /** A strip along the band's lower edge: balances. */
  strip?: ReactNode;
  children: ReactNode;
  side?: ReactNode;
  /** The panels climb onto the band. */
  overlap?: boolean;
};

/** Home and introductions. Stands in a frame of width `full`: the band goes from edge to edge. */
export function LandingPage({ band, strip, children, side, overlap }: LandingPageProps) {
  return (
    <div className={`landing ${overlap ? "landing-overlap" : ""}`}>
      <div className="ink-band on-bar">
        <div className="frame-content ink-band-inner">{band}</div>
        {strip && (
          <div className="frame-content">
            <div className="ink-band-strip">{strip}</div>
          </div>
        )}
      </div>
      <div className="frame-content landing-body">
        {side ? <Columns side={side}>{children}</Columns> : <div className="columns-main">{children}</div>}
      </div>
    </div>
  );
}
