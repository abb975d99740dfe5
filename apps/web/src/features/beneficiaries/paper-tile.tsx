import { CallRefused } from "@coralhub/contract";
import { PAYEE_PAPERS } from "@coralhub/domain";
import { UploadTile, type UploadedFile } from "@coralhub/ui";
import { useState } from "react";
import { quietly } from "./payee-calls.ts";

export function PaperTile({
  paper,
  onUploaded,
}: {
  paper: keyof typeof PAYEE_PAPERS;
  onUploaded: (fileId: string) => void;
}) {
  const [file, setFile] = useState<UploadedFile>();
  const take = async (picked: File) => {
    setFile({ name: picked.name, sizeBytes: picked.size, state: "uploading" });
    try {
      const { fileId, fileName } = await quietly.uploadPaper({ file: picked, paper });
      setFile({ name: fileName, sizeBytes: picked.size, state: "accepted" });
      onUploaded(fileId);
    } catch (error) {
      const words = error instanceof CallRefused ? error.message : "上传没有完成，请检查网络后重试";
      setFile({ name: picked.name, sizeBytes: picked.size, state: "refused", reason: words });
    }
  };
  return (
    <UploadTile
      label={PAYEE_PAPERS[paper]}
      must="JPG、PNG、PDF，10 MB 以内"
      {...(file && { file })}
      onPick={(picked) => void take(picked)}
    />
  );
}
