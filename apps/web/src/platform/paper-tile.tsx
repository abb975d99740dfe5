import { CallRefused } from "@coralhub/contract";
import { UploadTile, type UploadedFile } from "@coralhub/ui";
import { useState } from "react";

type PaperTileProps = {
  label: string;
  /** Sends it; the answer names the file for the form it belongs to. */
  upload: (file: File) => Promise<{ fileId: string; fileName: string }>;
  onUploaded: (fileId: string) => void;
};

/** One paper of a form: on its way, taken, or refused with the reason. */
export function PaperTile({ label, upload, onUploaded }: PaperTileProps) {
  const [file, setFile] = useState<UploadedFile>();
  const take = async (picked: File) => {
    setFile({ name: picked.name, sizeBytes: picked.size, state: "uploading" });
    try {
      const { fileId, fileName } = await upload(picked);
      setFile({ name: fileName, sizeBytes: picked.size, state: "accepted" });
      onUploaded(fileId);
    } catch (error) {
      const words = error instanceof CallRefused ? error.message : "上传没有完成，请检查网络后重试";
      setFile({ name: picked.name, sizeBytes: picked.size, state: "refused", reason: words });
    }
  };
  return <UploadTile label={label} {...(file && { file })} onPick={(picked) => void take(picked)} />;
}

type PaperTilesProps = Pick<PaperTileProps, "label" | "upload"> & {
  most: number;
  /** The papers that were taken, in their order. */
  onChange: (fileIds: readonly string[]) => void;
};

/** As many papers as there are: a further place comes with each that was taken. Another one in its place replaces it. */
export function PaperTiles({ label, most, upload, onChange }: PaperTilesProps) {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const take = (place: number, fileId: string) => {
    const next = place < taken.length ? taken.with(place, fileId) : [...taken, fileId];
    setTaken(next);
    onChange(next);
  };
  const places = Array.from({ length: Math.min(taken.length + 1, most) }, (_none, place) => place);
  return places.map((place) => (
    <PaperTile key={place} label={label} upload={upload} onUploaded={(fileId) => take(place, fileId)} />
  ));
}
