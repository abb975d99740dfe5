import { moneyText, type Money, type PartnerNoticeOutcome } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { problemText } from "../../../platform/refusal-fields.ts";

const OUTCOMES: Record<PartnerNoticeOutcome, string> = {
  taken: "已处理",
  repeated: "认出重复，没有再记账",
  unknown: "没有这笔业务",
  contradicted: "与之前说的相反，没有记账，等人核对",
};
type Request<Kind extends string> = {
  reference: string;
  kind: Kind;
  about: string;
  amount: Money | null;
  state: string;
  papers: readonly { fileName: string; sizeBytes: number; sha256: string }[];
};
type Decision = "accept" | "refuse" | "ask" | "tellAgain";
type Props<Kind extends string> = {
  what: string;
  nothing: string;
  /** What one is that names no sum. */
  withoutAmount: string;
  requests: readonly Request<Kind>[];
  loading: boolean;
  /** What can be decided about one that is still open. */
  steps: (request: Request<Kind>) => readonly { decision: Decision; label: string }[];
  decide: (wanted: { reference: string; decision: Decision }) => Promise<{ outcomes: readonly PartnerNoticeOutcome[] }>;
};

/** One request a simulated partner has got: decided now, or told about again. */
export function PartnerRequest<Kind extends string>(props: Props<Kind>) {
  const { what, nothing, withoutAmount, requests, loading, steps, decide } = props;
  const [reference, setReference] = useState<string>();
  const queries = useQueryClient();
  const deciding = useMutation({
    mutationFn: decide,
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  const chosen = requests.find((request) => request.reference === reference);
  const open = chosen?.state === "taken";
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <Select
          aria-label={what}
          placeholder="选择一件"
          loading={loading}
          notFoundContent={nothing}
          showSearch={{ optionFilterProp: "label" }}
          value={reference ?? null}
          options={requests.map((request) => ({
            value: request.reference,
            label: `${request.amount ? moneyText(request.amount) : withoutAmount} ${request.about}`,
          }))}
          onChange={(next: string | null) => setReference(next ?? undefined)}
        />
        {deciding.data && (
          <p className="second-line" role="status">
            {deciding.data.outcomes.map((outcome) => OUTCOMES[outcome]).join("，")}
          </p>
        )}
        {deciding.error && <Notice tone="danger" title={problemText(deciding.error)} />}
      </div>
      {chosen?.papers.map(({ fileName, sizeBytes, sha256 }, place) => (
        <p key={place} className="second-line">
          收到文件 {fileName}，{sizeBytes} 字节，SHA-256 {sha256.slice(0, 16)}…
        </p>
      ))}
      {chosen && (
        <div className="sandbox-quick">
          {(open ? steps(chosen) : [{ decision: "tellAgain" as const, label: "再通知一次" }]).map(
            ({ decision, label }) => (
              <Button
                key={decision}
                loading={deciding.isPending}
                onClick={() => deciding.mutate({ reference: chosen.reference, decision })}
              >
                {label}
              </Button>
            ),
          )}
        </div>
      )}
    </div>
  );
}
