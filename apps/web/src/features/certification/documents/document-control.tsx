import { CallRefused } from "@coralhub/contract";
import { DOCUMENTS, type DocumentName } from "@coralhub/domain";
import { icons, UploadTile, type UploadedFile } from "@coralhub/ui";
import { useEffect, useState, type ComponentProps } from "react";
import { formCalls, type StoredFile } from "../certification-calls.ts";
import { FileDialog, isPicture, useFilePicture } from "./file-picture.tsx";
import { PictureEditor } from "./picture-editor.tsx";
import "./documents.css";

type Outline = ComponentProps<typeof UploadTile>["outline"];
const OUTLINES: Partial<Record<DocumentName, Outline>> = {
  idCardFront: "card",
  idCardBack: "card",
  idCardInHand: "card",
  businessLicense: "licence",
  incorporation: "licence",
  businessRegistration: "licence",
};
const NO_LINE = "上传没有完成，请检查网络后重试";

export type Reading = { fields: Record<string, string> | null; problem: string | null };
type Props = {
  id: string;
  label: string;
  document: DocumentName;
  file: StoredFile | undefined;
  /** Handed in before and not accepted: stays in sight to compare with. */
  rejected?: StoredFile | undefined;
  locked: boolean;
  onUploaded: (file: StoredFile, reading: Reading) => void;
};

/** A document of the form: choose, look it over, send; then see, replace. */
export function DocumentControl({ id, label, document, file, rejected, locked, onUploaded }: Props) {
  const [picked, setPicked] = useState<File>();
  const [looking, setLooking] = useState<StoredFile>();
  const { sending, send } = useSending(document, onUploaded);
  const url = useFilePicture(file);
  const use = (chosen: File, isOpen: boolean) => {
    setPicked(undefined);
    void send(chosen, isOpen);
  };
  const shown: UploadedFile | undefined =
    sending ??
    (file && { name: file.fileName, sizeBytes: file.sizeBytes, state: "accepted", ...(url && { previewUrl: url }) });
  const replaced = rejected && (file?.fileId !== rejected.fileId || sending);
  if (locked && file)
    return (
      <div className="document" id={id}>
        <StoredTile file={file} label={label} onView={() => setLooking(file)} />
        {looking && <FileDialog file={looking} label={label} onClose={() => setLooking(undefined)} />}
      </div>
    );
  return (
    <div className="document" id={id}>
      {rejected && (
        <StoredTile file={rejected} label={`上次提交的${label}`} wrong onView={() => setLooking(rejected)} />
      )}
      <UploadTile
        label={rejected && !replaced ? `重新上传${label}` : label}
        must={DOCUMENTS[document].shows}
        outline={OUTLINES[document] ?? "page"}
        {...((!rejected || replaced) && shown && { file: shown })}
        onPick={(chosen) => (isPicture(chosen.type) ? setPicked(chosen) : use(chosen, false))}
        {...(file && !sending && { onView: () => setLooking(file) })}
      />
      {picked && (
        <PictureEditor
          file={picked}
          label={label}
          must={DOCUMENTS[document].shows}
          onCancel={() => setPicked(undefined)}
          onUse={(chosen) => use(chosen, true)}
          onUnreadable={(chosen) => use(chosen, false)}
        />
      )}
      {looking && <FileDialog file={looking} label={label} onClose={() => setLooking(undefined)} />}
    </div>
  );
}

/** On its way, or refused with the reason; nothing once it has arrived. */
function useSending(document: DocumentName, onUploaded: Props["onUploaded"]) {
  const [sending, setSending] = useState<UploadedFile>();
  const previewUrl = sending?.previewUrl;
  useEffect(() => () => (previewUrl ? URL.revokeObjectURL(previewUrl) : undefined), [previewUrl]);
  /** Only a picture that could be opened is shown meanwhile: no broken one. */
  const send = async (chosen: File, isOpen: boolean): Promise<void> => {
    const start: UploadedFile = {
      name: chosen.name,
      sizeBytes: chosen.size,
      state: "uploading",
      percent: 0,
      ...(isOpen && { previewUrl: URL.createObjectURL(chosen) }),
    };
    setSending(start);
    try {
      const { reading, readingProblem, ...stored } = await formCalls.uploadCertificationFile(
        { file: chosen, document },
        { onSent: (percent) => setSending({ ...start, percent, ...(percent === 100 && { state: "checking" }) }) },
      );
      setSending(undefined);
      onUploaded(stored, { fields: reading, problem: readingProblem });
    } catch (error) {
      setSending({ ...start, state: "refused", reason: error instanceof CallRefused ? error.message : NO_LINE });
    }
  };
  return { sending, send };
}

/** A document that stands: accepted, or the one that was not. */
function StoredTile(props: { file: StoredFile; label: string; wrong?: true; onView: () => void }) {
  const { file, label, wrong, onView } = props;
  const url = useFilePicture(file);
  return (
    <div className={`upload ${wrong ? "upload-wrong" : ""}`}>
      <div className="upload-preview">{url ? <img src={url} alt={label} /> : <icons.File size={32} />}</div>
      <div className="upload-line">
        <span className="upload-name">{wrong ? "上次提交" : file.fileName}</span>
        <span className="document-gap" />
        <button type="button" className="text-button" onClick={onView} aria-label={`查看${label}`}>
          查看
        </button>
      </div>
    </div>
  );
}
