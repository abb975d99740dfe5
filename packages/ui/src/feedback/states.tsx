import { Button } from "antd";
import type { ReactNode } from "react";
import { Check, Clock, Warning } from "../icons.tsx";
import { Copyable } from "../values/copy.tsx";
import { EmptyDrawing, FilteredDrawing, RefusedDrawing } from "./drawings.tsx";
import "./feedback.css";
import { useThrottled } from "../use-timing.ts";

type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  drawing?: "branches" | "filtered" | "none";
};

/** One drawn line, one sentence, one action. */
export function EmptyState({ title, children, action, drawing = "branches" }: EmptyStateProps) {
  return (
    <div className="blank">
      {drawing === "branches" && <EmptyDrawing />}
      {drawing === "filtered" && <FilteredDrawing />}
      <div className="blank-title">{title}</div>
      {children && <div className="blank-text">{children}</div>}
      {action && <div className="blank-action">{action}</div>}
    </div>
  );
}

type ErrorStateProps = {
  title: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** The request's number, for the service desk. */
  reference?: string;
  /** A strip instead of a centred block. */
  compact?: boolean;
};

/** What failed, what it means for the money, try again, a number to name. */
export function ErrorState({ title, children, onRetry, retrying, reference, compact }: ErrorStateProps) {
  const number = reference && (
    <span className="blank-reference">
      编号 <Copyable text={reference} />
    </span>
  );
  // An impatient hand does not send ten requests.
  const again = useThrottled(() => onRetry?.());
  const retry = onRetry && (
    <Button onClick={() => again()} loading={retrying}>
      重试
    </Button>
  );
  if (compact) {
    return (
      <div className="strip" role="alert">
        <Warning className="text-danger" />
        <div className="strip-words">
          <div>{title}</div>
          <div className="strip-note">
            {children} {number}
          </div>
        </div>
        {retry}
      </div>
    );
  }
  return (
    <div className="blank" role="alert">
      <Warning size={32} className="text-danger" strokeWidth={1.2} />
      <div className="blank-title">{title}</div>
      {children && <div className="blank-text">{children}</div>}
      <div className="blank-action">
        {retry}
        {number}
      </div>
    </div>
  );
}

type RefusedStateProps = {
  title: ReactNode;
  /** Why it is not possible yet. */
  children: ReactNode;
  /** What is there and what is missing. */
  needs?: readonly { text: ReactNode; done: boolean }[];
  action?: ReactNode;
};

/** Not possible for this merchant now: why, what is missing, how long it takes. */
export function RefusedState({ title, children, needs, action }: RefusedStateProps) {
  return (
    <div className="refused">
      <div className="refused-words">
        <h2 className="type-section refused-title">{title}</h2>
        <p className="blank-text">{children}</p>
        {needs && (
          <ul className="refused-needs">
            {needs.map(({ text, done }, index) => (
              <li key={index}>
                {done ? <Check size={16} className="text-success" /> : <Clock size={16} />}
                <span>
                  {text}
                  <span className="visually-hidden">{done ? "，已完成" : "，待完成"}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {action}
      </div>
      <RefusedDrawing />
    </div>
  );
}
