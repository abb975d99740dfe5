import { taxRefundDeskList } from "@coralhub/contract";
import {
  deskAddress,
  formatMoney,
  readAmount,
  TAX_PAPERS,
  taxRefundLifecycle,
  type Money as Sum,
} from "@coralhub/domain";
import { Facts, Link, ListPage, Money, Notice, StateTag, Timeline, type Fact, pastNodes } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { useStep } from "../../platform/use-step.ts";
import { caseQuery, REFUNDS, refunds, type Ref, type RefundCase } from "./tax-calls.ts";
import "../../platform/page.css";

const TABS = [
  { label: "待审核", values: ["reviewing"] },
  { label: "已申报", values: ["filed"] },
  { label: "等商户", values: ["differing"] },
  { label: "已结束", values: ["refunded", "declined", "cancelled"] },
] as const satisfies readonly { label: string; values: readonly (keyof typeof taxRefundLifecycle.states)[] }[];

const Amount = ({ of, figure }: { of: Sum; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} size={figure ? "figure" : "inherit"} />
);

/** Applications whose three papers agree: filed here, and booked by two people of finance when the money has come. */
export function TaxRefundsPage() {
  const rows = useRows(taxRefundDeskList, [...REFUNDS, "list"], refunds.taxRefundDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="出口退税"
      intro="三单相符的才到这里；到账由一位财务登记，另一位复核后入账"
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["merchantId", "createdAt", "number", "goods", "declared", "refund", "state"]}
      roomyColumns={["declared"]}
      cells={{ merchantId: (row) => <MerchantName merchantId={row.merchantId} /> }}
      drawer={{
        title: (row) => row.goods,
        body: (row) => <RefundView key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有退税申请", text: "商户提交且三单相符后会出现在这里" }}
    />
  );
}

function RefundView(ref: Ref) {
  const self = useSelf();
  const found = useQuery(caseQuery(ref));
  return (
    <QueryView query={found} what="这笔退税">
      {(shown) => (
        <div className="desk">
          <Amount of={shown.paid ?? shown.refund} figure />
          <StateTag lifecycle={taxRefundLifecycle} state={shown.state} />
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          {shown.differences.length > 0 && (
            <Notice
              tone="warning"
              title={shown.differences.map(({ label, detail }) => `${label}（${detail}）`).join("；")}
            />
          )}
          <Facts facts={factsOf(shown)} />
          <Papers shown={shown} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {(shown.state === "reviewing" || (shown.state === "filed" && !shown.payment)) && mayUse(self, "reviewer") && (
            <Review shown={shown} />
          )}
          {shown.state === "filed" &&
            mayUse(self, "finance") &&
            (shown.payment ? <Decide shown={shown} payment={shown.payment} /> : <Arrived shown={shown} />)}
        </div>
      )}
    </QueryView>
  );
}

const factsOf = (shown: RefundCase): Fact[] => [
  {
    label: "商户",
    value: (
      <Link to={deskAddress("merchant", { id: shown.merchantId })}>
        <MerchantName merchantId={shown.merchantId} />
      </Link>
    ),
  },
  {
    label: "报关单",
    value: `${shown.number}，${shown.flows.declaration.exportedOn}，${shown.flows.declaration.consignor}`,
  },
  { label: "货物", value: `${shown.goods}，${shown.flows.declaration.quantity} ${shown.flows.declaration.unit}` },
  { label: "报关金额", value: <Amount of={shown.declared} /> },
  {
    label: "发票",
    value: `${shown.flows.invoice.number}，${shown.flows.invoice.issuedOn}，${shown.flows.invoice.vatRate}%`,
  },
  { label: "不含税金额", value: <Amount of={shown.flows.invoice.net} /> },
  { label: "收款", value: shown.receipts.map(({ reference }) => reference).join("，") || "没有" },
  { label: "申报期限", value: shown.deadline },
];

function Papers({ shown: { merchantId, id, papers } }: { shown: RefundCase }) {
  const self = useSelf();
  const save = useMutation({
    mutationFn: (fileId: string) => refunds.taxRefundPaper({ merchantId, id, fileId }),
    onSuccess: saveFile,
  });
  return (
    <div className="dialog-actions">
      {save.error && <Notice tone="danger" title={problemText(save.error)} />}
      {papers.map(({ fileId, paper, fileName }) => (
        <Button key={fileId} disabled={!mayUse(self, "reviewer")} title={fileName} onClick={() => save.mutate(fileId)}>
          {TAX_PAPERS[paper]}
        </Button>
      ))}
    </div>
  );
}

const DONE = { file: "已申报", ask: "已退回修改", decline: "已结束" } as const;

/** What was filed can still be refused by the tax office. */
function Review({ shown: { merchantId, id, state } }: { shown: RefundCase }) {
  const [note, setNote] = useState("");
  const step = useStep<keyof typeof DONE>(
    REFUNDS,
    (decision) => refunds.reviewTaxRefund({ merchantId, id, decision, note }),
    (decision) => DONE[decision],
  );
  return (
    <div className="desk">
      {step.error && <Notice tone="danger" title={problemText(step.error)} />}
      <Input.TextArea
        aria-label="说明"
        placeholder={state === "filed" ? "税务机关的理由，商户会看到" : "退回或不通过时，商户会看到这里写的原因"}
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="dialog-actions">
        <Button danger loading={step.isPending} onClick={() => step.mutate("decline")}>
          {state === "filed" ? "税务机关不予退税" : "不通过"}
        </Button>
        {state === "reviewing" && (
          <>
            <Button loading={step.isPending} onClick={() => step.mutate("ask")}>
              退回修改
            </Button>
            <Button type="primary" loading={step.isPending} onClick={() => step.mutate("file")}>
              已申报
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function Arrived({ shown: { merchantId, id, refund } }: { shown: RefundCase }) {
  const [text, setText] = useState(formatMoney(refund));
  const typed = readAmount(text, "CNY");
  const step = useStep<null>(
    REFUNDS,
    () =>
      refunds.proposeTaxPayment({ merchantId, id, amount: typed.amount ?? { currency: "CNY", minor: refund.minor } }),
    () => "已登记，等待另一位财务复核",
  );
  return (
    <div className="desk">
      {step.error && <Notice tone="danger" title={problemText(step.error)} />}
      <Input aria-label="到账金额" prefix="到账 CNY" value={text} onChange={(event) => setText(event.target.value)} />
      <div className="dialog-actions">
        <Button type="primary" disabled={!typed.amount} loading={step.isPending} onClick={() => step.mutate(null)}>
          登记到账
        </Button>
      </div>
    </div>
  );
}

function Decide({
  shown: { merchantId, id },
  payment,
}: {
  shown: RefundCase;
  payment: NonNullable<RefundCase["payment"]>;
}) {
  const step = useStep<"approve" | "reject">(
    REFUNDS,
    (decision) => refunds.decideTaxPayment({ merchantId, id, decision, amount: payment.amount }),
    (decision) => (decision === "approve" ? "已入账" : "已驳回"),
  );
  return (
    <div className="desk">
      {step.error && <Notice tone="danger" title={problemText(step.error)} />}
      <Facts facts={[{ label: "登记到账", value: <Amount of={payment.amount} /> }]} />
      <div className="dialog-actions">
        <Button loading={step.isPending} onClick={() => step.mutate("reject")}>
          驳回
        </Button>
        <Button type="primary" loading={step.isPending} onClick={() => step.mutate("approve")}>
          复核入账
        </Button>
      </div>
    </div>
  );
}
