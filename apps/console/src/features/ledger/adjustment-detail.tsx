import { deskAddress, adjustmentLifecycle, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Link, Notice, StateTag, toast, type Fact } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { problemText } from "../../platform/refusal-fields.ts";
import { useSelf } from "../../platform/self.ts";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { AccountLink, postingPath, Sum } from "./account-words.tsx";
import { ledger, useWho } from "./ledger-calls.ts";
import { NoteField } from "../../platform/note-field.tsx";
import { useOnceKey } from "./use-once-key.ts";
import "./forms.css";

type Row = Awaited<ReturnType<typeof ledger.ledgerAdjustments>>["records"][number];
type Decision = "approve" | "reject";

export function AdjustmentDetail({ row }: { row: Row }) {
  const self = useSelf();
  const who = useWho();
  const own = row.madeBy === self.id;
  return (
    <div className="adjustment">
      <div className="adjustment-sum">
        <Sum of={row.amount} figure />
        <StateTag lifecycle={adjustmentLifecycle} state={row.state} />
      </div>
      <Facts facts={factsOf(row, who)} />
      {row.state === "pending" && own && (
        <Notice tone="info" title="这是您提出的，须由另一位财务复核">
          同一个人不能既提出又复核，请联系同事处理
        </Notice>
      )}
      {row.state === "pending" && !own && <Verdict row={row} />}
    </div>
  );
}

function factsOf(row: Row, who: (id: string) => string): Fact[] {
  const { merchantId, from, to, memo, madeBy, madeAt, decidedBy, decidedAt, note, postingId } = row;
  return [
    {
      label: "商户",
      value: (
        <Link to={deskAddress("merchant", { id: merchantId })}>
          <MerchantName merchantId={merchantId} />
        </Link>
      ),
    },
    { label: "转出账户", value: <AccountLink merchantId={merchantId} code={from} /> },
    { label: "转入账户", value: <AccountLink merchantId={merchantId} code={to} /> },
    { label: "说明", value: memo },
    { label: "提出", value: `${who(madeBy)}，${toShanghaiTime(madeAt)}` },
    ...(decidedBy && decidedAt ? [{ label: "复核", value: `${who(decidedBy)}，${toShanghaiTime(decidedAt)}` }] : []),
    ...(note ? [{ label: "复核意见", value: note }] : []),
    ...(postingId ? [{ label: "记账", value: <Link to={postingPath(merchantId, postingId)}>打开这笔记账</Link> }] : []),
    { label: "编号", value: <Copyable text={row.id} /> },
  ];
}

/** The second pair of eyes: agreeing posts at once, turning down says why. */
function Verdict({ row: { merchantId, id } }: { row: Row }) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const keyFor = useOnceKey();
  const decide = useMutation({
    mutationFn: (decision: Decision) => {
      const input = { merchantId, id, decision, note: note.trim() };
      return ledger.decideAdjustment(input, { idempotencyKey: keyFor(input) });
    },
    onSuccess: async (_answer, decision) => {
      toast.done(decision === "approve" ? "已复核，账已记" : "已驳回");
      await queries.invalidateQueries({ queryKey: ["ledger"] });
    },
  });
  const write = (text: string) => {
    setNote(text);
    setMissing(false);
  };
  const reject = () => (note.trim() === "" ? setMissing(true) : decide.mutate("reject"));
  const running = (decision: Decision) => decide.isPending && decide.variables === decision;
  return (
    <div className="verdict">
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      <NoteField
        label="复核意见"
        value={note}
        onChange={write}
        hint="驳回时必填；复核通过立即记账，不能撤回"
        problem={missing ? "请写明驳回的原因，提出的同事会看到" : undefined}
      />
      <div className="verdict-actions">
        <Button onClick={reject} loading={running("reject")} disabled={decide.isPending}>
          驳回
        </Button>
        <Button
          type="primary"
          onClick={() => decide.mutate("approve")}
          loading={running("approve")}
          disabled={decide.isPending}
        >
          复核通过
        </Button>
      </div>
    </div>
  );
}
