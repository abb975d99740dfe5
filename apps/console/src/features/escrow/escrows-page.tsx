import { escrowDeskList } from "@coralhub/contract";
import {
  deskAddress,
  ESCROW_ROLES,
  escrowLifecycle,
  formatMoney,
  readAmount,
  type Money as Sum,
} from "@coralhub/domain";
import { Facts, Link, ListPage, Money, Notice, StateTag, Timeline, type Fact, pastNodes } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { useStep } from "../../platform/use-step.ts";
import { caseQuery, ESCROWS, escrows, type EscrowCase, type Ref } from "./escrow-calls.ts";
import "../../platform/page.css";

const TABS = [
  { label: "争议", values: ["disputed"] },
  { label: "担保中", values: ["funded", "delivered"] },
  { label: "未付款", values: ["proposed", "agreed"] },
  { label: "已结束", values: ["released", "refunded", "settled", "declined", "cancelled"] },
] as const satisfies readonly { label: string; values: readonly (keyof typeof escrowLifecycle.states)[] }[];

const Amount = ({ of, figure }: { of: Sum; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} size={figure ? "figure" : "inherit"} />
);

/** Every agreement between merchants; what is disputed is decided here by two people of finance. */
export function EscrowsPage() {
  const rows = useRows(escrowDeskList, [...ESCROWS, "list"], escrows.escrowDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="担保交易"
      intro="争议由一位财务提出裁定，另一位复核后才动钱"
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["createdAt", "subject", "buyerName", "sellerName", "amount", "held", "state"]}
      roomyColumns={["held"]}
      drawer={{
        title: (row) => row.subject,
        body: (row) => <EscrowView key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有担保交易", text: "有争议时会出现在第一栏" }}
    />
  );
}

function EscrowView(ref: Ref) {
  const self = useSelf();
  const found = useQuery(caseQuery(ref));
  return (
    <QueryView query={found} what="这笔担保交易">
      {(shown) => (
        <div className="desk">
          <Amount of={shown.held} figure />
          <StateTag lifecycle={escrowLifecycle} state={shown.state} />
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          <Facts facts={factsOf(shown)} />
          <EvidenceList shown={shown} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {shown.state === "disputed" &&
            mayUse(self, "finance") &&
            (shown.proposal ? <Decide shown={shown} proposal={shown.proposal} /> : <Propose shown={shown} />)}
        </div>
      )}
    </QueryView>
  );
}

const factsOf = (shown: EscrowCase): Fact[] => [
  { label: "买方", value: <Link to={deskAddress("merchant", { id: shown.merchantId })}>{shown.buyerName}</Link> },
  { label: "卖方", value: <Link to={deskAddress("merchant", { id: shown.sellerId })}>{shown.sellerName}</Link> },
  { label: "放款条件", value: shown.conditions },
  { label: "交付日", value: shown.deliverBy },
  { label: "总额", value: <Amount of={shown.amount} /> },
  { label: "已放款", value: <Amount of={shown.released} /> },
  { label: "已退款", value: <Amount of={shown.refunded} /> },
];

function EvidenceList({ shown: { merchantId, id, evidence } }: { shown: EscrowCase }) {
  const self = useSelf();
  const save = useMutation({
    mutationFn: (fileId: string) => escrows.escrowCaseEvidence({ merchantId, id, fileId }),
    onSuccess: saveFile,
  });
  if (evidence.length === 0) return null;
  return (
    <div className="dialog-actions">
      {save.error && <Notice tone="danger" title={problemText(save.error)} />}
      {evidence.map(({ fileId, by, fileName }) => (
        <Button key={fileId} disabled={!mayUse(self, "finance")} onClick={() => save.mutate(fileId)}>
          {ESCROW_ROLES[by]}：{fileName}
        </Button>
      ))}
    </div>
  );
}

function Propose({ shown: { merchantId, id, held } }: { shown: EscrowCase }) {
  const [amount, setAmount] = useState("");
  const [note, setNote] = useState("");
  const typed = readAmount(amount, held.currency);
  const step = useStep<Sum>(
    ESCROWS,
    (toSeller) => escrows.proposeSettlement({ merchantId, id, toSeller, note }),
    () => "已提出，等待另一位财务复核",
  );
  return (
    <div className="desk">
      {step.error && <Notice tone="danger" title={problemText(step.error)} />}
      <Input
        aria-label="给卖方"
        prefix={`给卖方 ${held.currency}`}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Input.TextArea
        aria-label="依据"
        placeholder="依据，双方会看到"
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="dialog-actions">
        <Button
          type="primary"
          disabled={!typed.amount}
          loading={step.isPending}
          onClick={() => typed.amount && step.mutate(typed.amount)}
        >
          提出裁定
        </Button>
      </div>
    </div>
  );
}

function Decide({
  shown: { merchantId, id },
  proposal,
}: {
  shown: EscrowCase;
  proposal: NonNullable<EscrowCase["proposal"]>;
}) {
  const step = useStep<"approve" | "reject">(
    ESCROWS,
    (decision) => escrows.decideSettlement({ merchantId, id, decision, toSeller: proposal.toSeller }),
    (decision) => (decision === "approve" ? "已裁定，资金已划转" : "已驳回"),
  );
  return (
    <div className="desk">
      {step.error && <Notice tone="danger" title={problemText(step.error)} />}
      <Facts
        facts={[
          { label: "给卖方", value: <Amount of={proposal.toSeller} /> },
          { label: "退买方", value: <Amount of={proposal.toBuyer} /> },
          { label: "依据", value: proposal.note },
        ]}
      />
      <div className="dialog-actions">
        <Button loading={step.isPending} onClick={() => step.mutate("reject")}>
          驳回
        </Button>
        <Button type="primary" loading={step.isPending} onClick={() => step.mutate("approve")}>
          复核通过
        </Button>
      </div>
    </div>
  );
}
