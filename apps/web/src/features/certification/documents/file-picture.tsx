import { PdfViewer, PictureViewer, Waiting } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useObjectUrl } from "../../../platform/object-url.ts";
import { formCalls, type StoredFile } from "../certification-calls.ts";
import "./documents.css";

const fileQuery = (fileId: string) => ({
  queryKey: ["certificationFile", fileId],
  queryFn: () => formCalls.certificationFile({ id: fileId }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const isPicture = (contentType: string): boolean => contentType.startsWith("image/");

/** The picture of an uploaded document; nothing for a PDF. */
export function useFilePicture(file: StoredFile | undefined): string | undefined {
  const wanted = file !== undefined && isPicture(file.contentType);
  const { data } = useQuery({ ...fileQuery(file?.fileId ?? ""), enabled: wanted });
  return useObjectUrl(wanted ? data?.blob : undefined);
}

/** An own document, large. */
export function FileDialog({ file, label, onClose }: { file: StoredFile; label: string; onClose: () => void }) {
  const { data, isError } = useQuery(fileQuery(file.fileId));
  const url = useFilePicture(file);
  const save = (
    <Button disabled={!data} onClick={() => data && saveFile(data)}>
      下载
    </Button>
  );
  return (
    <Modal open title={label} width={960} footer={null} onCancel={onClose}>
      <div className="file-dialog">
        {isError ? (
          <p role="alert">没能取到文件，请关闭后重试</p>
        ) : isPicture(file.contentType) ? (
          url ? (
            <PictureViewer src={url} alt={label} title={file.fileName} actions={save} />
          ) : (
            <Waiting>
              <div className="editor-wait" />
            </Waiting>
          )
        ) : data ? (
          <PdfViewer blob={data.blob} fileName={file.fileName} label={label} actions={save} />
        ) : (
          <Waiting>
            <div className="editor-wait" />
          </Waiting>
        )}
      </div>
    </Modal>
  );
}
