import { RESOLUTIONS, toShanghaiTime, type Resolution } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { Button, Checkbox, Select } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { payouts, useStep, type PayoutCase } from "./payouts-calls.ts";

/** The bank has been silent for hours: one proposes with its written word, another decides. */
export function StuckPanel({ shown, self }: { shown: PayoutCase; self: string | undefined }) {
  return shown.resolution ? <Review shown={shown} self={self} /> : <Proposal shown={shown} />;
}

const OPTIONS = Object.entries(RESOLUTIONS).map(([value, label]) => ({ value: value as Resolution, label }));

function Proposal({ shown: { merchantId, id, statement } }: { shown: PayoutCase }) {
  const needsWord = statement === null;
  const [noStatement, setNoStatement] = useState(false);
  const [resolution, setResolution] = useState<Resolution>("settle");
  const [note, setNote] = useState("");
  const [file, setFile] = useState<{ fileId: string; fileName: string }>();
  const upload = useStep<File>(
    async (picked) => setFile(await payouts.uploadEvidence({ merchantId, id, file: picked })),
    () => "已上传",
  );
  const propose = useStep<string>(
    (evidenceFileId) =>
      payouts.proposeResolution({ merchantId, id, resolution, note: note.trim(), evidenceFileId, noStatement }),
    () => "已提出，等另一位同事复核",
  );
  const error = upload.error ?? propose.error;
  return (
    <div className="payout-steps">
      <h2 className="type-label">银行久无结果，人工处理</h2>
      {error && <Notice tone="danger" title={problemText(error)} />}
      <Select aria-label="怎样处理" value={resolution} options={OPTIONS} onChange={setResolution} />
      <NoteField
        longest={500}
        label="银行怎么答复的"
        value={note}
        onChange={setNote}
        hint="另一位同事复核后执行"
        problem={undefined}
      />
      <label className="payout-evidence">
        <span>{file ? file.fileName : "上传银行的书面答复（JPG、PNG、PDF）"}</span>
        <input
          type="file"
          aria-label="银行的书面答复"
          accept=".jpg,.jpeg,.png,.pdf"
          onChange={(event) => {
            const picked = event.target.files?.[0];
            if (picked) upload.mutate(picked);
          }}
        />
      </label>
      {needsWord && (
        <Checkbox checked={noStatement} onChange={(event) => setNoStatement(event.target.checked)}>
          这家银行没有对账单，金额、币种和参考号已按书面答复逐项核对
        </Checkbox>
      )}
      <div className="payout-actions">
        <Button
          type="primary"
          disabled={!file || note.trim().length < 4 || (needsWord && !noStatement)}
          loading={propose.isPending}
          onClick={() => propose.mutate(file!.fileId)}
        >
          提出处理
        </Button>
      </div>
    </div>
  );
}

function Review({ shown: { merchantId, id, resolution }, self }: { shown: PayoutCase; self: string | undefined }) {
  const proposal = resolution!;
  const decide = useStep<"carryOut" | "turnDown">(
    (decision) => payouts.decideResolution({ merchantId, id, resolutionId: proposal.id, decision }),
    (decision) => (decision === "carryOut" ? "已复核并执行" : "已驳回"),
  );
  const isMine = proposal.proposedBy === self;
  return (
    <div className="payout-steps">
      <Notice
        tone="warning"
        title={`${RESOLUTIONS[proposal.resolution]}，${toShanghaiTime(proposal.proposedAt).slice(5, 16)} 提出`}
      >
        {proposal.note}
        {proposal.noStatement && <div>提出人声明：这家银行没有对账单，已按书面答复逐项核对</div>}
      </Notice>
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      {isMine ? (
        <Notice tone="info">您提出的处理，要由另一位同事复核</Notice>
      ) : (
        <div className="payout-actions">
          <Button disabled={decide.isPending} onClick={() => decide.mutate("turnDown")}>
            驳回
          </Button>
          <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate("carryOut")}>
            复核通过，执行
          </Button>
        </div>
      )}
    </div>
  );
}
