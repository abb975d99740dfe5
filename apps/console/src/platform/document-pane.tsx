import { EmptyState, icons, PdfViewer, PictureViewer, Waiting } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useSelf } from "./self.ts";
import "./documents.css";

export type CaseDocument = { fileId: string; label: string };
type Kept = { fileName: string; contentType: string; blob: Blob };
type Read = (fileId: string) => Promise<Kept>;

type Props = {
  /** Fetches one; the server records who looked. */
  read: Read;
  documents: readonly CaseDocument[];
  current: string | undefined;
  onChoose: (id: string) => void;
};

/** One document, closely, and the row of all of them. A document is fetched only when it is looked at. */
export function DocumentPane({ read, documents, current, onChoose }: Props) {
  const at = documents.findIndex(({ fileId }) => fileId === current);
  const chosen = documents[at];
  return (
    <section className="documents" aria-label="材料">
      {chosen ? (
        <OneDocument
          key={chosen.fileId}
          read={read}
          document={chosen}
          place={`第 ${at + 1} 份，共 ${documents.length} 份`}
        />
      ) : (
        <EmptyState title="没有材料" />
      )}
      <ul className="document-strip">
        {documents.map(({ fileId, label }) => (
          <li key={fileId}>
            <button type="button" aria-pressed={fileId === current} onClick={() => onChoose(fileId)}>
              <icons.File />
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneDocument({ read, document, place }: { read: Read; document: CaseDocument; place: string }) {
  const { name } = useSelf();
  const { data, isError, refetch } = useQuery({
    queryKey: ["document", document.fileId],
    queryFn: () => read(document.fileId),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const url = useObjectUrl(data?.blob);
  const save = data && (
    <button type="button" className="viewer-tool" aria-label="下载" title="下载" onClick={() => saveFile(data)}>
      <icons.Download />
    </button>
  );
  const title = (
    <>
      <strong>{document.label}</strong> <span className="second-line">{place}</span>
    </>
  );
  if (isError)
    return (
      <EmptyState
        title="没能取到这份材料"
        action={<Button onClick={() => void refetch()}>重试</Button>}
        drawing="none"
      />
    );
  if (!data || !url)
    return (
      <Waiting>
        <div className="document-wait" />
      </Waiting>
    );
  return (
    <div className="document-view">
      {data.contentType.startsWith("image/") ? (
        <PictureViewer src={url} alt={document.label} title={title} actions={save} />
      ) : (
        <PdfViewer blob={data.blob} fileName={data.fileName} label={document.label} title={title} actions={save} />
      )}
      <p className="document-looked" role="status">
        本次查看已记录，{name}
      </p>
    </div>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
