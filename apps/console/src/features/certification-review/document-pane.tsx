import { EmptyState, icons, PdfViewer, PictureViewer, Waiting } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { saveBlob } from "../../platform/save-file.ts";
import { useSelf } from "../../platform/self.ts";
import { review, type Case } from "./review-calls.ts";

export type CaseDocument = { fileId: string; label: string };

/** The documents of the answers, then those that came with answers to questions. */
export function documentsOf(shown: Case): CaseDocument[] {
  const asked = shown.fields.flatMap(({ kind, raw, label }) =>
    kind === "document" && raw ? [{ fileId: raw, label }] : [],
  );
  const answered = shown.enquiries.flatMap(({ posts, label }) =>
    posts.flatMap(({ fileIds }) => fileIds.map((fileId) => ({ fileId, label: `补充：${label}` }))),
  );
  return [...asked, ...answered];
}

type Props = {
  shown: Case;
  documents: readonly CaseDocument[];
  current: string | undefined;
  onChoose: (id: string) => void;
};

/** One document, closely, and the row of all of them. A document is fetched only when it is looked at. */
export function DocumentPane({ shown, documents, current, onChoose }: Props) {
  const at = documents.findIndex(({ fileId }) => fileId === current);
  const chosen = documents[at];
  return (
    <section className="documents" aria-label="材料">
      {chosen ? (
        <OneDocument
          key={chosen.fileId}
          shown={shown}
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

function OneDocument({ shown, document, place }: { shown: Case; document: CaseDocument; place: string }) {
  const { name } = useSelf();
  const { merchantId, applicationId: id } = shown;
  const { data, isError, refetch } = useQuery({
    queryKey: ["review", "document", document.fileId],
    queryFn: () => review.reviewDocument({ merchantId, id, fileId: document.fileId }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const url = useObjectUrl(data?.blob);
  const save = data && (
    <button
      type="button"
      className="viewer-tool"
      aria-label="下载"
      title="下载"
      onClick={() => saveBlob(data.fileName, data.blob)}
    >
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
