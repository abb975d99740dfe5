import { Button } from "antd";
import type { ReactNode } from "react";
import { Check, Close, Download, File } from "../icons.tsx";
import { IconTile } from "../values/tiles.tsx";
import "./feedback.css";

type ProgressProps = { value: number; max: number; label: string; tone?: "select" | "warning" | "danger" };

export function Progress({ value, max, label, tone = "select" }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      className={`progress progress-${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}

type LongWorkProps = {
  /** 「正在核对「供应商付款-11 月.xlsx」」 */
  title: string;
  done: number;
  total: number;
  /** 行, 笔 */
  unit: string;
  note?: ReactNode;
  /** 「约剩 20 秒」 */
  remaining?: ReactNode;
  onCancel?: () => void;
  cancelLabel?: string;
  /** Whether it goes on when the page is left. */
  leaveHint?: ReactNode;
};

/** Long work says how far it is, how long it takes, and that one may leave. */
export function LongWork(props: LongWorkProps) {
  const { title, done, total, unit, note, remaining, onCancel, cancelLabel = "取消", leaveHint } = props;
  const count = `${done.toLocaleString("en-US")} / ${total.toLocaleString("en-US")} ${unit}`;
  return (
    <div className="long-work" role="group" aria-label={title}>
      <IconTile>
        <File />
      </IconTile>
      <div className="long-work-body">
        <div className="long-work-line">
          <span className="long-work-title">{title}</span>
          <span>{count}</span>
        </div>
        <Progress value={done} max={total} label={title} />
        <div className="long-work-line long-work-note">
          <span>{note}</span>
          <span aria-live="polite">{remaining}</span>
        </div>
        {(onCancel || leaveHint) && (
          <div className="long-work-actions">
            {onCancel && (
              <Button size="small" onClick={onCancel}>
                {cancelLabel}
              </Button>
            )}
            <span className="long-work-note">{leaveHint}</span>
          </div>
        )}
      </div>
    </div>
  );
}

type FileReadyProps = {
  title: ReactNode;
  name: ReactNode;
  until?: ReactNode;
  /** Fetches and saves it: a file behind a sign-in has no address of its own. */
  onDownload: () => void;
  onClose: () => void;
};

/** Lower right corner: the file is there, one click takes it. */
export function FileReady({ title, name, until, onDownload, onClose }: FileReadyProps) {
  return (
    <div className="file-ready" role="status">
      <Check className="text-success" />
      <div className="file-ready-body">
        <div className="file-ready-title">{title}</div>
        <div className="long-work-note">{name}</div>
        <div className="long-work-actions">
          <button type="button" className="small-button" onClick={onDownload}>
            <Download size={16} />
            下载
          </button>
          <span className="long-work-note">{until}</span>
        </div>
      </div>
      <button type="button" className="icon-button" aria-label="关闭" onClick={onClose}>
        <Close size={16} />
      </button>
    </div>
  );
}
