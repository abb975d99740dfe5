import { payoutEndpoints, type ReceiptConfirmed } from "@coralhub/contract";
import { BRAND, toShanghaiTime } from "@coralhub/domain";
import { Facts, Notice, PageHeader, Panel } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { useForm } from "../../platform/use-form.ts";
import "./payouts.css";

const { confirmReceipt } = payoutEndpoints;
const calls = connect({ confirmReceipt });

/** /receiptVerification: whoever holds a receipt asks whether it is ours, without an account. */
export function ReceiptVerificationPage() {
  const [found, setFound] = useState<ReceiptConfirmed>();
  const form = useForm({
    initial: { reference: "", code: "" },
    rules: {
      reference: (text) => (text.trim().length >= 6 ? undefined : "请填写回单上的流水号"),
      code: (text) => (text.replaceAll(/[^a-z0-9]/gi, "").length === 12 ? undefined : "校验码是 12 位字母和数字"),
    },
    onChange: () => setFound(undefined),
    submit: async (fields) => setFound(await calls.confirmReceipt(fields)),
  });
  return (
    <div className="receipt-check">
      <PageHeader title="核对回单" intro={`流水号和校验码印在${BRAND.name}的每张付款回单上`} />
      <Panel>
        <form className="receipt-check-form" {...form.props}>
          {form.message && <Notice tone="danger" title={form.message} />}
          <TextField label="流水号" mono autoComplete="off" {...form.bind("reference")} />
          <TextField label="校验码" mono autoComplete="off" {...form.bind("code")} />
          <Button type="submit" variant="primary" loading={form.busy}>
            核对
          </Button>
        </form>
      </Panel>
      {found && <Confirmed receipt={found} />}
    </div>
  );
}

function Confirmed({ receipt }: { receipt: ReceiptConfirmed }) {
  const isDone = receipt.state === "completed";
  return (
    <Panel title={receipt.title}>
      <Notice
        tone={isDone ? "success" : "warning"}
        title={isDone ? "回单属实，请与纸面逐项对照" : "这笔付款后来被银行退回"}
      />
      <Facts
        facts={[
          { label: "付款人", value: receipt.payer },
          { label: "收款人", value: `${receipt.payee}，账号尾号 ${receipt.payeeLastFour}` },
          { label: "付款金额", value: <MoneyOf value={receipt.amount} /> },
          { label: "到账金额", value: <MoneyOf value={receipt.arrives} /> },
          { label: "完成时间", value: `${toShanghaiTime(receipt.finishedAt)}（北京时间）` },
        ]}
      />
    </Panel>
  );
}
