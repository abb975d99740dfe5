import type { LoanOverview } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  INCOME_SHARES,
  LOAN_CURRENCY,
  LOAN_PAPERS,
  LOAN_PURPOSE_NAMES,
  LOAN_PURPOSES,
  moneyOf,
  planLoan,
  readAmount,
  REPAYMENT_WAYS,
  type LoanPaper,
  type LoanPurpose,
  type LoanTerms,
  type Money,
  type RepaymentWay,
} from "@coralhub/domain";
import { beijingDay, moneyText, Notice } from "@coralhub/ui";
import { Checkbox, TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button, Radio, Select } from "antd";
import { useState, type ReactNode } from "react";
import { PaperTile } from "../../platform/paper-tile.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { calls, refreshLoans } from "./loan-calls.ts";

type Product = LoanOverview["products"][number];
const text = (amount: Money) => moneyText(formatMoney(amount), amount.currency);
const usd = (minor: bigint) => moneyOf(LOAN_CURRENCY, minor);

/** What the plan comes to, before anything is asked of the server. */
export function PlanSummary({ terms, principal }: { terms: LoanTerms; principal: bigint }) {
  const plan = planLoan(terms, principal, beijingDay());
  const interest = plan.reduce((sum, row) => sum + row.interest, 0n);
  const first = plan[0]!;
  return (
    <div className="service-total" role="status">
      <span>
        首期 {first.dueOn}，<MoneyOf value={usd(first.principal + first.interest)} />
        {plan.length > 1 && `，共 ${plan.length} 期`}
      </span>
      <span>
        利息合计 <MoneyOf value={usd(interest)} />
      </span>
    </div>
  );
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="service-field">
    <span>{label}</span>
    {children}
  </label>
);

function useRequest(product: Product, given: string) {
  const [amount, setAmount] = useState(given);
  const [termMonths, setTerm] = useState(product.terms[0]!);
  const [way, setWay] = useState<RepaymentWay>(product.ways[0]!);
  const [purpose, setPurpose] = useState<LoanPurpose>("stock");
  const [incomeShare, setShare] = useState<number>(0);
  const [papers, setPapers] = useState<Partial<Record<LoanPaper, string>>>({});
  /** Papers on their way: an application without them would be refused as incomplete. */
  const [uploading, setUploading] = useState(0);
  const [agreed, setAgreed] = useState(false);
  const typed = readAmount(amount, LOAN_CURRENCY);
  const send = useMutation({
    mutationFn: () =>
      calls.applyForLoan({
        product: product.product,
        amount: typed.amount ?? usd(0n),
        termMonths: termMonths as 3,
        way,
        purpose,
        incomeShare: incomeShare as 0,
        papers: Object.values(papers),
        agreed: agreed as true,
      }),
    onSuccess: async ({ id }) => {
      await refreshLoans();
      goTo(addressOf("loan", { id }));
    },
  });
  return {
    amount,
    setAmount,
    termMonths,
    setTerm,
    way,
    setWay,
    purpose,
    setPurpose,
    incomeShare,
    setShare,
    papers,
    setPapers,
    uploading,
    async upload(file: File, paper: LoanPaper) {
      setUploading((count) => count + 1);
      try {
        return await calls.uploadLoanPaper({ file, paper });
      } finally {
        setUploading((count) => count - 1);
      }
    },
    agreed,
    setAgreed,
    typed,
    send,
  };
}

type Form = ReturnType<typeof useRequest>;

function Choices({ product, form }: { product: Product; form: Form }) {
  return (
    <>
      <div className="service-pair">
        <Labelled label="期限">
          <Select
            aria-label="期限"
            value={form.termMonths}
            options={product.terms.map((value) => ({ value, label: `${value} 个月` }))}
            onChange={form.setTerm}
          />
        </Labelled>
        <Labelled label="用途">
          <Select<LoanPurpose>
            aria-label="用途"
            value={form.purpose}
            options={LOAN_PURPOSE_NAMES.map((value) => ({ value, label: LOAN_PURPOSES[value] }))}
            onChange={form.setPurpose}
          />
        </Labelled>
      </div>
      <div className="service-field">
        <span>还款方式</span>
        <Radio.Group
          className="service-choices"
          aria-label="还款方式"
          value={form.way}
          onChange={(event) => form.setWay(event.target.value as RepaymentWay)}
        >
          {product.ways.map((name) => (
            <Radio key={name} value={name}>
              {REPAYMENT_WAYS[name].label}
              <span className="service-note">{REPAYMENT_WAYS[name].about}</span>
            </Radio>
          ))}
        </Radio.Group>
      </div>
      <Labelled label="按收款比例还款">
        <Select
          aria-label="按收款比例还款"
          value={form.incomeShare}
          options={INCOME_SHARES.map((value) => ({ value, label: value === 0 ? "不用" : `每笔美元入账的 ${value}%` }))}
          onChange={form.setShare}
        />
      </Labelled>
    </>
  );
}

/** One product: how much, how long, how it is paid back, what for, and the papers. */
export function ApplyForm({ product, amount: given = "" }: { product: Product; amount?: string }) {
  const form = useRequest(product, given);
  const { typed, send } = form;
  const tooMuch = typed.amount !== undefined && typed.amount.minor > product.available.minor;
  const problem = typed.problem ?? (tooMuch ? `最多可借 ${text(product.available)}` : undefined);
  return (
    <form
      className="service-form"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <TextField
        label="借多少"
        inputMode="decimal"
        autoComplete="off"
        prefix={LOAN_CURRENCY}
        value={form.amount}
        error={problem}
        hint={`可借 ${text(product.minimum)} 至 ${text(product.available)}`}
        onChange={(event) => form.setAmount(event.target.value)}
      />
      <Choices product={product} form={form} />
      <div className="service-tiles">
        {product.papers.map((paper) => (
          <PaperTile
            key={paper}
            label={LOAN_PAPERS[paper].label}
            upload={(file) => form.upload(file, paper)}
            onUploaded={(fileId) => form.setPapers((before) => ({ ...before, [paper]: fileId }))}
          />
        ))}
      </div>
      {typed.amount && typed.amount.minor > 0n && !problem && (
        <PlanSummary
          terms={{ rate: product.rate, termMonths: form.termMonths, way: form.way }}
          principal={typed.amount.minor}
        />
      )}
      <Checkbox
        label={`同意把认证资料和近一年的收款数据提供给${product.lender}审批`}
        checked={form.agreed}
        onChange={(event) => form.setAgreed(event.target.checked)}
      />
      {send.error && <Notice tone="danger" title={send.error.message} />}
      <Button
        type="primary"
        htmlType="submit"
        loading={send.isPending}
        disabled={product.available.minor === 0n || !form.agreed || form.uploading > 0}
      >
        提交申请
      </Button>
    </form>
  );
}
