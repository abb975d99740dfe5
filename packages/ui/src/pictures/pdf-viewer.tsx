import { useEffect, useState, type ReactNode } from "react";
import { EmptyState } from "../feedback/states.tsx";
import "./picture-viewer.css";

type PdfViewerProps = {
  blob: Blob;
  fileName: string;
  label: string;
  /** At the left of the tools: what is shown. */
  title?: ReactNode;
  /** At their right: download. */
  actions?: ReactNode;
};

/**
 * A PDF in the browser's own reader (pages, zoom, rotation), which runs in a process and an origin of its own. The frame
 * gets the bytes as PDF whatever they claim to be, so nothing in them can run as a page of ours. No `sandbox` attribute:
 * browsers refuse to open their reader inside one.
 */
export function PdfViewer({ blob, fileName, label, title, actions }: PdfViewerProps) {
  const url = usePdfUrl(blob);
  return (
    <div className="viewer">
      <div className="viewer-tools">
        <div className="viewer-title">{title ?? fileName}</div>
        {actions}
      </div>
      {navigator.pdfViewerEnabled ? (
        url && <iframe className="viewer-pdf" src={`${url}#navpanes=0&view=FitH`} title={label} />
      ) : (
        <EmptyState title={fileName} drawing="none" action={actions}>
          这个浏览器不能直接打开 PDF，请下载后查看
        </EmptyState>
      )}
    </div>
  );
}

function usePdfUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type: "application/pdf" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
