import type { Tone } from "@coralhub/domain";
import type { ReactNode } from "react";
import { Check, Info, Warning } from "../icons.tsx";
import "./parts.css";

export type NoticeProps = {
  tone: Exclude<Tone, "neutral">;
  title?: ReactNode;
  children?: ReactNode;
  /** Links or a small button at the right (below on a phone). */
  action?: ReactNode;
};

/** Said inline, where the user must act or should know. Danger is announced at once, the rest politely. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const Icon = tone === "info" ? Info : tone === "success" ? Check : Warning;
  return (
    <div className={`notice notice-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon />
      <div className="notice-body">
        {title && <div className={children ? "notice-title" : undefined}>{title}</div>}
        {children && <div className="notice-text">{children}</div>}
      </div>
      {action && <div className="notice-action">{action}</div>}
    </div>
  );
}
