import { CallRefused, type IncomeDetail } from "@coralhub/contract";
import { EVIDENCE_FILES_AT_MOST } from "@coralhub/domain";
import { Notice, toast, UploadTile, type UploadedFile } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { formCalls } from "./income-calls.ts";

const NO_LINE = "上传没有完成，请检查网络后重试";

/** One paper: chosen, on its way, or there. */
function EvidenceTile({ at, onUploaded }: { at: number; onUploaded: (fileId: string) => void }) {
  const [file, setFile] = useState<UploadedFile>();
  const send = async (chosen: File): Promise<void> => {
    const start: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setFile(start);
    try {
      const { fileId } = await formCalls.contractUpload(
        { file: chosen },
        { onSent: (percent) => setFile({ ...start, percent, ...(percent === 100 && { state: "checking" }) }) },
      );
      setFile({ ...start, state: "accepted" });
      onUploaded(fileId);
    } catch (error) {
      setFile({ ...start, state: "refused", reason: error instanceof CallRefused ? error.message : NO_LINE });
    }
  };
  return (
    <UploadTile
      label={at === 0 ? "合同、结算单或订单" : `更多材料 ${at}`}
      must="能看到付款方、金额和日期"
      {...(file && { file })}
      onPick={(chosen) => void send(chosen)}
    />
  );
}

/** Papers and words for a held amount; then it is our turn. */
export function SupplementForm({ detail, onDone }: { detail: IncomeDetail; onDone: () => void }) {
  const [fileIds, setFileIds] = useState<(string | undefined)[]>([]);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const noteId = useId();
  const given = fileIds.filter((fileId) => fileId !== undefined);
  const send = useMutation({
    mutationFn: () => {
      const input = { id: detail.id, note, fileIds: given };
      return detail.state === "abnormal" ? formCalls.supplementAbnormal(input) : formCalls.supplementIncome(input);
    },
    onSuccess: async () => {
      toast.done("材料已提交");
      await refreshMoney();
      onDone();
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = () => {
    setProblem(given.length === 0 ? "请至少上传一份材料" : undefined);
    if (given.length > 0) send.mutate();
  };
  const slots = Math.min(fileIds.length + 1, EVIDENCE_FILES_AT_MOST);
  return (
    <section className="income-answer" aria-label="补充材料">
      {problem && <Notice tone="danger" title={problem} />}
      <div className="income-papers">
        {Array.from({ length: slots }, (_, at) => (
          <EvidenceTile
            key={at}
            at={at}
            onUploaded={(fileId) =>
              setFileIds((before) => {
                const next = [...before];
                next[at] = fileId;
                return next;
              })
            }
          />
        ))}
      </div>
      <div className="income-note">
        <label htmlFor={noteId} className="type-label">
          说明 <span className="field-optional">选填</span>
        </label>
        <Input.TextArea
          id={noteId}
          rows={3}
          maxLength={500}
          value={note}
          placeholder="付款方与店铺的关系、这笔款对应的订单"
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <div className="income-answer-actions">
        <Button type="primary" loading={send.isPending} onClick={submit}>
          提交材料
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </section>
  );
}
