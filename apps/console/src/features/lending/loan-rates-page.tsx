import { CallRefused } from "@coralhub/contract";
import {
  deskAddress,
  isAnnualRate,
  LOAN_PRODUCT_NAMES,
  loanProduct,
  toShanghaiDay,
  toShanghaiTime,
  type LoanProduct,
} from "@coralhub/domain";
import { EmptyState, Link, Notice, PageHeader, Panel, toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, DatePicker, Input, Select } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useNow } from "../../platform/now.ts";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { loans, ratesQuery } from "./loan-calls.ts";
import "./loan-rates.css";

/** What a new loan costs, by product; a change begins on a day and takes two people. */
export function LoanRatesPage() {
  const self = useSelf();
  const rates = useQuery(ratesQuery);
  return (
    <>
      <PageHeader title="贷款利率" intro="从生效日起的新申请按新利率，已申请和已签约的不变" />
      <QueryView query={rates} what="利率表">
        {({ current, changes }) => (
          <div className="loan-rates">
            <Panel title="现行年利率">
              <dl className="loan-rates-now">
                {current.map(({ product, rate }) => (
                  <div key={product}>
                    <dt>{loanProduct(product).name}</dt>
                    <dd>{rate}%</dd>
                  </div>
                ))}
              </dl>
            </Panel>
            {mayUse(self, "finance") && <Proposal />}
            <Panel title="历次调整" flush={changes.length > 0}>
              {changes.length > 0 ? (
                <ul className="loan-rates-rows">
                  {changes.map(({ id, product, rate, from, madeByName, decidedByName, decidedAt }) => (
                    <li key={id}>
                      {loanProduct(product).name} {rate}%，{from} 起
                      <span className="second-line">
                        {madeByName} 提出，{decidedByName} {toShanghaiTime(decidedAt)} 复核
                      </span>
                    </li>
                  ))}
                </ul>
              ) : (
                <EmptyState title="还没有调整">提出后由另一位财务在「双人复核」里同意</EmptyState>
              )}
            </Panel>
          </div>
        )}
      </QueryView>
    </>
  );
}

const PRODUCTS = LOAN_PRODUCT_NAMES.map((value) => ({ value, label: loanProduct(value).name }));

function Proposal() {
  const now = useNow();
  const today = now ? toShanghaiDay(now) : "";
  const [product, setProduct] = useState<LoanProduct>("order");
  const [rate, setRate] = useState("");
  const [from, setFrom] = useState<string>();
  const [reason, setReason] = useState("");
  const queries = useQueryClient();
  const propose = useMutation({
    mutationFn: () => loans.proposeLoanRate({ product, rate: rate.trim(), from: from ?? today, reason }),
    onSuccess: () => {
      toast.done("已提出，待另一位财务复核");
      setRate("");
      setReason("");
      return queries.invalidateQueries({ queryKey: ["approvals"] });
    },
  });
  const fields = propose.error instanceof CallRefused ? Object.values(propose.error.fields) : [];
  return (
    <Panel title="提出新的利率" action={<Link to={deskAddress("approvals")}>去复核</Link>}>
      <form
        className="loan-rates-form"
        onSubmit={(event) => {
          event.preventDefault();
          propose.mutate();
        }}
      >
        <Select aria-label="产品" value={product} options={PRODUCTS} onChange={setProduct} />
        <Input
          aria-label="年利率"
          suffix="%"
          placeholder="9.6"
          value={rate}
          onChange={(event) => setRate(event.target.value)}
        />
        <DatePicker
          aria-label="生效日"
          allowClear={false}
          {...(today && { minDate: dayjs(today), value: dayjs(from ?? today) })}
          onChange={(day) => setFrom(day?.format("YYYY-MM-DD"))}
        />
        <Input
          aria-label="为什么调整"
          placeholder="为什么调整"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button
          type="primary"
          htmlType="submit"
          loading={propose.isPending}
          disabled={!isAnnualRate(rate.trim()) || reason.trim().length < 2}
        >
          提交复核
        </Button>
      </form>
      {propose.error && <Notice tone="danger" title={fields[0] ?? problemText(propose.error)} />}
    </Panel>
  );
}
