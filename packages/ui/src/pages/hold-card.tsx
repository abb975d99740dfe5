import type { ReactNode } from "react";
import "./page-parts.css";

type HoldCardProps = {
  /** Amount and since when. */
  where: ReactNode;
  /** The rule in plain words. */
  why: ReactNode;
  /** What the merchant does, or that nothing is needed. */
  todo: ReactNode;
  /** One button; none when it waits for us. */
  action?: ReactNode;
  /** How long until the money moves. */
  then: ReactNode;
  waitsFor: "merchant" | "us";
  /** Other names for the four lines where it is not money that waits (an authorisation that runs out). */
  labels?: readonly [where: string, why: string, todo: string, then: string];
};

const LABELS = ["停在哪", "为什么", "需要您做", "之后"] as const;

/** The same four lines wherever something is held. */
export function HoldCard({ where, why, todo, action, then, waitsFor, labels = LABELS }: HoldCardProps) {
  return (
    <dl className={`hold hold-${waitsFor === "merchant" ? "warning" : "info"}`}>
      <dt>{labels[0]}</dt>
      <dd>{where}</dd>
      <dt>{labels[1]}</dt>
      <dd>{why}</dd>
      <dt>{labels[2]}</dt>
      <dd>
        {todo}
        {action && <div className="hold-action">{action}</div>}
      </dd>
      <dt>{labels[3]}</dt>
      <dd>{then}</dd>
    </dl>
  );
}
