import { loanDeskList } from "@coralhub/contract";
import {
  deskAddress,
  formatMoney,
  LOAN_PAPERS,
  LOAN_PRODUCTS,
  LOAN_PURPOSES,
  loanLifecycle,
  REPAYMENT_WAYS,
  type Money as Sum,
} from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Money, Notice, StateTag, Timeline, type Fact, pastNodes } from "@coralhub/ui";
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
import { caseQuery, LOANS, loans, type LoanCase, type Ref } from "./loan-calls.ts";
import "../../platform/page.css";

const TABS = [
  { label: "待审核", values: ["reviewing"] },
  { label: "资金方", values: ["deciding", "drawing"] },
  { label: "等商户", values: ["asked", "approved"] },
  { label: "还款中", values: ["active"] },
  { label: "逾期", values: ["overdue"] },
  { label: "已结束", values: ["closed", "declined", "cancelled"] },
] as const satisfies readonly { label: string; values: readonly (keyof typeof loanLifecycle.states)[] }[];

const Amount = ({ of, figure }: { of: Sum; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} size={figure ? "figure" : "inherit"} />
);

/** Every loan of every merchant: papers are looked at here before the lender gets them. */
export function LoansPage() {
  const rows = useRows(loanDeskList, [...LOANS, "list"], loans.loanDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="贷款"
      intro="资料审核通过后送资金方；资金方没有答复的每 5 分钟自动再问，到期每小时扣款一次"
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["merchantId", "createdAt", "product", "amount", "outstanding", "state"]}
      roomyColumns={["outstanding"]}
      cells={{ merchantId: (row) => <MerchantName merchantId={row.merchantId} /> }}
      drawer={{
        title: (row) => LOAN_PRODUCTS[row.product].name,
        body: (row) => <LoanView key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "还没有贷款申请", text: "商户提交后会出现在这里" }}
    />
  );
}

function LoanView(ref: Ref) {
  const self = useSelf();
  const found = useQuery(caseQuery(ref));
  return (
    <QueryView query={found} what="这笔贷款">
      {(shown) => (
        <div className="desk">
          <Amount of={shown.amount} figure />
          <StateTag lifecycle={loanLifecycle} state={shown.state} />
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          <Facts facts={factsOf(shown)} />
          <Papers shown={shown} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {shown.state === "reviewing" && mayUse(self, "reviewer") && <Review shown={shown} />}
          {(shown.state === "deciding" || shown.state === "drawing") && mayUse(self, "finance") && (
            <Question shown={shown} />
          )}
        </div>
      )}
    </QueryView>
  );
}

const factsOf = (shown: LoanCase): Fact[] => [
  {
    label: "商户",
    value: (
      <Link to={deskAddress("merchant", { id: shown.merchantId })}>
        <MerchantName merchantId={shown.merchantId} />
      </Link>
    ),
  },
  { label: "期限", value: `${shown.termMonths} 个月，${REPAYMENT_WAYS[shown.way].label}` },
  { label: "年利率", value: `${shown.rate}%` },
  { label: "用途", value: LOAN_PURPOSES[shown.purpose] },
  {
    label: "预评分",
    value: shown.score.reasons.map(({ label, value, points }) => `${label} ${value}（${points}）`).join("；"),
  },
  { label: "剩余本金", value: <Amount of={shown.outstanding} /> },
  { label: "今天应还", value: <Amount of={shown.due} /> },
  { label: "按收款比例", value: shown.incomeShare > 0 ? `${shown.incomeShare}%` : "不用" },
  { label: "编号", value: <Copyable text={shown.reference} /> },
];

function Papers({ shown: { merchantId, id, papers } }: { shown: LoanCase }) {
  const self = useSelf();
  const save = useMutation({
    mutationFn: (fileId: string) => loans.loanPaper({ merchantId, id, fileId }),
    onSuccess: saveFile,
  });
  if (papers.length === 0) return null;
  return (
    <div className="dialog-actions">
      {save.error && <Notice tone="danger" title={problemText(save.error)} />}
      {papers.map(({ fileId, paper, fileName, receivedAt }) => (
        <Button key={fileId} disabled={!mayUse(self, "reviewer")} title={fileName} onClick={() => save.mutate(fileId)}>
          {LOAN_PAPERS[paper].label}
          {receivedAt && "，资金方已收到"}
        </Button>
      ))}
    </div>
  );
}

const DONE = { pass: "已送资金方", ask: "已要求补充", decline: "已退回" } as const;

function Review({ shown: { merchantId, id } }: { shown: LoanCase }) {
  const [note, setNote] = useState("");
  const step = useStep<keyof typeof DONE>(
    LOANS,
    (decision) => loans.reviewLoan({ merchantId, id, decision, note }),
    (decision) => DONE[decision],
  );
  return (
    <div className="desk">
      {step.error && <Notice tone="danger" title={problemText(step.error)} />}
      <Input.TextArea
        aria-label="说明"
        placeholder="要求补充或不通过时，商户会看到这里写的原因"
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="dialog-actions">
        <Button danger loading={step.isPending} onClick={() => step.mutate("decline")}>
          不通过
        </Button>
        <Button loading={step.isPending} onClick={() => step.mutate("ask")}>
          要求补充
        </Button>
        <Button type="primary" loading={step.isPending} onClick={() => step.mutate("pass")}>
          送资金方
        </Button>
      </div>
    </div>
  );
}

function Question({ shown: { merchantId, id } }: { shown: LoanCase }) {
  const ask = useStep<null>(
    LOANS,
    () => loans.askLender({ merchantId, id }),
    () => "已问过资金方",
  );
  return (
    <div className="dialog-actions">
      {ask.error && <Notice tone="danger" title={problemText(ask.error)} />}
      <Button loading={ask.isPending} onClick={() => ask.mutate(null)}>
        再问一次资金方
      </Button>
    </div>
  );
}
