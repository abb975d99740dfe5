import { CallRefused } from "@coralhub/contract";
import type { Platform } from "@coralhub/domain";
import { PictureViewer, UploadTile, type ControlProps, type UploadedFile } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useState } from "react";
import { useObjectUrl } from "../../../../platform/object-url.ts";
import { queryClient } from "../../../../platform/query.ts";
import { quietStoreCalls } from "../../../../platform/store-calls.ts";
import { beside } from "../connect-words.ts";

const NO_LINE = "上传没有完成，请检查网络后重试";
const MOST = 3;
const isPicture = (type: string): boolean => type.startsWith("image/");

const fileQuery = (id: string) => ({
  queryKey: ["storeFile", id],
  queryFn: () => quietStoreCalls.storeFile({ id }),
  staleTime: Number.POSITIVE_INFINITY,
});

const usePicture = (blob: Blob | undefined): string | undefined =>
  useObjectUrl(blob && isPicture(blob.type) ? blob : undefined);

type Props = { control: ControlProps; label: string; platform: Platform };

/** Pictures of the platform's back office: the first is asked for, two more may follow. */
export const EvidenceControl = ({ control, label, platform }: Props) => (
  <EvidenceTiles
    id={control.id}
    describedBy={control.describedBy}
    label={label}
    must={beside("能看到", platform, "的店铺名和编号")}
    value={typeof control.value === "string" ? control.value : ""}
    onChange={control.onChange}
  />
);

type TilesProps = {
  id?: string;
  describedBy?: string | undefined;
  label: string;
  /** What the first must show. */
  must: string;
  /** Ids separated by commas. */
  value: string;
  onChange: (ids: string) => void;
};

export function EvidenceTiles({ id, describedBy, label, must, value, onChange }: TilesProps) {
  const ids = value === "" ? [] : value.split(",");
  const put = (at: number, fileId: string) => onChange([...ids.slice(0, at), fileId, ...ids.slice(at + 1)].join(","));
  const slots = Math.min(ids.length + 1, MOST);
  return (
    <div id={id} className="evidence" role="group" aria-label={label} aria-describedby={describedBy}>
      {Array.from({ length: slots }, (_, at) => (
        <EvidenceTile
          key={at}
          label={at === 0 ? label : `${label}（补充 ${at}）`}
          must={at === 0 ? must : "选填，第一张没截全时再传"}
          fileId={ids[at]}
          onUploaded={(fileId) => put(at, fileId)}
        />
      ))}
    </div>
  );
}

type TileProps = { label: string; must: string; fileId: string | undefined; onUploaded: (id: string) => void };

function EvidenceTile({ label, must, fileId, onUploaded }: TileProps) {
  const [sending, setSending] = useState<UploadedFile>();
  const [looking, setLooking] = useState(false);
  const stored = useQuery({ ...fileQuery(fileId ?? ""), enabled: fileId !== undefined });
  const picture = usePicture(stored.data?.blob);
  const send = async (chosen: File): Promise<void> => {
    const start: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setSending(start);
    try {
      const {
        fileId: id,
        fileName,
        contentType,
      } = await quietStoreCalls.uploadStoreFile(
        { file: chosen },
        { onSent: (percent) => setSending({ ...start, percent, ...(percent === 100 && { state: "checking" }) }) },
      );
      // What was just sent need not be fetched to be shown.
      queryClient.setQueryData(fileQuery(id).queryKey, { fileName, contentType, blob: chosen });
      setSending(undefined);
      onUploaded(id);
    } catch (error) {
      setSending({ ...start, state: "refused", reason: error instanceof CallRefused ? error.message : NO_LINE });
    }
  };
  const shown: UploadedFile | undefined =
    sending ??
    (fileId === undefined
      ? undefined
      : {
          name: stored.data?.fileName ?? "已上传的截图",
          sizeBytes: stored.data?.blob.size ?? 0,
          state: "accepted",
          ...(picture && { previewUrl: picture }),
        });
  const view = () => (picture ? setLooking(true) : stored.data && saveFile(stored.data));
  return (
    <>
      <UploadTile
        label={label}
        must={must}
        {...(shown && { file: shown })}
        onPick={(chosen) => void send(chosen)}
        {...(stored.data && !sending && { onView: view })}
      />
      {looking && picture && (
        <Modal open title={label} width={960} footer={null} onCancel={() => setLooking(false)}>
          <PictureViewer src={picture} alt={label} title={stored.data?.fileName ?? label} />
        </Modal>
      )}
    </>
  );
}
