import type { LoanOverview } from "@coralhub/contract";
import { addressOf, LOAN_PRODUCTS, loanLifecycle, SCORE_MONTHS } from "@coralhub/domain";
import { ErrorState, Link, Notice, PageHeader, PageSkeleton, Panel, StateDot } from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { ServiceRows } from "../../platform/service-rows.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { ApplyForm } from "./apply-form.tsx";
import { financeQuery, loansQuery, overviewQuery } from "./loan-calls.ts";
import "../../platform/service-page.css";

/** /loan/apply: what can be borrowed and why that much, the application, and what was borrowed. */
export function LoanApplyPage() {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  if (data) return <Overview overview={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <Panel>
      <ErrorState
        title="没能打开贷款"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={failureOf(error).reference}
      >
        请稍后重试
      </ErrorState>
    </Panel>
  );
}

function Overview({ overview }: { overview: LoanOverview }) {
  const { search } = useUrlState();
  const given = new URLSearchParams(search);
  const chosen = overview.products.find(({ product }) => product === given.get("product")) ?? overview.products[0]!;
  return (
    <>
      <PageHeader
        title="贷款"
        intro="按您已入账的收款授信，由资金方审批，放款到钱包"
        actions={<Link to={addressOf("icbcFinance")}>工银跨境融资</Link>}
      />
      <div className="service-columns">
        <div className="service-stack">
          <Panel title="申请">
            <div className="service-stack">
              <Segmented
                aria-label="产品"
                value={chosen.product}
                options={overview.products.map(({ product, name }) => ({ value: product, label: name }))}
                onChange={(product) => goTo(addressOf("loans", { product: String(product) }))}
              />
              <p className="service-note">
                {chosen.about}。年利率 {chosen.rate}%，{chosen.lender}放款
              </p>
              <Application chosen={chosen} amount={given.get("amount") ?? ""} />
            </div>
          </Panel>
        </div>
        <Score overview={overview} />
      </div>
      <div className="service-below">
        <MyLoans />
      </div>
    </>
  );
}

/** The form, or what has to be there before it: a limit, and for the bank's loan its service joined. */
function Application({ chosen, amount }: { chosen: LoanOverview["products"][number]; amount: string }) {
  const { data: icbc } = useQuery({ ...financeQuery, enabled: chosen.product === "icbc" });
  if (chosen.available.minor === 0n) {
    return (
      <Notice tone="info" title="暂时没有可借额度">
        有稳定的收款入账后额度会自动出现；右侧写明了评分的每一项
      </Notice>
    );
  }
  if (chosen.product === "icbc" && icbc && !icbc.joined) {
    return (
      <Notice tone="info" title="请先开通工银跨境融资" action={<Link to={addressOf("icbcFinance")}>去开通</Link>}>
        开通后即可在这里申请
      </Notice>
    );
  }
  return <ApplyForm key={chosen.product} product={chosen} amount={amount} />;
}

function Score({ overview: { score, owed } }: { overview: LoanOverview }) {
  return (
    <Panel title="预评分" intro={`按近 ${SCORE_MONTHS} 个整月的入账计算，资金方另行审批`}>
      <div className="service-total">
        <span>可借额度</span>
        <MoneyOf value={score.limit} size="figure" />
      </div>
      <table className="service-table service-flush">
        <tbody>
          {score.reasons.map(({ label, value, points, most }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                <span className="service-note">{value}</span>
              </th>
              <td className="service-number">
                {points} / {most}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">合计</th>
            <td className="service-number">{score.score} / 100</td>
          </tr>
        </tbody>
      </table>
      {owed.minor > 0n && (
        <p className="service-note">
          办理中和未还的 <MoneyOf value={owed} /> 已从额度中减去
        </p>
      )}
    </Panel>
  );
}

function MyLoans() {
  const [pageNo, setPageNo] = useState(1);
  const { data, isError, refetch } = useQuery(loansQuery(pageNo));
  return (
    <ServiceRows
      title="我的贷款"
      rows={data?.records.map((row) => ({
        id: row.id,
        to: addressOf("loan", { id: row.id }),
        title: LOAN_PRODUCTS[row.product].name,
        note: `${row.termMonths} 个月，年利率 ${row.rate}%，${inTable(row.createdAt)} 申请`,
        amount: row.amount,
        state: <StateDot lifecycle={loanLifecycle} state={row.state} />,
      }))}
      failed={isError}
      retry={() => void refetch()}
      pages={{ pageNo, total: data?.total, open: setPageNo }}
      empty={{ title: "还没有贷款", text: "提交申请后，审批、放款和每一期还款都在这里" }}
    />
  );
}
