import type { LoanDetail } from "@coralhub/contract";
import {
  actionsFor,
  addressOf,
  INCOME_SHARES,
  LOAN_PRODUCTS,
  LOAN_PURPOSES,
  loanLifecycle,
  OWING,
  REPAYMENT_SOURCES,
  REPAYMENT_WAYS,
  toShanghaiTime,
} from "@coralhub/domain";
import {
  Copyable,
  CurrencyTile,
  DetailPage,
  Link,
  Notice,
  PageSkeleton,
  Panel,
  StateTag,
  toast,
  type Fact,
  pastNodes,
} from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { NotOpened } from "../../platform/not-opened.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { AnswerDialog, RepayDialog, SignDialog } from "./loan-dialogs.tsx";
import { calls, loanQuery, refreshLoans } from "./loan-calls.ts";
import "../../platform/service-page.css";

const BACK = { label: "贷款", to: addressOf("loans") };

/** /loan/detail?id=…: one loan from its application to its last repayment. */
export function LoanPage() {
  const { search } = useUrlState();
  const id = new URLSearchParams(search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(loanQuery(id));
  if (data) return <Detail loan={data} />;
  if (!error) return <PageSkeleton />;
  return <NotOpened title="贷款" back={BACK} what="这笔贷款" query={{ error, refetch, isFetching }} />;
}

type DialogName = "answer" | "sign" | "repay";

function Detail({ loan }: { loan: LoanDetail }) {
  const { state } = loan;
  const [open, setOpen] = useState<DialogName | null>(null);
  const owing = OWING.includes(state);
  const close = () => setOpen(null);
  return (
    <>
      <DetailPage
        title={LOAN_PRODUCTS[loan.product].name}
        tile={<CurrencyTile currency={loan.amount.currency} />}
        state={<StateTag lifecycle={loanLifecycle} state={state} />}
        back={BACK}
        amount={
          owing
            ? { label: "剩余本金", value: <MoneyOf value={loan.outstanding} size="figure" /> }
            : { label: loan.offerUntil ? "批准金额" : "金额", value: <MoneyOf value={loan.amount} size="figure" /> }
        }
        hold={<Hold loan={loan} />}
        facts={factsOf(loan)}
        timeline={pastNodes(loan.timeline)}
        actions={<Actions loan={loan} open={setOpen} />}
      >
        {loan.plan.length > 0 && <PlanPanel loan={loan} />}
        {loan.repayments.length > 0 && <RepaymentsPanel loan={loan} />}
        {owing && <SharePanel loan={loan} />}
      </DetailPage>
      {open === "answer" && <AnswerDialog loan={loan} onClose={close} />}
      {open === "sign" && <SignDialog loan={loan} onClose={close} />}
      {open === "repay" && <RepayDialog loan={loan} onClose={close} />}
    </>
  );
}

function Actions({ loan: { id, state, drawnOn }, open }: { loan: LoanDetail; open: (dialog: DialogName) => void }) {
  const may = actionsFor(loanLifecycle, state, "merchant");
  const contract = useMutation({
    mutationFn: () => calls.loanContract({ id }),
    onSuccess: saveFile,
    onError: (error) => toast.failed(error.message),
  });
  const cancel = useMutation({
    mutationFn: () => calls.cancelLoan({ id }),
    onSuccess: () => refreshLoans(),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <>
      {may.includes("cancel") && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          取消申请
        </Button>
      )}
      {(drawnOn !== null || state === "approved") && (
        <Button loading={contract.isPending} onClick={() => contract.mutate()}>
          借款合同
        </Button>
      )}
      {may.includes("answer") && (
        <Button type="primary" onClick={() => open("answer")}>
          补充资料
        </Button>
      )}
      {may.includes("sign") && (
        <Button type="primary" onClick={() => open("sign")}>
          签约
        </Button>
      )}
      {OWING.includes(state) && (
        <Button type="primary" onClick={() => open("repay")}>
          还款
        </Button>
      )}
    </>
  );
}

function Hold({ loan: { state, reason, offerUntil, due } }: { loan: LoanDetail }) {
  if (state === "asked")
    return (
      <Notice tone="warning" title={reason ?? "需要补充资料"}>
        补充后会继续审批
      </Notice>
    );
  if (state === "declined")
    return (
      <Notice tone="danger" title={reason ?? "未通过"} action={<Link to={addressOf("loans")}>重新申请</Link>}>
        情况变化后可以重新申请
      </Notice>
    );
  if (offerUntil)
    return (
      <Notice tone="info" title={`请在 ${toShanghaiTime(offerUntil).slice(0, 16)} 前签约`}>
        签约后放款到美元钱包
      </Notice>
    );
  if (state === "overdue")
    return (
      <Notice tone="danger" title="已逾期">
        欠款 <MoneyOf value={due} />
        ，每天计收罚息
      </Notice>
    );
  return null;
}

function factsOf(loan: LoanDetail): Fact[] {
  return [
    { label: "年利率", value: `${loan.rate}%，按月计息` },
    { label: "期限", value: `${loan.termMonths} 个月` },
    { label: "还款方式", value: REPAYMENT_WAYS[loan.way].label },
    { label: "用途", value: LOAN_PURPOSES[loan.purpose] },
    ...(loan.asked.minor === loan.amount.minor ? [] : [{ label: "申请金额", value: <MoneyOf value={loan.asked} /> }]),
    ...(loan.drawnOn ? [{ label: "放款日", value: loan.drawnOn }] : []),
    ...(loan.due.minor > 0n ? [{ label: "今天应还", value: <MoneyOf value={loan.due} /> }] : []),
    ...(loan.next
      ? [
          {
            label: "下一期",
            value: (
              <>
                {loan.next.dueOn} <MoneyOf value={loan.next.amount} />
              </>
            ),
          },
        ]
      : []),
    { label: "预评分", value: `${loan.score.score} 分` },
    { label: "材料", value: papersText(loan.papers) },
    { label: "编号", value: <Copyable text={loan.reference} /> },
  ];
}

const papersText = (papers: LoanDetail["papers"]): string => {
  const received = papers.filter(({ receivedAt }) => receivedAt !== null).length;
  return `${papers.length} 份${received > 0 ? `，资金方已收到 ${received} 份` : ""}`;
};

const LINE_STATES = { coming: "未到期", due: "今天到期", late: "逾期", paid: "已还清" } as const;

function PlanPanel({ loan: { plan } }: { loan: LoanDetail }) {
  return (
    <Panel title="还款计划" flush>
      <div className="service-scroll" role="region" aria-label="还款计划表" tabIndex={0}>
        <table className="service-table">
          <thead>
            <tr>
              <th scope="col">期</th>
              <th scope="col">到期日</th>
              <th scope="col" className="service-number">
                本金
              </th>
              <th scope="col" className="service-number">
                利息
              </th>
              <th scope="col" className="service-number">
                罚息
              </th>
              <th scope="col" className="service-number">
                未还
              </th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {plan.map((line) => (
              <tr key={line.no}>
                <td>{line.no}</td>
                <td>{line.dueOn}</td>
                <td className="service-number">
                  <MoneyOf value={line.principal} />
                </td>
                <td className="service-number">
                  <MoneyOf value={line.interest} />
                </td>
                <td className="service-number">
                  <MoneyOf value={line.penalty} />
                </td>
                <td className="service-number">
                  <MoneyOf value={line.left} />
                </td>
                <td>{LINE_STATES[line.state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function RepaymentsPanel({ loan: { repayments } }: { loan: LoanDetail }) {
  return (
    <Panel title="还款记录" flush>
      <div className="service-scroll" role="region" aria-label="还款记录表" tabIndex={0}>
        <table className="service-table">
          <thead>
            <tr>
              <th scope="col">时间</th>
              <th scope="col">方式</th>
              <th scope="col" className="service-number">
                金额
              </th>
              <th scope="col" className="service-number">
                其中本金
              </th>
              <th scope="col">流水号</th>
            </tr>
          </thead>
          <tbody>
            {repayments.map((one) => (
              <tr key={one.id}>
                <td>{inTable(one.at)}</td>
                <td>{REPAYMENT_SOURCES[one.source]}</td>
                <td className="service-number">
                  <MoneyOf value={one.amount} />
                </td>
                <td className="service-number">
                  <MoneyOf value={one.principal} />
                </td>
                <td>{one.reference}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function SharePanel({ loan: { id, incomeShare } }: { loan: LoanDetail }) {
  const share = useMutation({
    mutationFn: (percent: number) => calls.shareIncome({ id, incomeShare: percent as 0 }),
    onSuccess: async () => {
      toast.done("已修改");
      await refreshLoans();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Panel title="按收款比例还款" intro="每笔美元收款入账后，按比例自动还款；先还到期的，再提前还本金">
      <Select
        aria-label="按收款比例还款"
        value={incomeShare}
        loading={share.isPending}
        options={INCOME_SHARES.map((value) => ({ value, label: value === 0 ? "不用" : `每笔入账的 ${value}%` }))}
        onChange={(value) => share.mutate(value)}
      />
    </Panel>
  );
}
