import type { IncomeDetail } from "@coralhub/contract";
import { addressOf, countryName, incomeWord, moneyOf, toShanghaiTime } from "@coralhub/domain";
import {
  Copyable,
  ErrorState,
  Facts,
  Link,
  Masked,
  Notice,
  RowsSkeleton,
  StateTag,
  Timeline,
  type Fact,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { MoneyOf } from "../../platform/show.tsx";
import { failureOf } from "../../platform/failure.ts";
import { incomeQuery } from "./income-calls.ts";
import { lastFour } from "../../platform/account-numbers.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { IncomeHold } from "./income-hold.tsx";
import { timelineOf } from "./income-words.ts";

/** One payment in full: amount, why it stands still, what happened and what comes, who paid. */
export function IncomeDetailView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(incomeQuery(id));
  if (!data)
    return error ? (
      <ErrorState
        title="没能取到这笔款"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={failureOf(error).reference}
      >
        资金不受影响，请稍后重试
      </ErrorState>
    ) : (
      <RowsSkeleton rows={4} />
    );
  return (
    <div className="income-detail">
      <div className="income-head">
        <span className="income-head-label">{data.state === "returned" ? "退回金额" : "收款金额"}</span>
        <StateTag {...incomeWord(data)} />
        <MoneyOf value={data.amount} size="figure" />
      </div>
      {data.holdView && <IncomeHold detail={data} hold={data.holdView} />}
      {data.returnWish && data.state !== "returned" && (
        <Notice tone="info" title="您已申请退回付款方">
          {data.returnWish}。由两位同事复核，退回后会通知您
        </Notice>
      )}
      <Corrections detail={data} />
      <section aria-labelledby="income-progress">
        <h3 id="income-progress" className="type-section income-section">
          办理进度
        </h3>
        <Timeline nodes={timelineOf(data)} />
      </section>
      {data.evidence.length > 0 && <EvidenceList incomeId={data.id} evidence={data.evidence} />}
      <div className="income-facts">
        <Facts facts={factsOf(data)} />
      </div>
    </div>
  );
}

/** What was taken back by hand since: how much, when, and the correction itself by its number. */
function Corrections({ detail: { corrections, takenBack, amount } }: { detail: IncomeDetail }) {
  if (corrections.length === 0) return null;
  const left = moneyOf(amount.currency, amount.minor - takenBack.minor);
  return (
    <Notice tone="warning" title={takenBack.minor > 0n ? "这笔收款已被红冲" : "这笔收款的手续费已被红冲"}>
      {corrections.map(({ id, amount: back, what, at }) => (
        <div key={id}>
          {toShanghaiTime(at).slice(0, 10)} {what === "fee" ? "退回手续费" : "从账户扣减"} <MoneyOf value={back} />
          ，更正编号 <Link to={addressOf("moneyEvents", { open: id })}>{id}</Link>
        </div>
      ))}
      {takenBack.minor > 0n && (
        <div>
          仍算作入账的是 <MoneyOf value={left} />
        </div>
      )}
    </Notice>
  );
}

function factsOf(data: IncomeDetail): Fact[] {
  const { reference, payerName, payerCountry, remittance, storeName, accountNumber, accountId, fee, net } = data;
  const settled = data.creditedAt ?? data.returnedAt;
  return [
    { label: "流水号", value: <Copyable text={reference} /> },
    { label: "付款方", value: payerCountry ? `${payerName}，${countryName(payerCountry)}` : payerName },
    ...(remittance ? [{ label: "附言", value: remittance }] : []),
    ...(storeName ? [{ label: "店铺", value: storeName }] : []),
    {
      label: "收款账户",
      value: (
        <Link to={addressOf("account", { id: accountId })}>
          {data.currency} {accountNumber && <Masked end={lastFour(accountNumber)} />}
        </Link>
      ),
    },
    { label: "收款手续费", value: <MoneyOf value={fee} /> },
    { label: data.state === "credited" ? "实际入账" : "将入账", value: <MoneyOf value={net} /> },
    ...(settled ? [{ label: data.creditedAt ? "入账时间" : "退回时间", value: toShanghaiTime(settled) }] : []),
  ].filter(({ label }) => !["returned", "lapsed"].includes(data.state) || label !== "将入账");
}
