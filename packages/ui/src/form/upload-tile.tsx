import { acceptedLabel, FILE_KINDS, FILE_LIMIT_BYTES, FILE_LIMIT_LABEL, type FileKind } from "@coralhub/domain";
import { useId, useRef, useState, type DragEvent, type ReactNode } from "react";
import { Progress } from "../feedback/long-work.tsx";
import { Check, File as FileIcon, Warning } from "../icons.tsx";
import { Sep } from "../values/masked.tsx";
import { fileSizeText, refuseFile } from "./upload-rules.ts";
import "./form.css";

export type UploadedFile = {
  name: string;
  sizeBytes: number;
  /** A picture to show; without it (PDF) a sheet is drawn. */
  previewUrl?: string;
  state: "uploading" | "checking" | "accepted" | "refused";
  /** 0 to 100 while uploading. */
  percent?: number;
  /** What was looked at: 「四角完整」「文字清晰」. */
  checks?: readonly { text: string; passed: boolean }[];
  /** Why it was refused, and how to do better. */
  reason?: ReactNode;
};

type UploadTileProps = {
  label: string;
  /** What the picture must show. */
  must?: ReactNode;
  outline?: "licence" | "card" | "page";
  /** Which formats: the table of file kinds decides. */
  kind?: FileKind;
  file?: UploadedFile;
  onPick: (file: File) => void;
  onView?: () => void;
};

/** A drawn outline of the document before, the document itself after; progress, checks and refusals inside the tile. */
export function UploadTile(props: UploadTileProps) {
  const { label, must, outline = "page", kind = "document", file, onPick, onView } = props;
  const accept = FILE_KINDS[kind];
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const id = useId();
  const take = (picked: File | undefined) => {
    if (!picked) return;
    const reason = refuseFile(picked, accept, FILE_LIMIT_BYTES);
    setRefusal(reason);
    if (!reason) onPick(picked);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const wrong = refusal ?? (file?.state === "refused" ? file.reason : undefined);
  return (
    <div
      className={`upload ${over ? "upload-over" : ""} ${wrong ? "upload-wrong" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept.join(",")}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {file ? (
        <Filled file={file} label={label} onView={onView} onReplace={() => input.current?.click()} />
      ) : (
        <button type="button" className="upload-pick" onClick={() => input.current?.click()}>
          <Outline kind={outline} />
          <span className="upload-label">{label}</span>
          {must && <span className="upload-must">{must}</span>}
          <span className="upload-must">
            {acceptedLabel(kind)}，{FILE_LIMIT_LABEL} 以内
          </span>
          <span className="upload-choose">选择文件，或拖到这里</span>
        </button>
      )}
      {wrong && (
        <div className="upload-reason" role="alert">
          <Warning size={16} />
          <span>{wrong}</span>
        </div>
      )}
    </div>
  );
}

type FilledProps = { file: UploadedFile; label: string; onView?: () => void; onReplace: () => void };

function Filled({ file, label, onView, onReplace }: FilledProps) {
  return (
    <>
      <div className="upload-preview">
        {file.previewUrl ? <img src={file.previewUrl} alt={`${label}：${file.name}`} /> : <FileIcon size={32} />}
      </div>
      {file.state === "uploading" && <Progress value={file.percent ?? 0} max={100} label={`正在上传 ${file.name}`} />}
      <div className="upload-line">
        <span className="upload-name" title={file.name}>
          {file.name}
        </span>
        <Sep />
        <span className="upload-size">{fileSizeText(file.sizeBytes)}</span>
      </div>
      {file.checks && (
        <ul className="upload-checks">
          {file.checks.map(({ text, passed }) => (
            <li key={text} className={passed ? "text-success" : "text-danger"}>
              {passed ? <Check size={14} /> : <Warning size={14} />}
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className="upload-line">
        <span role="status">
          {{ uploading: `已上传 ${file.percent ?? 0}%`, checking: "正在检查", accepted: "", refused: "" }[file.state]}
        </span>
        {onView && file.state !== "uploading" && (
          <button type="button" className="text-button" onClick={onView}>
            查看
          </button>
        )}
        <button type="button" className="text-button" onClick={onReplace}>
          替换
        </button>
      </div>
    </>
  );
}

/** What lies inside the corner marks. */
const OUTLINES = {
  licence: "M30 16h60v36H30zM44 26h32M40 34h24M40 42h16M78 42a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  card: "M30 18h60v34H30zM38 26h18M38 33h24M38 40h14M70 26h12v16H70z",
  page: "M44 12h24l10 10v34H44zM68 12v10h10M52 30h18M52 38h18M52 46h10",
};

function Outline({ kind }: { kind: keyof typeof OUTLINES }) {
  return (
    <svg
      width="120"
      height="68"
      viewBox="0 0 120 68"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={OUTLINES[kind]} stroke="var(--line-control)" strokeWidth="1.5" />
      <path d="M20 18V8h10M90 8h10v10M100 50v10H90M30 60H20V50" stroke="var(--text-2)" strokeWidth="2" />
    </svg>
  );
}
